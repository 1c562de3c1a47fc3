"""A hostile or confused client gets a clear refusal, and nothing changes."""

import json
from typing import Any

import pytest
from django.test import Client

from cart.models import Address, Cart, CartLine
from catalogue.models import Product, Stock
from checkout.models import LedgerEntry, Order, Payment, Placement
from shop.models import Shop
from tests.factories import first_variant, make_product, make_shop
from tests.guest import DOCUMENTS, Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
# As JSON writes them: Python's own writer knows no 1e308 that stays one.
AMOUNTS = (
    "1e308",
    "-1e308",
    "1e400",
    "-0",
    "-0.0",
    "0.999999",
    "1e-308",
    "NaN",
    "Infinity",
    '"one"',
    '"1_0"',
    '"NaN"',
    '""',
    "null",
    "true",
    "[1]",
)


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


@pytest.fixture
def shirt(shop: Shop) -> Product:
    return make_product(shop, capacity=20)


def state() -> list[list[tuple[Any, ...]]]:
    return [
        list(model.objects.order_by("pk").values_list(*fields))
        for model, fields in (
            (Cart, ("pk", "state", "country_code", "payment_method", "shipping_method", "email", "billing_address")),
            (Address, ("pk", "city", "country_code")), (CartLine, ("pk", "amount", "cart")),
            (Stock, ("pk", "held", "sold")), (Placement, ("pk", "paid_at", "total")), (Payment, ("pk", "state")),
            (LedgerEntry, ("pk",)),
        )
    ]  # fmt: skip


def send(guest: Guest, operation: str, values: str) -> dict[str, Any]:
    """POST with the input's JSON as written."""
    document = json.dumps(DOCUMENTS[operation])
    body = f'{{"query": {document}, "operationName": "{operation}", "variables": {{"input": {values}}}}}'
    answer = guest.client.post(f"{guest.base}/graphql?locale=de", body, content_type="application/json")
    assert answer.status_code < 500
    return dict(answer.json())


def is_refused(answer: dict[str, Any]) -> bool:
    """Clearly, and not for a fault of ours."""
    if "errors" not in answer:
        return answer.get("code") == "BAD_REQUEST"
    codes = {error.get("extensions", {}).get("code") for error in answer["errors"]}
    return not codes & {None, "INTERNAL"} and all(error["message"] for error in answer["errors"])


@proves(
    "design §6",
    "a hostile or confused client (1e308, NaN, −0, lines of others, a closed cart, 1 000 wishes) gets a "
    "clear refusal and changes nothing",
)
@pytest.mark.parametrize("amount", AMOUNTS)
def test_amounts_that_are_none(shop: Shop, shirt: Product, amount: str) -> None:
    guest = Guest(shop)
    guest.add((first_variant(shirt), 2))
    (line,) = CartLine.objects.all()
    before = state()
    wish = f'{{"requests": [{{"productVariantId": "{line.variant_id}", "amount": {amount}}}]}}'
    assert is_refused(send(guest, "ADDTOCART", wish))
    assert is_refused(send(guest, "CHANGEAMOUNT", f'{{"itemId": "{line.pk}", "amount": {amount}}}'))
    assert state() == before


def test_lines_of_somebody_else(shop: Shop, shirt: Product) -> None:
    owner, thief = Guest(shop), Guest(shop)
    owner.add((first_variant(shirt), 2))
    (line,) = CartLine.objects.all()
    thief.add((first_variant(make_product(shop)), 1))
    before = state()
    assert is_refused(send(thief, "REMOVEFROMCART", f'{{"itemId": "{line.pk}"}}'))
    assert is_refused(send(thief, "CHANGEAMOUNT", f'{{"itemId": "{line.pk}", "amount": 1}}'))
    wish = (
        f'{{"requests": [{{"productVariantId": "{line.variant_id}", "amount": 1}}], "releasedItemIds": ["{line.pk}"]}}'
    )
    assert is_refused(send(thief, "ADDTOCART", wish))
    assert thief.patch(f"cart/items/{line.pk}", {"personal_identifier": "mine"}).status_code == 404
    assert state() == before


def test_a_cart_that_was_ordered_is_closed(shop: Shop, shirt: Product) -> None:
    guest = Guest(shop)
    guest.add((first_variant(shirt), 2))
    guest.enter_address()
    guest.choose()
    guest.place()
    (line,) = CartLine.objects.all()
    before = state()
    assert Order.objects.exists()
    for operation, values in (
        ("REMOVEFROMCART", f'{{"itemId": "{line.pk}"}}'),
        ("CHANGEAMOUNT", f'{{"itemId": "{line.pk}", "amount": 5}}'),
        ("CHANGECOUNTRY", '{"countryCode": "at"}'),
    ):
        assert is_refused(send(guest, operation, values)), operation
    assert guest.enter_address(city="Elsewhere").status_code >= 400
    assert guest.choose(shipping="-1").status_code >= 400
    assert state() == before


def test_a_thousand_lines_at_once(shop: Shop, shirt: Product) -> None:
    guest = Guest(shop)
    guest.add((first_variant(shirt), 1))
    before = state()
    wishes = ",".join([f'{{"productVariantId": "{first_variant(shirt).pk}", "amount": 1}}'] * 1000)
    assert is_refused(send(guest, "ADDTOCART", f'{{"requests": [{wishes}]}}'))
    assert state() == before


def test_a_stranger_with_a_made_up_secret(shop: Shop) -> None:
    for secret in ("", "0", "x" * 32, "../..", "%00"):
        assert Client().get(f"/api/v2/shops/{shop.slug}/orders/{secret}").status_code in (400, 404)
