from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkout.rules import Bill, TaxedLine, address_errors, covered, email_errors, vat_split, wire_status
from shop.core.values.money import CENT
from shop.vat.rule import Tax, VatRule
from tests.factories import ADDRESS
from tests.proofs import proves

money = st.integers(0, 500_000).map(lambda amount: Decimal(amount) * CENT)
rates = st.sampled_from([Decimal("0"), Decimal("7"), Decimal("8.1"), Decimal("19"), Decimal("20")])
taxes = st.builds(Tax, rates, st.sampled_from(VatRule.values), st.sampled_from(["", "at"]))
goods = st.lists(st.builds(TaxedLine, gross=money, tax=taxes, physical=st.just(True)), min_size=1, max_size=12)
tickets = st.lists(st.builds(TaxedLine, gross=money, tax=taxes, physical=st.just(False)), max_size=6)


@proves("design §4", "VAT split by rate to the cent; shipping follows the goods")
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
        TaxedLine(Decimal("30.00"), Tax(Decimal("19")), physical=True),
        TaxedLine(Decimal("10.00"), Tax(Decimal("7")), physical=True),
        TaxedLine(Decimal("100.00"), Tax(Decimal("7")), physical=False),
    ]
    reduced, full = vat_split(lines, Decimal("5.90"))
    assert (reduced.rate, reduced.gross) == (Decimal("7"), Decimal("111.48"))
    assert (full.gross, full.net, full.vat) == (Decimal("34.42"), Decimal("28.92"), Decimal("5.50"))


def test_goods_for_nothing_bear_no_shipping() -> None:
    lines = [
        TaxedLine(Decimal(gross), Tax(Decimal(rate)), physical=True)
        for gross, rate in (("5.10", "0"), ("271.05", "7"), ("129.66", "8.1"), ("0.00", "19"))
    ]
    assert vat_split(lines, Decimal("1.99"))[-1].gross == 0


def test_a_complete_address_has_no_errors() -> None:
    assert address_errors(ADDRESS, "billing_address", {"de"}, postal=True) == {}


@proves("purchase §5", "addresses: required, lengths, country; all complaints at once by field")
@pytest.mark.parametrize("field", ["address", "post_code", "city", "country_code"])
def test_required_fields(field: str) -> None:
    errors = address_errors(ADDRESS | {field: " "}, "billing_address", {"de", " "}, postal=True)
    assert errors[f"billing_address.{field}"][0]["code"] == "required"


def test_one_name_is_required() -> None:
    for field in ("first_name", "last_name"):
        assert address_errors(ADDRESS | {field: " "}, "billing_address", {"de"}, postal=True) == {}
    nobody = ADDRESS | {"first_name": " ", "last_name": ""}
    assert "required" in str(address_errors(nobody, "billing_address", {"de"}, postal=True))


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
    assert address_errors(ADDRESS | {field: "x" * limit}, "shipping_address", {"de"}, postal=True) == {}
    errors = address_errors(ADDRESS | {field: "x" * (limit + 1)}, "shipping_address", {"de"}, postal=True)
    assert errors[f"shipping_address.{field}"][0]["code"] == "too_long"


def test_a_country_that_is_not_delivered_to() -> None:
    errors = address_errors(ADDRESS | {"country_code": "fr"}, "billing_address", {"de", "at", "ch"}, postal=True)
    assert errors["billing_address.country_code"][0]["code"] == "unknown_country"


@proves("purchase §5", "e-mail addresses")
@pytest.mark.parametrize("email", ["mira@example.org", "a+b@sub.example.co.uk", "a@bücher.example"])
def test_plausible_mail_addresses(email: str) -> None:
    assert email_errors(email) == {}


@pytest.mark.parametrize(
    ("email", "code"),
    [("", "required"), ("mira", "invalid"), ("a@b", "invalid"), ("a b@c.de", "invalid"), ("ä@c.de", "invalid")],
)
def test_implausible_mail_addresses(email: str, code: str) -> None:
    assert email_errors(email)["email"][0]["code"] == code


@proves("purchase §4", "deliveries are packed, shipped, delivered, returned, once paid; the order's status follows")
@proves("purchase §4", "statuses on the wire")
@pytest.mark.parametrize(
    ("payment", "fulfilment", "balance", "received", "status"),
    [
        ("open", "open", "10", "0", "payment_pending"),
        ("open", "open", "10", "0.01", "incomplete"),
        ("paid", "open", "0", "10", "pending_fulfillment"),
        ("paid", "packed", "0", "10", "processing"),
        ("paid", "shipped", "0", "10", "fulfillment"),
        ("paid", "delivered", "0", "10", "done"),
        ("paid", "returned", "0", "10", "done"),
        ("paid", "nothing", "0", "10", "done"),
        ("paid", "nothing", "-5", "15", "done"),
        ("paid", "shipped", "0.01", "5", "problem"),
        ("cancelled", "open", "0", "0", "cancelled"),
        ("cancelled", "shipped", "-5", "5", "cancelled"),
    ],
)
def test_statuses_on_the_wire(payment: str, fulfilment: str, balance: str, received: str, status: str) -> None:
    assert wire_status(payment, fulfilment, balance=Decimal(balance), received=Decimal(received)) == status


@proves(
    "design §4",
    "a placement is paid by itself; what is too much for one pays another; a paid order that grows waits "
    "for money again",
)
@given(bills=st.lists(st.tuples(money, money), max_size=5), spare=money)
def test_money_covers_whole_bills_and_never_more_than_came_in(
    bills: list[tuple[Decimal, Decimal]], spare: Decimal
) -> None:
    found = covered([Bill(*bill) for bill in bills], spare)
    paid = sum((total for (total, _own), one in zip(bills, found, strict=True) if one), Decimal(0))
    assert paid <= spare + sum((own for _total, own in bills), Decimal(0))
    assert all(one for (total, own), one in zip(bills, found, strict=True) if own >= total)


def test_what_is_too_much_for_one_bill_pays_another() -> None:
    bills = [Bill(Decimal(20), Decimal(0)), Bill(Decimal(10), Decimal(25)), Bill(Decimal(9), Decimal(0))]
    assert covered(bills, Decimal(5)) == [True, True, False]
    assert covered(bills, Decimal("4.99")) == [False, True, True]
    assert covered(bills, Decimal("-7")) == [False, True, False]


@given(
    bills=st.lists(st.tuples(money, money), min_size=1, max_size=4),
    steps=st.lists(money, min_size=1, max_size=4),
)
def test_money_that_comes_in_steps_pays_for_no_more_than_itself(
    bills: list[tuple[Decimal, Decimal]], steps: list[Decimal]
) -> None:
    paid, spare = [False] * len(bills), Decimal(0)
    for step in steps:
        spare += step
        paid = covered([Bill(*bill, paid=one) for bill, one in zip(bills, paid, strict=True)], spare)
        owed = sum((owed for (owed, _own), one in zip(bills, paid, strict=True) if one), Decimal(0))
        assert owed <= spare + sum((own for _owed, own in bills), Decimal(0))


def test_what_was_paid_with_spare_money_is_not_spent_again() -> None:
    first, second = Bill(Decimal(100), Decimal(0)), Bill(Decimal(30), Decimal(0))
    assert covered([first, second], Decimal(30)) == [False, True]
    assert covered([first, Bill(Decimal(30), Decimal(0), paid=True)], Decimal(100)) == [False, True]
    assert covered([first, Bill(Decimal(30), Decimal(0), paid=True)], Decimal(130)) == [True, True]
