"""What shoppers enter on the way, as a client sends it: country, addresses, carrier, payment (purchase §4, §5)."""

from typing import Any

import pytest

from cart.models import Cart
from catalogue.models import ProductVariant
from checkout.models import Country
from shop.models import Shop
from tests.factories import first_variant, make_payment_code, make_product, make_shop
from tests.guest import Guest, as_read, ready
from tests.proofs import proves
from tests.sample_address import ADDRESS
from tests.seated import House

from .discounts import make_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return make_shop()


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, capacity=5))


@proves("purchase §5", "GET countries and COUNTRIES say of each country what its postal codes look like")
def test_countries_say_what_their_postal_codes_look_like(shop: Shop) -> None:
    Country.objects.create(code="pl", active=True)
    guest = Guest(shop)
    by_rest = {one["country_code"]: one["post_code_pattern"] for one in guest.get("countries").json()}
    assert by_rest["pl"] == r"\d{2}[ -]?\d{3}" and by_rest["de"] == r"\d{5}"
    asked = guest.send({"query": "{ countries { countryCode postCodePattern } }"}).data
    assert {one["countryCode"]: one["postCodePattern"] for one in asked} == by_rest


@proves("purchase §5", "addresses: required, lengths, country; all complaints at once by field")
@proves("design §3", "REST errors are problem+json, by field path")
def test_all_complaints_about_addresses_come_at_once_by_field(shop: Shop, shirt: ProductVariant) -> None:
    guest = ready(shop, shirt)
    before = Cart.objects.values_list().get()
    body = {
        "billing_address": ADDRESS | {"first_name": " ", "last_name": "", "post_code": "x" * 11},
        "shipping_address": {"country_code": "fr"},
        "email": "mira",
    }
    answer = guest.patch("cart/address", body)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    problem = answer.json()
    assert {field: error[0]["code"] for field, error in problem.pop("errors").items()} == {
        "billing_address.first_name": "required",
        "billing_address.last_name": "required",
        "billing_address.post_code": "too_long",
        "shipping_address.first_name": "required",
        "shipping_address.last_name": "required",
        "shipping_address.address": "required",
        "shipping_address.post_code": "required",
        "shipping_address.city": "required",
        "shipping_address.country_code": "unknown_country",
        "email": "invalid",
    }
    assert problem == {
        "type": "about:blank",
        "title": "Bad request",
        "status": 400,
        "detail": "Some fields need attention",
        "code": "INVALID_INPUT",
    }
    assert Cart.objects.values_list().get() == before


@proves("design §3", "what is wrong with a field is said in the language that asks, whoever refuses it")
def test_refused_fields_speak_the_language_that_asks(shop: Shop, shirt: ProductVariant) -> None:
    address = {"first_name": "", "company": "x" * 101, "city": "@", "country_code": "xx", "unknown": 1}
    bodies = [
        ("patch", "cart/address", {"billing_address": address | {"unknown": None}}),
        ("patch", "cart/address", {"billing_address": {key: address[key] for key in list(address)[:-1]}, "email": "x"}),
        ("post", "newsletter", {"email": "x"}),
        ("post", "withdrawals", {"email": "x", "contract": "x" * 900}),
        ("post", "withdrawals", {"email": "x", "contract": "x" * 900, "idempotency_key": "abcdefgh"}),
    ]

    def said(language: str) -> dict[tuple[int, str], str]:
        guest = ready(shop, shirt, language=language)
        found: dict[tuple[int, str], str] = {}
        for number, (method, path, body) in enumerate(bodies):
            send = getattr(guest.client, method)
            answer = send(f"{guest.base}/{path}", body, content_type="application/json")
            assert answer.status_code == 400, answer.content
            found |= {(number, field): one[0]["message"] for field, one in answer.json()["errors"].items()}
        return found

    german, english = said("de"), said("en")
    assert german.keys() == english.keys()
    assert {field for field, text in german.items() if text == english[field]} == set()
    assert german[1, "billing_address.first_name"] == "Dieses Feld ist zwingend erforderlich."


@proves("purchase §3", "additional_address is another name of address2; a field that a write does not know is refused")
def test_no_field_of_an_address_is_dropped(shop: Shop, shirt: ProductVariant) -> None:
    guest = ready(shop, shirt)
    address = {key: value for key, value in ADDRESS.items() if key != "address2"}

    def send(more: Any, **beside: Any) -> Any:
        body = {"billing_address": address | more, "shipping_address": None, "email": "mira@example.org", **beside}
        return guest.patch("cart/address", body)

    known = send({"additional_address": "HH", "country_name": "Deutschland"}, locale="de")
    assert known.json()["billing_address"]["address2"] == "HH"
    assert send({"address2": "HH", "additional_address": "HH"}).status_code == 200
    two = send({"address2": "VH", "additional_address": "HH"})
    assert two.json()["errors"]["billing_address.additional_address"][0]["code"] == "invalid"
    unknown = send({"adress2": "VH", "locale": "de"}, mail="mira@example.org")
    assert unknown.status_code == 400
    assert {field: one[0]["code"] for field, one in unknown.json()["errors"].items()} == {
        "billing_address.adress2": "unknown_field",
        "billing_address.locale": "unknown_field",
        "mail": "unknown_field",
    }
    assert Cart.objects.get().billing_address.address2 == "HH"


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["billing_address"]),
        ({"billing_address": "Hamburg"}, ["billing_address"]),
        ({"billing_address": {"city": ["x"]}}, ["billing_address.city"]),
        ([], [""]),
    ],
)
def test_bodies_of_the_wrong_shape(shop: Shop, shirt: ProductVariant, body: Any, fields: list[str]) -> None:
    guest = Guest(shop)
    guest.add((shirt, 1))
    answer = guest.patch("cart/address", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, fields)


