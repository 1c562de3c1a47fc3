"""Identical bundles of goods are one line with an amount; those with a ticket or a text never are (purchase §4)."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cart.actions import AddRequest, add_to_cart, change_amount, remove_from_cart
from cart.errors import AmountInvalid, AmountNotChangeable, CartLimitExceeded, ItemNotAvailable
from cart.graphql import CartItem, cart_items
from cart.models import Cart
from cart.rules import CatalogueEntry, Item, Needs, TreePosition, whole_trees
from catalogue.errors import SoldOut
from catalogue.models import BundlePart, Product, Stock
from sessions_queue.models import VisitorSession
from shop.invariants import broken_invariants
from shop.models import Shop
from tests.checkout.discounts import make_code
from tests.factories import (
    bundle_request,
    first_variant,
    make_bundle,
    make_event,
    make_part,
    make_product,
    make_shop,
    priced_cart,
)  # fmt: skip
from tests.guest import Guest
from tests.proofs import proves

pytestmark = pytest.mark.django_db


class Buyer:
    """In front of a box at 40 EUR with a shirt in one of two sizes; posters at 9 or a pin with a text may be added."""

    def __init__(self) -> None:
        self.shop: Shop = make_shop("merchstand")
        self.session: VisitorSession | None = None
        self.box: Product = make_bundle(make_product(self.shop, price="40.00", capacity=9))
        self.shirt = make_part(self.box, make_product(self.shop, price="25.00", variants=("S", "M"), capacity=9))
        poster = make_product(self.shop, price="12.00", capacity=9, cart_limit=8)
        self.poster = make_part(self.box, poster, BundlePart.Role.ADDITIONAL, price=9)
        self.pin = make_part(
            self.box, make_product(self.shop, price="6.00", personalised=True), BundlePart.Role.ADDITIONAL
        )

    def bundle(self, size: int = 0, posters: int = 0, text: str = "", bundles: int = 1) -> AddRequest:
        assert self.shirt.product is not None and self.poster.product is not None and self.pin.product is not None
        sizes = list(self.shirt.product.variants.order_by("pk"))
        parts = [AddRequest(sizes[size].pk, 1, part_id=self.shirt.pk)]
        if posters:
            parts.append(AddRequest(first_variant(self.poster.product).pk, posters, part_id=self.poster.pk))
        if text:
            parts.append(AddRequest(first_variant(self.pin.product).pk, 1, text, part_id=self.pin.pk))
        return replace(bundle_request(self.box, *parts), amount=bundles)

    def add(self, *requests: AddRequest) -> Cart:
        self.session, contents, _shifts = add_to_cart(
            shop=self.shop, session=self.session, language="de", requests=requests
        )
        assert broken_invariants() == {}
        return contents.cart

    def change(self, line_id: str, amount: int) -> None:
        assert self.session is not None
        change_amount(session=self.session, line_id=line_id, amount=amount)
        assert broken_invariants() == {}


def items(cart: Cart) -> list[CartItem]:
    return [item for item in cart_items(priced_cart(cart)) if item.parent_id is None]


def amounts(cart: Cart) -> list[tuple[int, list[int]]]:
    return [(root.amount, [part.amount for part in root.bundled_items]) for root in items(cart)]


def held() -> list[int]:
    return [stock.held for stock in Stock.objects.order_by("pk") if stock.held]


@proves(
    "purchase §4",
    "identical bundles of goods are one line with an amount that can be changed; one with a ticket, a "
    "text or something else in it is another line; limits, stocks, prices, discounts, VAT and orders "
    "count all that is in them; undo brings all back; no further statement",
)
def test_identical_bundles_are_one_line_with_an_amount() -> None:
    buyer = Buyer()
    cart = buyer.add(buyer.bundle(posters=2))
    lines = set(cart.lines.values_list("pk", flat=True))
    assert set(buyer.add(buyer.bundle(posters=2), buyer.bundle(posters=2)).new_item_ids) == lines
    assert amounts(cart) == [(3, [3, 6])]
    (root,) = items(cart)
    assert (root.total_sum, root.amount_changeable) == (Decimal("174.00"), True)
    assert not any(part.amount_changeable for part in root.bundled_items)
    assert held() == [3, 3, 6]


@pytest.mark.parametrize("other", [{"size": 1}, {"posters": 2}, {"posters": 1, "size": 1}, {"text": "Mira"}])
def test_bundles_in_which_something_else_was_chosen_are_another_line(other: dict[str, Any]) -> None:
    buyer = Buyer()
    buyer.add(buyer.bundle(posters=1))
    cart = buyer.add(buyer.bundle(**other))
    assert len(items(cart)) == 2
    assert len(items(buyer.add(buyer.bundle(posters=1)))) == 2


def test_the_same_text_twice_is_two_lines_whose_amount_stays() -> None:
    buyer = Buyer()
    buyer.add(buyer.bundle(text="Mira"))
    cart = buyer.add(buyer.bundle(text="Mira"))
    assert amounts(cart) == [(1, [1, 1]), (1, [1, 1])]
    with pytest.raises(AmountNotChangeable):
        buyer.change(items(cart)[0].id, 2)


@pytest.mark.parametrize("what", ["ticket", "text"])
def test_several_at_once_have_neither_tickets_nor_texts(what: str) -> None:
    buyer = Buyer()
    request = buyer.bundle(text="Mira", bundles=2)
    if what == "ticket":
        make_part(buyer.box, make_event(buyer.shop))
        request = replace(bundle_request(buyer.box, *buyer.box.parts.filter(role="common")), amount=2)
    with pytest.raises(AmountInvalid):
        buyer.add(request)
    assert not Cart.objects.exists()


def test_several_come_at_once_and_what_came_out_comes_back() -> None:
    buyer = Buyer()
    cart = buyer.add(buyer.bundle(posters=2, bundles=3))
    assert amounts(cart) == [(3, [3, 6])]
    (root,) = items(cart)
    remove_from_cart(session=buyer.session, line_id=root.bundled_item_ids[0])  # type: ignore[arg-type]
    assert (cart.lines.count(), held()) == (0, [])
    assert amounts(buyer.add(buyer.bundle(posters=2, bundles=3))) == [(3, [3, 6])]


def test_the_amount_of_the_whole_is_changed() -> None:
    buyer = Buyer()
    cart = buyer.add(buyer.bundle(posters=2), AddRequest(first_variant(buyer.poster.product).pk, 1))  # type: ignore[arg-type]
    (root,) = [item for item in items(cart) if item.bundle_id]
    buyer.change(root.id, 3)
    assert amounts(cart) == [(3, [3, 6]), (1, [])]
    assert held() == [3, 3, 7]
    buyer.change(root.id, 1)
    assert amounts(cart) == [(1, [1, 2]), (1, [])]
    assert held() == [1, 1, 3]


@proves(
    "purchase §8",
    "of what may be added, and of a product, the amount ends at what is left as soon as the server has "
    "said so, until something else is chosen",
)
def test_it_ends_at_the_limits_of_all_that_is_in_it_and_at_the_stock() -> None:
    buyer = Buyer()
    poster = first_variant(buyer.poster.product)  # type: ignore[arg-type]
    cart = buyer.add(buyer.bundle(posters=2), AddRequest(poster.pk, 1))
    root = next(item for item in items(cart) if item.bundle_id)
    assert root.max_amount == 3  # 8 posters at most, of which 1 is single
    with pytest.raises(CartLimitExceeded):
        buyer.change(root.id, 4)
    Stock.objects.filter(uses__variant=poster).update(capacity=6)
    with pytest.raises(SoldOut):
        buyer.change(root.id, 3)
    assert amounts(cart) == [(1, [1, 2]), (1, [])]


@pytest.mark.parametrize("why", ["a part is no longer for sale", "staff changed the bundle"])
def test_more_of_what_cannot_be_bought_is_refused_and_less_is_not(why: str) -> None:
    buyer = Buyer()
    cart = buyer.add(buyer.bundle(bundles=2))
    if why == "staff changed the bundle":
        make_part(buyer.box, make_product(buyer.shop))
    else:
        Product.objects.filter(in_bundles=buyer.shirt).update(active=False)
    (root,) = items(cart)
    assert any(one.problem for one in (root, *root.bundled_items))
    with pytest.raises(ItemNotAvailable):
        buyer.change(root.id, 3)
    buyer.change(root.id, 1)
    assert amounts(cart) == [(1, [1])]


def test_of_a_bundle_with_what_follows_something_the_amount_stays() -> None:
    buyer = Buyer()
    vinyl = make_product(buyer.shop)
    follower = make_product(buyer.shop, follows=vinyl)
    make_part(buyer.box, follower)
    request = bundle_request(buyer.box, *buyer.box.parts.filter(role="common"))
    cart = buyer.add(AddRequest(first_variant(vinyl).pk, 2), request, request)
    (leader, root) = items(cart)
    assert (root.amount, root.amount_changeable) == (2, False)
    buyer.change(leader.id, 1)  # one follower too many, whose bundle goes with it
    assert amounts(cart) == [(1, []), (1, [1, 1])]


def item(product: int, amount: int, part: TreePosition | None = None) -> Item:
    return Item(product, CatalogueEntry("product", product, 9), amount, needs=Needs(), part=part)


def test_a_tree_has_as_many_bundles_as_there_is_enough_of_everything_for() -> None:
    root, shirt, posters = TreePosition(1, 7), TreePosition(1, 7, 1), TreePosition(1, 7, 2, each=2)
    whole = [item(1, 3, root), item(2, 3, shirt), item(3, 6, posters), item(3, 5)]
    assert whole_trees(whole) == whole
    assert [one.amount for one in whole_trees([*whole[:2], item(3, 5, posters), whole[3]])] == [2, 2, 4, 5]
    assert [one.amount for one in whole_trees([*whole[:2], item(3, 1, posters), whole[3]])] == [0, 0, 0, 5]


def test_a_discount_is_spread_over_all_that_is_in_them() -> None:
    buyer = Buyer()
    code = make_code(buyer.shop, 10)
    cart = buyer.add(buyer.bundle(posters=1, bundles=3))
    cart.discount_code = code
    assert (priced_cart(cart).subtotal, priced_cart(cart).discount) == (Decimal("147.00"), Decimal("14.70"))


def counted(work: Any) -> int:
    with CaptureQueriesContext(connection) as done:
        work()
    return len(done)


def test_one_bundle_and_many_take_the_same_statements() -> None:
    buyer = Buyer()
    cart = buyer.add(buyer.bundle(posters=2))
    (root,) = items(cart)
    few = counted(lambda: buyer.change(root.id, 2))
    for size in (0, 1):
        for posters in (0, 1):
            cart = buyer.add(buyer.bundle(size=size, posters=posters))
    assert counted(lambda: buyer.change(root.id, 3)) == few


def test_bundles_are_ordered_with_the_vat_of_all_that_is_in_them(settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False
    buyer = Buyer()
    guest = Guest(buyer.shop)
    shirt = first_variant(buyer.shirt.product)  # type: ignore[arg-type]
    parts = [{"partId": str(buyer.shirt.pk), "productVariantId": str(shirt.pk), "amount": 1}]
    request = {"productVariantId": str(first_variant(buyer.box).pk), "amount": 1, "bundleId": str(buyer.box.pk)}
    assert guest.ask("ADDTOCART", input={"requests": [request | {"parts": parts}]}).data
    cart = guest.ask("ADDTOCART", input={"requests": [request | {"parts": parts, "amount": 2}]}).data["cart"]
    assert [(item["amount"], item["total"]) for item in cart["items"]] == [(3, "45.00"), (3, "75.00")]
    guest.enter_address()
    guest.choose()
    order = guest.place().data["order"]
    assert [(item["amount"], item["price"], item["total"]) for item in order["items"]] == [
        (3, "15.00", "45.00"), (3, "25.00", "75.00"),
    ]  # fmt: skip
    assert (order["total"], broken_invariants()) == ("120.00", {})
