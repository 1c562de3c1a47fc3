"""Operations of older clients that have no field of their own (purchase §4, §7): docs/decisions/0045."""

from decimal import Decimal
from typing import Any

import pytest

from cart.models import PaymentCode
from checkout.payments.interface import PaymentContext
from checkout.pricing.offers import payment_offers
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop
from tests.guest import Guest, ready
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
REFERENCE = "query REFERENCE { cart { reference orderReference } }"
EMPTY = "query emptyAfterPlacement { cart { id items { id } } }"
READABLE = "query populateReadableData { cart { items { productName artistName } shippingAddress { countryName } } }"
METHODS = """query getPaymentMethodsForOrder($order_id: ID!) {
    order(id: $order_id) { paymentMethods { id name description } } }"""


@proves(
    "purchase §4, §7, docs/decisions/0045",
    "operations that are named without a shape; a payment on several items stands on the first, a method "
    "is offered once",
)
def test_an_open_cart_has_no_reference_yet_and_placing_gives_it() -> None:
    guest = ready(shop := make_shop(), first_variant(make_product(shop)))
    assert guest.send({"query": REFERENCE}).data == {"reference": "", "orderReference": ""}
    placed = guest.place().data
    assert placed["cart"]["reference"] == placed["order"]["reference"] != ""


def test_after_placement_there_is_no_cart() -> None:
    guest = ready(shop := make_shop(), first_variant(make_product(shop)))
    assert len(guest.send({"query": EMPTY}).data["items"]) == 1
    guest.place()
    assert guest.send({"query": EMPTY}).data is None


def test_readable_data_is_in_the_language_that_asks() -> None:
    shop = make_shop()
    guest = ready(shop, first_variant(make_product(shop, name_de="Hemd", name_en="Shirt")))
    assert guest.send({"query": READABLE}).data["items"][0]["productName"] == "Hemd"
    guest.language = "en"
    assert guest.send({"query": READABLE}).data["items"][0]["productName"] == "Shirt"


def test_an_open_orders_methods_are_those_of_rest() -> None:
    shop = make_shop()
    order = Guest(shop).buy((first_variant(make_product(shop)), 1))
    guest = Guest(shop)
    told = guest.send({"query": METHODS, "variables": {"order_id": order["id"]}}).data["paymentMethods"]
    assert [one["id"] for one in told] == ["bank_transfer"]
    (method,) = guest.get(f"orders/{order['id']}/payment_methods").json()
    assert (method["id"], method["test_mode"]) == ("bank_transfer", False)


def test_a_payment_on_several_items_stands_on_the_first_with_all_that_it_pays() -> None:
    shop = make_shop()
    event = make_event(shop, price="30.00", kulturpass_url="https://pass.example/1")
    make_payment_code(event, "50.00", code="PASS-1")
    guest = Guest(shop)
    guest.add((first_variant(event), 3), code="PASS-1")
    guest.add((first_variant(make_product(shop)), 1))
    items = guest.cart()["items"]
    assert PaymentCode.objects.count() == 1
    paid = [(one["payment"] or {}).get("amount") for one in items]
    assert paid == ["50.00", None, None, None]
    assert items[0]["payment"]["paymentMethod"] == {"name": "KulturPass"}


@proves("purchase §7", "SHIPPINGMETHODS and PAYMENTMETHODS take ids of items and of variants, with a cart or without")
def test_carriers_and_methods_of_some_things_alone() -> None:
    shop = make_shop()
    shirt, tent = (first_variant(make_product(shop, weight_grams=weight)) for weight in (300, 40_000))
    evening, elsewhere = first_variant(make_event(shop)), first_variant(make_product(make_shop()))
    guest = Guest(shop)

    def carriers(*ids: object) -> Any:
        answer = guest.ask("SHIPPINGMETHODS", item_ids=[str(one) for one in ids], country_code="de")
        return answer.refusal["code"] if "errors" in answer.body else len(answer.data["nodes"])

    def methods(*ids: object) -> Any:
        answer = guest.ask("PAYMENTMETHODS", item_ids=[str(one) for one in ids])
        return answer.refusal["code"] if "errors" in answer.body else [one["id"] for one in answer.data["nodes"]]

    for _cart in range(2):
        assert [carriers(), carriers(shirt.pk), carriers(tent.pk)] == [0, 1, "NO_DELIVERY_METHOD"]
        assert [carriers(evening.pk), carriers(shirt.pk, tent.pk)] == [0, "NO_DELIVERY_METHOD"]
        assert [carriers("nonsense"), carriers(elsewhere.pk), carriers(shirt.pk, "0")] == ["ITEM_NOT_FOUND"] * 3
        assert [methods(), methods(shirt.pk), methods("nonsense")] == [[], ["bank_transfer"], "ITEM_NOT_FOUND"]
        guest.add((shirt, 1), (tent, 1))
    ids = {one["productVariantId"]: one["id"] for one in guest.cart()["items"]}
    assert carriers(ids[str(shirt.pk)]) == 1
    assert carriers(ids[str(tent.pk)]) == "NO_DELIVERY_METHOD"
    assert methods(ids[str(shirt.pk)], tent.pk) == ["bank_transfer"]


def test_a_method_is_offered_once_whatever_the_cart_holds() -> None:
    shop = make_shop()
    guest = Guest(shop)
    guest.add((first_variant(make_product(shop)), 2), (first_variant(make_event(shop)), 2))
    offered = [one["id"] for one in guest.ask("PAYMENTMETHODS").data["nodes"]]
    assert offered and len(offered) == len(set(offered))
    known = [one.id for one in payment_offers(PaymentContext(shop, Decimal(30), "de", physical=True))]
    assert offered == known