def test_a_text_that_no_database_takes_is_a_problem(shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    guest.add((shirt, 1))
    answer = guest.patch("cart/address", {"billing_address": ADDRESS | {"city": "a\x00b"}, "email": "a@b.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "PARSE_ERROR")


def test_broken_json_is_a_problem(shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    guest.add((shirt, 1))
    answer = guest.patch("cart/logistics", '{"payment_method": ')
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["code"] == "PARSE_ERROR"


@proves("purchase §4", "no shipping address: as billing; country names and `-1` are dropped")
def test_a_shipping_address_decides_the_country_and_none_means_as_billing(shop: Shop, shirt: ProductVariant) -> None:
    guest = ready(shop, shirt)
    vienna = ADDRESS | {"city": "Wien", "post_code": "1010", "country_code": "AT"}
    body = {"billing_address": ADDRESS, "shipping_address": vienna, "email": "mira@example.org"}
    cart = guest.patch("cart/address", body).json()
    assert (cart["country_code"], cart["shipping_address"]["city"]) == ("at", "Wien")
    assert (cart["shipping_method"], cart["payment_method"]) == (None, None)
    assert guest.enter_address().json()["shipping_address"] is None
    guest.choose()
    order = guest.place().data["order"]
    assert order["shippingAddress"] == order["billingAddress"]


@proves("purchase §3", "only countries that are delivered to; their own prices")
def test_unknown_countries(shop: Shop, shirt: ProductVariant) -> None:
    guest = Guest(shop)
    guest.add((shirt, 1))
    expected = {"code": "COUNTRY_UNKNOWN"}
    assert guest.ask("CHANGECOUNTRY", input={"countryCode": "fr"}).refusal == expected
    assert guest.ask("SHIPPINGMETHODS", country_code="").refusal == expected
    assert guest.cart()["countryCode"] == "de"


@proves("purchase §9", "carriers by country, weight and kind; one disc goes as a letter")
def test_goods_that_no_carrier_takes(shop: Shop) -> None:
    guest = Guest(shop)
    guest.add((first_variant(make_product(shop, name="Zelt", weight_grams=40_000)), 1))
    refusal = guest.ask("SHIPPINGMETHODS", country_code="de").refusal
    assert refusal == {"code": "NO_DELIVERY_METHOD", "obstacle": "WEIGHT", "items": ["Zelt"]}


@proves("purchase §4", "choices that are not offered leave the earlier ones")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"shipping_method": "999999"}, "NO_DELIVERY_METHOD"),
        ({"shipping_method": "x" * 30}, "NO_DELIVERY_METHOD"),
        ({"payment_method": "paypal"}, "PAYMENT_METHOD_UNAVAILABLE"),
        ({"payment_method": "internal_payment_skipped"}, "PAYMENT_METHOD_UNAVAILABLE"),
    ],
)
def test_choices_that_are_not_offered_leave_the_earlier_ones(
    shop: Shop, shirt: ProductVariant, body: dict[str, str], code: str
) -> None:
    guest = ready(shop, shirt)
    before = guest.cart()
    answer = guest.patch("cart/logistics", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    after = guest.cart()
    assert after | {"validUntil": ""} == before | {"validUntil": ""}


def test_a_shop_without_offered_methods_sells_nothing(shop: Shop, shirt: ProductVariant) -> None:
    Shop.objects.filter(pk=shop.pk).update(payment_blacklist=["bank_transfer"])
    guest = Guest(shop)
    guest.add((shirt, 1))
    guest.enter_address()
    assert guest.ask("PAYMENTMETHODS").data["nodes"] == []
    assert guest.choose().json()["code"] == "PAYMENT_METHOD_UNAVAILABLE"


# --- both interfaces


@proves("purchase §3, catalogue §7", "cart and shop over REST are those over GraphQL, field by field")
def test_rest_answers_the_cart_of_graphql() -> None:
    """The frontend reads both by one type, which is made of GraphQL's."""
    house = House()
    guest = Guest(house.shop)
    shirt = first_variant(make_product(house.shop))
    guest.add((shirt, 2), (house.ticket, 1), code=make_payment_code(house.event).code)
    guest.enter_address()
    guest.post("discount", {"code": make_code(house.shop).code})
    by_rest = as_read(guest.choose().json())
    assert by_rest["discount"] and by_rest["paymentCode"] and by_rest["shipping"] and by_rest["billingAddress"]
    assert [line["seat"] is not None for line in by_rest["items"]] == [False, True]
    assert [line.pop("bundledItems") for line in by_rest["items"]] == [
        [],
        [],
    ]  # asked for by GraphQL below a bundle only
    assert by_rest == as_read(guest.cart())
