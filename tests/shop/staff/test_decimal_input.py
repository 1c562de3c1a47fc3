"""Amounts in forms of staff: shown as the reader's language writes them, entered with a comma or a point."""

import pytest
from django.test import Client

from catalogue.models import Price
from shop.core.values.numbers import plain_number
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.staff import errors_of, fields_of, log_in


@pytest.mark.parametrize(
    ("entered", "plain"),
    [
        ("39,00", "39.00"), ("39.00", "39.00"), (" 39 ", "39"), ("1.234,50", "1234.50"), ("1,234.50", "1234.50"),
        ("-1.234.567,5", "-1234567.5"), ("1.234", "1.234"), ("1.234.567", "1.234.567"), ("1,2,3", "1,2,3"),
        ("1.234.50", "1.234.50"), ("12,34.5", "12,34.5"), ("a,b", "a.b"), ("", ""),
    ],
)  # fmt: skip
def test_plain_number(entered: str, plain: str) -> None:
    assert plain_number(entered) == plain


@pytest.mark.django_db
@proves("look", "staff read amounts in forms as their language writes them, and enter a decimal comma or point")
@pytest.mark.parametrize(("language", "shown", "entered"), [("de", "39,00", "1.049.50"), ("en", "39.00", "1,049,50")])
def test_in_a_form(client: Client, language: str, shown: str, entered: str) -> None:
    price = Price.objects.get(product=make_product(make_shop(), price="39.00"))
    client.cookies["locale"] = language
    log_in(client)
    page, name = f"/admin/catalogue/product/{price.product_id}/change/", "prices-0-price"
    answer = client.get(page)
    assert fields_of(answer)[name] == shown
    refused = client.post(page, {**fields_of(answer), name: entered})
    assert errors_of(refused) and fields_of(refused)[name] == entered
    for amount, kept in (("41,50", "41.50"), ("1.042,50", "1042.50"), ("42.50", "42.50")):
        assert client.post(page, {**fields_of(client.get(page)), name: amount}).status_code == 302
        price.refresh_from_db()
        assert str(price.price) == kept
        seen = kept.replace(".", ",") if language == "de" else kept
        assert fields_of(client.get(page))[name] == seen
