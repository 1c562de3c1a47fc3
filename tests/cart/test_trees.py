"""Lines that are one: added, priced, refused, taken out and expired as a tree."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from cart.actions import AddRequest, add_to_cart, change_amount, remove_from_cart
from cart.errors import AmountNotChangeable, ItemNotAvailable
from cart.graphql import CartItemType, cart_items
from cart.items.dependent_items import allowed_items
from cart.items.seat_choice import SeatChoice
from cart.models import Cart, CartLine
from cart.rules import CatalogueEntry, Item, Needs, TreePosition
from catalogue.errors import SoldOut
from catalogue.models import Stock
from catalogue.pricing.bundles import included_prices
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from shop.core.values.money import CENT
from shop.invariants import broken_invariants
from shop.models import Shop
from tests.factories import (
    bundle_request,
    first_variant,
    make_bundle,
    make_combination,
    make_event,
    make_part,
    make_product,
    make_shop,
    make_variant,
    priced_cart,
)  # fmt: skip
from tests.proofs import proves
from tests.seated import House


class Bundle:
    """A vinyl at 30 EUR with a shirt at 20, which is always in it, and a ticket at 25, a choice that adds its price."""

    def __init__(self, capacity: int = 3) -> None:
        self.shop: Shop = make_shop()
        vinyl = make_product(self.shop, price="30.00", capacity=9, vat_rate="19.00")
        shirt = make_product(self.shop, price="20.00", capacity=capacity)
        evening = make_event(self.shop, price="25.00", capacity=9)
        self.bundle = make_bundle(vinyl, shirt)
        make_combination(vinyl, evening, additional_price=Decimal("25.00"))
        self.vinyl, self.shirt, self.ticket = first_variant(vinyl), first_variant(shirt), first_variant(evening)

    def request(self) -> AddRequest:
        return bundle_request(self.bundle, *self.bundle.parts.all())

    def add(self, *requests: AddRequest, session: VisitorSession | None = None) -> tuple[VisitorSession, Cart]:
        wanted = requests or (self.request(),)
        session, contents, _shifts = add_to_cart(shop=self.shop, session=session, language="de", requests=wanted)
        return session, contents.cart


def held() -> list[int]:
    return list(Stock.objects.order_by("pk").values_list("held", flat=True))


@proves(
    "design §4",
    "lines that are one are put in, priced, refused, taken out and expired as a tree, seats included; a "
    "tree and a single line are one demand",
)
@pytest.mark.django_db
def test_a_tree_is_put_in_as_one_with_its_root() -> None:
    bundle = Bundle()
    _session, cart = bundle.add()
    lines = {line.variant: line for line in cart.lines.all()}
    root, shirt, ticket = lines[bundle.vinyl], lines[bundle.shirt], lines[bundle.ticket]
    assert (shirt.parent, ticket.parent, root.parent) == (root, root, None)
    assert {line.bundle_id for line in lines.values()} == {bundle.bundle.pk}
    assert [shirt.part_id, ticket.part_id, root.part_id] == [*bundle.bundle.parts.values_list("pk", flat=True), None]
    assert held() == [1, 1, 1]
    assert set(cart.new_item_ids) == {line.pk for line in lines.values()}
    assert broken_invariants() == {}


@proves(
    "purchase §4",
    "a root absorbs its parts and sums their totals; an included part shares the root's price to the "
    "cent; no amount of a tree changes alone",
)
@pytest.mark.django_db
def test_an_included_part_shares_the_roots_price_and_the_root_absorbs_all() -> None:
    bundle = Bundle()
    _session, cart = bundle.add()
    priced = priced_cart(cart)
    prices = {line.variant: line.price for line in priced.lines}
    assert prices == {
        bundle.vinyl: Decimal("10.00"), bundle.shirt: Decimal("20.00"), bundle.ticket: Decimal("25.00"),
    }  # fmt: skip
    assert priced.subtotal == Decimal("55.00")
    root, *parts = sorted(cart_items(priced), key=lambda item: item.parent_id is not None)
    assert (root.type, root.total, root.total_sum) == (CartItemType.bundle, Decimal("10.00"), Decimal("55.00"))
    assert (root.bundled_items, root.bundled_item_ids) == (parts, [item.id for item in parts])
    assert (root.cart_items, root.item_option_id) == ([root.id, *root.bundled_item_ids], None)
    assert {item.item_option_id for item in parts} == {str(bundle.shirt.pk), str(bundle.ticket.pk)}
    assert not any(item.amount_changeable for item in (root, *parts))


@given(price=st.integers(0, 9999), parts=st.lists(st.integers(0, 9999), max_size=5))
def test_shares_of_a_price_add_up_to_it(price: int, parts: list[int]) -> None:
    shares = included_prices(price * CENT, [part * CENT for part in parts])
    assert sum(shares) == price * CENT
    assert len(shares) == len(parts) + 1
    assert all(share >= 0 for share in shares)
    if price >= sum(parts):
        assert shares[1:] == [part * CENT for part in parts]


@pytest.mark.django_db
def test_trees_with_a_ticket_never_merge_with_anything() -> None:
    bundle = Bundle()
    session, _cart = bundle.add()
    bundle.add(session=session)
    _session, cart = bundle.add(AddRequest(bundle.shirt.pk, 1), session=session)
    assert (cart.lines.count(), cart.lines.filter(bundle_id=None).count()) == (7, 1)
    assert held() == [2, 3, 2]


@pytest.mark.django_db
def test_a_tree_and_a_single_line_cannot_both_take_the_last_piece() -> None:
    bundle = Bundle(capacity=1)
    with pytest.raises(SoldOut):
        bundle.add(bundle.request(), AddRequest(bundle.shirt.pk, 1))
    assert (held(), Cart.objects.count()) == ([0, 0, 0], 0)


@pytest.mark.django_db
def test_what_is_not_for_sale_keeps_the_whole_tree_out() -> None:
    bundle = Bundle()
    bundle.shirt.active = False
    bundle.shirt.save()
    with pytest.raises(ItemNotAvailable):
        bundle.add()
    assert (held(), CartLine.objects.count()) == ([0, 0, 0], 0)


@pytest.mark.django_db
@pytest.mark.parametrize("taken", ["vinyl", "shirt", "ticket"])
def test_whatever_is_taken_out_takes_its_tree_and_no_other(taken: str) -> None:
    bundle = Bundle()
    session, _cart = bundle.add()
    _session, cart = bundle.add(session=session)
    line = cart.lines.filter(variant=getattr(bundle, taken))[0]
    remove_from_cart(session=session, line_id=str(line.pk))
    assert {one.tree for one in cart.lines.all()}.isdisjoint({line.tree})
    assert (cart.lines.count(), held()) == (3, [1, 1, 1])
    assert broken_invariants() == {}


@pytest.mark.django_db
def test_a_released_part_takes_its_tree() -> None:
    bundle = Bundle()
    session, cart = bundle.add()
    part = cart.lines.get(variant=bundle.ticket)
    add_to_cart(
        shop=bundle.shop, session=session, language="de", requests=[AddRequest(bundle.shirt.pk, 1)],
        released=[str(part.pk)],
    )  # fmt: skip
    assert (cart.lines.count(), held()) == (1, [0, 1, 0])


@pytest.mark.django_db
def test_no_amount_of_a_tree_changes_alone() -> None:
    bundle = Bundle()
    session, cart = bundle.add()
    for line in cart.lines.all():
        with pytest.raises(AmountNotChangeable):
            change_amount(session=session, line_id=str(line.pk), amount=2)
    assert held() == [1, 1, 1]


@pytest.mark.django_db
def test_a_tree_expires_as_one() -> None:
    bundle = Bundle()
    session, cart = bundle.add()
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now())
    assert end_overdue_sessions() == 1
    cart.refresh_from_db()
    assert (cart.state, held()) == (Cart.State.EXPIRED, [0, 0, 0])
    assert broken_invariants() == {}


@pytest.mark.django_db
def test_a_seated_ticket_in_a_tree_has_its_seat_and_gives_it_back() -> None:
    house = House()
    vinyl = make_bundle(make_product(house.shop, price="30.00"))
    part = make_part(vinyl, house.event)
    seats = SeatChoice((house.seat("1-1").pk,))
    tree = bundle_request(vinyl, AddRequest(house.ticket.pk, 1, seats=seats, part_id=part.pk))
    session, contents, _shifts = add_to_cart(shop=house.shop, session=None, language="de", requests=[tree])
    cart = contents.cart
    assert (house.seats_of(cart), house.held()) == (["1-1"], (1, 0))
    remove_from_cart(session=session, line_id=str(cart.lines.get(part_id=None).pk))
    assert (cart.lines.count(), house.held()) == (0, (0, 0))
    assert broken_invariants() == {}


def item(product: int, *, tree: int | None = None, follows: int | None = None, amount: int = 1) -> Item:
    part = TreePosition(tree, 7, 1) if tree is not None else None
    return Item(product, CatalogueEntry("product", product, 9), amount, needs=Needs(follows=follows), part=part)


def test_what_loses_its_ground_takes_its_tree_and_what_followed_that() -> None:
    whole = [item(1), item(2, tree=1, follows=1), item(3, tree=1), item(4, follows=3), item(5, tree=2)]
    assert allowed_items(whole) == whole
    assert [one.amount for one in allowed_items(whole[1:])] == [0, 0, 0, 1]


@pytest.mark.django_db
def test_the_database_knows_where_a_line_may_stand() -> None:
    bundle = Bundle()
    _session, cart = bundle.add()
    other = make_variant(product=bundle.vinyl.product, description="Other")
    root = cart.lines.get(part_id=None)
    for wrong in (
        {"part_id": 1},
        {"part_id": 1, "bundle_id": bundle.bundle.pk},
        {"parent": root},
        {"parent": root, "part_id": 1},
        {"parent": root, "bundle_id": bundle.bundle.pk},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            CartLine.objects.create(cart=cart, variant=other, amount=1, **wrong)
