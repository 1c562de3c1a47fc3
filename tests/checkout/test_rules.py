from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkout.rules import TaxedLine, address_errors, email_errors, vat_split, wire_status
from shop.money import CENT
from tests.factories import ADDRESS

money = st.integers(0, 500_000).map(lambda amount: Decimal(amount) * CENT)
rates = st.sampled_from([Decimal("0"), Decimal("7"), Decimal("8.1"), Decimal("19"), Decimal("20")])
goods = st.lists(st.builds(TaxedLine, gross=money, rate=rates, physical=st.just(True)), min_size=1, max_size=12)
tickets = st.lists(st.builds(TaxedLine, gross=money, rate=rates, physical=st.just(False)), max_size=6)


@given(goods, tickets, money)
def test_vat_shares_add_up_to_the_cent(goods: list[TaxedLine], tickets: list[TaxedLine], shipping: Decimal) -> None:
    shares = vat_split(goods + tickets, shipping)
    total = sum((line.gross for line in goods + tickets), Decimal(0)) + shipping
    assert sum(share.gross for share in shares) == total
    assert sum(share.net + share.vat for share in shares) == total
    for share in shares:
        assert share.net >= 0
        assert share.vat >= 0
        assert abs(share.vat - share.gross * share.rate / (100 + share.rate)) <= CENT / 2


def test_shipping_follows_the_goods_not_the_tickets() -> None:
    lines = [
        TaxedLine(Decimal("30.00"), Decimal("19"), physical=True),
        TaxedLine(Decimal("10.00"), Decimal("7"), physical=True),
        TaxedLine(Decimal("100.00"), Decimal("7"), physical=False),
    ]
    reduced, full = vat_split(lines, Decimal("5.90"))
    assert (reduced.rate, reduced.gross) == (Decimal("7"), Decimal("111.48"))
    assert (full.gross, full.net, full.vat) == (Decimal("34.42"), Decimal("28.92"), Decimal("5.50"))


def test_goods_for_nothing_bear_no_shipping() -> None:
    lines = [
        TaxedLine(Decimal(gross), Decimal(rate), physical=True)
        for gross, rate in (("5.10", "0"), ("271.05", "7"), ("129.66", "8.1"), ("0.00", "19"))
    ]
    assert vat_split(lines, Decimal("1.99"))[-1].gross == 0


def test_a_complete_address_has_no_errors() -> None:
    assert address_errors(ADDRESS, "billing_address", {"de"}) == {}


@pytest.mark.parametrize("field", ["first_name", "last_name", "address", "post_code", "city", "country_code"])
def test_required_fields(field: str) -> None:
    errors = address_errors(ADDRESS | {field: " "}, "billing_address", {"de", " "})
    assert errors[f"billing_address.{field}"][0]["code"] == "required"


@pytest.mark.parametrize(
    ("field", "limit"),
    [
        ("first_name", 40),
        ("last_name", 40),
        ("company", 100),
        ("address", 60),
        ("address2", 60),
        ("post_code", 10),
        ("city", 60),
    ],
)
def test_field_lengths(field: str, limit: int) -> None:
    assert address_errors(ADDRESS | {field: "x" * limit}, "shipping_address", {"de"}) == {}
    errors = address_errors(ADDRESS | {field: "x" * (limit + 1)}, "shipping_address", {"de"})
    assert errors[f"shipping_address.{field}"][0]["code"] == "too_long"


def test_a_country_that_is_not_delivered_to() -> None:
    errors = address_errors(ADDRESS | {"country_code": "fr"}, "billing_address", {"de", "at", "ch"})
    assert errors["billing_address.country_code"][0]["code"] == "unknown_country"


@pytest.mark.parametrize("email", ["mira@example.org", "a+b@sub.example.co.uk", "a@bücher.example"])
def test_plausible_mail_addresses(email: str) -> None:
    assert email_errors(email) == {}


@pytest.mark.parametrize(
    ("email", "code"),
    [("", "required"), ("mira", "invalid"), ("a@b", "invalid"), ("a b@c.de", "invalid"), ("ä@c.de", "invalid")],
)
def test_implausible_mail_addresses(email: str, code: str) -> None:
    assert email_errors(email)["email"][0]["code"] == code


@pytest.mark.parametrize(
    ("state", "balance", "physical", "status"),
    [
        ("placed", "10", True, "payment_pending"),
        ("paid", "0", True, "pending_fulfillment"),
        ("paid", "0", False, "done"),
        ("paid", "5", False, "problem"),
        ("shipped", "0", True, "fulfillment"),
        ("cancelled", "0", True, "cancelled"),
    ],
)
def test_statuses_on_the_wire(state: str, balance: str, physical: bool, status: str) -> None:
    assert wire_status(state, balance=Decimal(balance), physical=physical) == status
