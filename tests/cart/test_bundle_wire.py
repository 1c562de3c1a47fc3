"""ADDTOCART of bundles (catalogue §5, §8; purchase §8): what is taken, priced and refused."""

from decimal import Decimal
from typing import Any

import pytest

from cart.models import Cart, CartLine
from catalogue.models import BundlePart, Product, Stock
from catalogue.stock.actions import set_capacity
from shop.invariants import broken_invariants
from tests.factories import first_variant, make_bundle, make_combination, make_event, make_part, make_product, make_shop
from tests.guest import Answer, Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
ROLE = BundlePart.Role


class Buyer(Guest):
    """In front of a box at 40 EUR: a shirt is in it, an evening in one of two cities; posters or a pin may be added."""

    def __init__(self) -> None:
        shop = make_shop("merchstand")
        self.box: Product = make_bundle(make_product(shop, price="40.00", capacity=9))
        self.shirt = make_part(self.box, make_product(shop, price="25.00", variants=("S", "M"), capacity=5))
        cities = [make_event(shop, price="30.00", capacity=5, force_ticket_amount=2) for _city in range(2)]
        self.cities = [
            make_combination(self.box, city, additional_price=Decimal(number * 5)).parts.get()
            for number, city in enumerate(cities)
        ]
        self.poster = make_part(self.box, make_product(shop, price="12.00", capacity=5), ROLE.ADDITIONAL, price=9)
        self.pins = [make_part(self.box, make_product(shop, price="6.00", capacity=5), ROLE.GROUP) for _pin in "ab"]
        super().__init__(shop)

    def part(self, part: BundlePart, amount: float = 1, **more: Any) -> dict[str, Any]:
        variant = first_variant(part.product or part.event)  # type: ignore[arg-type]
        return {"partId": str(part.pk), "productVariantId": str(variant.pk), "amount": amount} | more

    def take(self, *parts: dict[str, Any], **more: Any) -> Answer:
        root = {"productVariantId": str(first_variant(self.box).pk), "amount": 1, "bundleId": str(self.box.pk)}
        return self.ask("ADDTOCART", input={"requests": [root | {"parts": list(parts)} | more]})

    def whole(self) -> list[dict[str, Any]]:
        return [self.part(self.shirt), self.part(self.cities[1])]

    def sell_out(self, part: BundlePart) -> None:
        for stock in Stock.objects.filter(uses__variant__in=(part.product or part.event).variants.all()):
            set_capacity(stock=stock, capacity=0)


@proves(
    "design §4",
    "its price is spread over its parts to the cent, into the order and its VAT; a changed price is the cart's at once",
)
def test_the_root_absorbs_its_parts_and_sums_their_totals() -> None:
    buyer = Buyer()
    cart = buyer.take(*buyer.whole(), buyer.part(buyer.poster, 2)).data["cart"]
    (root,) = [item for item in cart["items"] if item["type"] == "bundle"]
    parts = [item for item in cart["items"] if item["parentId"] == root["id"]]
    assert (root["totalSum"], cart["checkoutSubtotal"]) == ("63.00", "63.00")
    assert sum(Decimal(item["total"]) for item in cart["items"]) == Decimal("63.00")
    assert {item["bundleId"] for item in cart["items"]} == {str(buyer.box.pk)}
    prices = {item["partId"]: (item["price"], item["amount"]) for item in parts}
    assert prices[str(buyer.poster.pk)] == ("9.00", 2)
    shares = [Decimal(item["price"]) for item in (root, *parts) if item["partId"] != str(buyer.poster.pk)]
    assert sum(shares) == Decimal("45.00")
    assert broken_invariants() == {}


def test_a_bundle_is_ordered_at_its_price_with_every_parts_vat() -> None:
    buyer = Buyer()
    assert buyer.take(*buyer.whole()).data
    buyer.enter_address()
    buyer.choose()
    order = buyer.place().data["order"]
    assert (order["total"], len(order["items"])) == ("45.00", 3)
    assert [item["parentId"] is None for item in order["items"]] == [True, False, False]
    # 45 EUR go to a shirt of 25 and an evening of 30, nothing is left for the box; sending the shirt costs 5.90
    assert [item["total"] for item in order["items"]] == ["0.00", "20.45", "24.55"]
    assert {share["rate"]: share["gross"] for share in order["vat"]} == {"19.00": "26.35", "7.00": "24.55"}
    assert broken_invariants() == {}


@proves(
    "catalogue §4, §5",
    "exactly one combination, one of a group at most, bound additions together; server and page say the same",
)
@pytest.mark.parametrize("missing", ["everything", "combination", "a part", "a second combination", "two of a group"])
def test_what_is_not_chosen_whole_is_refused(missing: str) -> None:
    buyer = Buyer()
    parts = {
        "everything": [],
        "combination": [buyer.part(buyer.shirt)],
        "a part": [buyer.part(buyer.cities[0])],
        "a second combination": [*buyer.whole(), buyer.part(buyer.cities[0])],
        "two of a group": [*buyer.whole(), *map(buyer.part, buyer.pins)],
    }[missing]
    assert buyer.take(*parts).refusal["code"] == "BUNDLE_INCOMPLETE"
    assert not Cart.objects.exists()


