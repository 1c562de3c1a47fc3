"""Shops that leave out some of the operator's countries and carriers, alone and with others' goods in one cart."""

import pytest
from django.db import connection

from catalogue.models import Product, ProductVariant
from checkout.models import Carrier, CarrierRate, Country
from checkout.pricing.delivery_terms import delivery_terms
from shop.models import Shop
from tests.checkout.placing import parcel
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    for code in ("at", "ch"):
        Country.objects.update_or_create(code=code, defaults={"active": True})
    return make_shop()


def goods_of(owner: Shop, shop: Shop) -> ProductVariant:
    """What the shop sells for their owner."""
    product: Product = make_product(owner)
    product.listed_in.set([owner, shop])
    return first_variant(product)


def leave_out(owner: Shop, *codes: str) -> None:
    for code in codes:
        Country.objects.get(code=code).not_in.add(owner)


def codes(guest: Guest, path: str = "countries?of=cart") -> set[str]:
    return {one["country_code"] for one in guest.get(path).json()} & {"de", "at", "ch"}


@proves("purchase §3", "a shop leaves out countries of the operator's; other shops go on to deliver there")
def test_a_country_is_left_out_by_one_shop_alone(shop: Shop) -> None:
    other, shirt = make_shop(), first_variant(make_product(shop))
    assert codes(Guest(shop), "countries") == codes(Guest(shop)) == {"de", "at", "ch"}
    leave_out(shop, "ch")
    guest, elsewhere = Guest(shop), Guest(other)
    guest.add((shirt, 1))
    elsewhere.add((first_variant(make_product(other)), 1))
    assert codes(guest) == codes(guest, "countries") == {"de", "at"}
    asked = guest.send({"query": "{ countries { countryCode } }"}).data
    assert {one["countryCode"] for one in asked} & {"de", "at", "ch"} == {"de", "at"}
    assert guest.ask("CHANGECOUNTRY", input={"countryCode": "ch"}).refusal == {"code": "COUNTRY_UNKNOWN"}
    assert guest.ask("SHIPPINGMETHODS", country_code="ch").refusal == {"code": "COUNTRY_UNKNOWN"}
    refused = guest.enter_address(country_code="ch", post_code="8001")
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["billing_address.country_code"])
    assert "Schweiz" not in {one.name for one in delivery_terms(shop).destinations}

    assert codes(elsewhere) == {"de", "at", "ch"}
    assert elsewhere.enter_address(country_code="ch", post_code="8001").status_code == 200
    assert "Schweiz" in {one.name for one in delivery_terms(other).destinations}


@proves("purchase §3", "goods of several owners go where all of them deliver; what is not shipped, anywhere")
def test_goods_of_several_owners_go_where_all_deliver(shop: Shop) -> None:
    first, second = make_shop(), make_shop()
    leave_out(first, "at")
    leave_out(second, "ch")
    guest = Guest(shop)
    guest.add((goods_of(first, shop), 1))
    assert codes(guest) == {"de", "ch"}
    assert guest.ask("CHANGECOUNTRY", input={"countryCode": "ch"}).data["cart"]["countryCode"] == "ch"
    at_home_alone = goods_of(second, shop)
    guest.add((at_home_alone, 1))
    assert codes(guest) == {"de"} and codes(guest, "countries") == {"de", "at", "ch"}
    assert obstacle(guest, "ch") == ("SENDER", names(at_home_alone))
    assert guest.ask("CHANGECOUNTRY", input={"countryCode": "at"}).refusal == {"code": "COUNTRY_UNKNOWN"}

    tickets, event = Guest(shop), make_event(first)
    event.listed_in.set([first, shop])
    tickets.add((first_variant(event), 1))
    assert codes(tickets) == {"de", "at", "ch"}


@proves("purchase §3", "a carrier that an owner of goods leaves out takes no cart with these, not even a chosen one")
def test_a_carrier_is_left_out_by_an_owner_of_goods(shop: Shop) -> None:
    band, carrier = make_shop(), parcel()
    mixed, own = Guest(shop), Guest(shop)
    mixed.add((goods_of(band, shop), 1), (first_variant(make_product(shop)), 1))
    own.add((first_variant(make_product(shop)), 1))
    for guest in (mixed, own):
        assert guest.enter_address().status_code == guest.choose(carrier).status_code == 200

    Carrier.objects.get(pk=carrier).not_in.add(band)
    assert mixed.ask("SHIPPINGMETHODS", country_code="de").refusal["code"] == "NO_DELIVERY_METHOD"
    assert mixed.cart()["shippingMethod"] is None
    assert mixed.choose(carrier).json()["code"] == "NO_DELIVERY_METHOD"
    assert mixed.place().refusal["code"] == "NO_DELIVERY_METHOD"
    assert [one["id"] for one in own.ask("SHIPPINGMETHODS", country_code="de").data["nodes"]] == [carrier]
    assert own.place().data["order"]["shippingMethod"]["id"] == carrier


@proves("purchase §8", "the refusal of a country names the goods that no carrier takes there, and why")
def test_a_refused_country_names_the_goods_and_the_reason(shop: Shop) -> None:
    knife, shirt, tent = (
        first_variant(make_product(shop, **fields))
        for fields in ({"name": "Messer", "over_18": True}, {"name": "Shirt"}, {"name": "Zelt", "weight_grams": 99_000})
    )
    brick = first_variant(make_product(shop, name="Ziegel", weight_grams=16_000))
    guest = Guest(shop)
    guest.add((shirt, 1), (knife, 1), (tent, 1))
    assert obstacle(guest, "at") == ("AGE", names(knife))
    assert obstacle(guest, "de") == ("WEIGHT", names(tent))

    other = Guest(shop)
    other.add((brick, 2), (shirt, 1))
    assert obstacle(other, "de") == ("WEIGHT", names(brick))


def test_goods_that_can_only_go_apart_are_named_together(shop: Shop) -> None:
    band, carrier = make_shop(), Carrier.objects.get(checks_age=True)
    carrier.not_in.add(band)
    knife, shirt = first_variant(make_product(shop, over_18=True)), goods_of(band, shop)
    guest = Guest(shop)
    guest.add((knife, 1), (shirt, 1))
    assert obstacle(guest, "de") == ("TOGETHER", {*names(knife), *names(shirt)})
    heavy = Guest(shop)
    CarrierRate.objects.filter(country="de").update(max_weight_grams=1000)
    bricks = [first_variant(make_product(shop, name=name, weight_grams=600)) for name in ("Ziegel", "Stein")]
    heavy.add(*((one, 1) for one in bricks))
    assert obstacle(heavy, "de") == ("WEIGHT", names(*bricks))


def obstacle(guest: Guest, country: str) -> tuple[str, set[str]]:
    refused = guest.ask("SHIPPINGMETHODS", country_code=country).refusal
    assert refused["code"] == "NO_DELIVERY_METHOD"
    return refused["obstacle"], set(refused["items"])


def names(*variants: ProductVariant) -> set[str]:
    return {one.product.descriptive_name or one.product.name for one in variants if one.product}


def test_what_is_left_out_is_new_on_every_shops_page(shop: Shop) -> None:
    for thing in (Country.objects.get(code="at"), Carrier.objects.earliest("pk")):
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM shop_cataloguechange")
        thing.not_in.add(shop)
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(DISTINCT shop_id) FROM shop_cataloguechange")
            assert cursor.fetchone() == (Shop.objects.count(),)