def test_a_root_is_not_sold_by_itself() -> None:
    buyer = Buyer()
    assert buyer.add((first_variant(buyer.box), 1)).refusal["code"] == "BUNDLE_INCOMPLETE"


@proves("purchase §8", "what is no part of a bundle, or not listed, or a root alone is refused")
@pytest.mark.parametrize("wrong", ["another variant", "another bundle's part", "too many", "no part", "no number"])
def test_what_is_no_part_of_it_is_refused(wrong: str) -> None:
    buyer = Buyer()
    other = make_part(make_bundle(make_product(buyer.shop)), make_product(buyer.shop))
    part = {
        "another variant": buyer.part(buyer.poster, productVariantId=str(first_variant(buyer.box).pk)),
        "another bundle's part": buyer.part(other),
        "too many": buyer.part(buyer.poster, 10),
        "no part": buyer.part(buyer.poster, partId="0"),
        "no number": buyer.part(buyer.poster, partId="²"),
    }[wrong]
    assert buyer.take(*buyer.whole(), part).refusal["code"] == "BUNDLE_NOT_AVAILABLE"
    assert not CartLine.objects.exists()


def test_one_request_takes_so_many_things_and_no_more() -> None:
    buyer = Buyer()
    parts = [buyer.part(buyer.poster, partId=str(number)) for number in range(50)]
    assert buyer.take(*parts).refusal["code"] == "ITEM_NOT_FOUND"


@proves(
    "catalogue §5, purchase §5",
    "one of everything in it; what is added may be more if it is a ticket, simple, or staff allow it; "
    "one ticket at a time, whatever its event is sold in",
)
def test_more_than_one_of_what_is_always_in_it_is_refused() -> None:
    buyer = Buyer()
    assert buyer.take(buyer.part(buyer.shirt, 2), buyer.part(buyer.cities[0])).refusal["code"] == "BUNDLE_NOT_AVAILABLE"
    assert buyer.take(*buyer.whole(), amount=2).refusal["code"] == "AMOUNT_INVALID"


@pytest.mark.parametrize("hidden", ["the root", "the bundle", "the part"])
def test_what_the_shop_does_not_list_is_not_sold(hidden: str) -> None:
    buyer = Buyer()
    if hidden == "the root":
        buyer.box.listed_in.clear()
    elif hidden == "the bundle":
        Product.objects.filter(pk=buyer.box.pk).update(root=False)
    else:
        buyer.shirt.product.listed_in.clear()
    code = "BUNDLE_NOT_AVAILABLE" if hidden == "the part" else "ITEM_NOT_FOUND"
    assert buyer.take(*buyer.whole()).refusal["code"] == code


def test_a_sold_out_part_keeps_the_whole_out() -> None:
    buyer = Buyer()
    buyer.sell_out(buyer.shirt)
    assert buyer.take(*buyer.whole()).refusal["code"] == "SOLD_OUT"
    assert not Stock.objects.exclude(held=0).exists()


def test_one_ticket_of_an_event_that_is_sold_in_pairs() -> None:
    buyer = Buyer()
    assert buyer.take(*buyer.whole()).data
    assert buyer.add((first_variant(buyer.cities[1].event), 2)).data  # type: ignore[arg-type]
    assert buyer.add((first_variant(buyer.cities[1].event), 1)).refusal["code"] == "AMOUNT_NOT_MULTIPLE"  # type: ignore[arg-type]


@proves("design §4", "a bundle that staff changed since cannot be bought, and can be taken out")
def test_what_staff_changed_since_cannot_be_bought_and_can_be_taken_out() -> None:
    buyer = Buyer()
    assert buyer.take(*buyer.whole()).data
    buyer.enter_address()
    buyer.choose()
    make_part(buyer.box, make_product(buyer.shop))
    cart = buyer.cart()
    assert [item["problem"] for item in cart["items"]] == ["not_for_sale"] * 3
    assert buyer.place().refusal["code"] == "ITEM_NOT_AVAILABLE"
    root = next(item for item in cart["items"] if item["parentId"] is None)
    assert buyer.ask("REMOVEFROMCART", input={"itemId": root["id"]}).data["cart"]["items"] == []


def test_a_changed_price_of_the_bundle_is_the_carts_at_once() -> None:
    buyer = Buyer()
    assert buyer.take(*buyer.whole(), buyer.part(buyer.poster)).data
    BundlePart.objects.filter(pk=buyer.poster.pk).update(price=Decimal("10.50"))
    assert buyer.cart()["checkoutSubtotal"] == "55.50"


@proves("design §4", "a bundle and single lines of the same stock are one demand, under many hands, too")
def test_lines_of_a_single_thing_and_of_the_bundle_stay_apart() -> None:
    buyer = Buyer()
    assert buyer.take(*buyer.whole()).data
    shirt = first_variant(buyer.shirt.product)  # type: ignore[arg-type]
    cart = buyer.add((shirt, 2)).data["cart"]
    assert sorted(item["amount"] for item in cart["items"] if item["productVariantId"] == str(shirt.pk)) == [1, 2]
    assert Stock.objects.get(uses__variant=shirt).held == 3
