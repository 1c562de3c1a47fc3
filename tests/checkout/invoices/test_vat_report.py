"""Staff read which VAT their sellers owe whom."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from checkout.invoices.vat_report import vat_sums
from shop.models import Shop
from tests.checkout.invoicing import invoiced, seller, write_invoice
from tests.factories import first_variant, make_product
from tests.proofs import proves
from tests.staff import clerk_with, text_at

pytestmark = pytest.mark.django_db
PAGE = "/admin/checkout/invoice/vat/"
JULY, SEPTEMBER = date(2026, 7, 1), date(2026, 9, 30)


@pytest.fixture
def shop() -> Shop:
    return seller("nachtfalter", name="Nachtfalter")


def file_of(client: Client, **asked: str | int) -> list[list[str]]:
    answer = client.get(PAGE, {"first": f"{JULY}", "last": f"{SEPTEMBER}", **asked, "format": "csv"})
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return [line.split(";") for line in answer.content.decode("utf-8-sig").splitlines()][1:]


@proves("law VT-3, AD-12", "the VAT of a period by seller, kind, country and rate, less what was credited")
def test_the_sums(shop: Shop, boss: Client) -> None:
    other = seller("kellerkind", name="Kellerkind")
    first = write_invoice(shop, 1, JULY, ("19.00", "home", "", "100.00"), ("7.00", "home", "", "10.00"))
    write_invoice(shop, 2, SEPTEMBER, ("19.00", "home", "", "50.00"), ("20.00", "oss", "at", "25.00"))
    write_invoice(shop, 3, SEPTEMBER, ("19.00", "home", "", "-30.00"), corrects=first)
    write_invoice(shop, 4, date(2026, 6, 30), ("19.00", "home", "", "1.00"))
    write_invoice(shop, 5, date(2026, 10, 1), ("19.00", "home", "", "1.00"))
    write_invoice(other, 1, JULY, ("0.00", "export", "ch", "5.00"))
    rows = file_of(boss)
    assert rows == [
        ["kellerkind", "export", "ch", "0,00", "1", "4,00", "1,00", "5,00"],
        ["nachtfalter", "home", "de", "19,00", "3", "96,00", "24,00", "120,00"],
        ["nachtfalter", "home", "de", "7,00", "1", "8,00", "2,00", "10,00"],
        ["nachtfalter", "oss", "at", "20,00", "1", "20,00", "5,00", "25,00"],
    ]
    assert file_of(boss, seller=other.pk) == rows[:1]
    page = text_at(boss, PAGE, first=JULY, last=SEPTEMBER)
    for text in ("Kellerkind", "the buyer&#x27;s country (One Stop Shop)", "Austria", "20&nbsp;%", "120,00"):
        assert text in page
    assert "No invoice was written" in text_at(boss, PAGE, first="2025-01-01", last="2025-01-31")


@proves("law AD-12", "the VAT report adds up to the invoices' totals")
def test_it_adds_up(shop: Shop) -> None:
    placement = invoiced((first_variant(make_product(shop, capacity=9)), 3), (first_variant(make_product(shop)), 1))
    day = placement.invoices.get().issued_on
    sums = vat_sums(day, day)
    assert sum(one.gross for one in sums) == sum(one.net + one.vat for one in sums) == placement.invoices.get().total
    assert sums and Decimal(0) not in [one.gross for one in sums]


@proves("law AD-2, AD-12", "who may view invoices sees the report; its file needs the right to export")
def test_the_rights(shop: Shop) -> None:
    write_invoice(shop, 1, JULY, ("19.00", "home", "", "100.00"))
    asked = {"first": f"{JULY}", "last": f"{SEPTEMBER}"}
    viewer, exporter, other = clerk_with("view_invoice"), clerk_with("view_invoice", "export_invoice"), clerk_with()
    assert "Download" not in text_at(viewer, PAGE, **asked)
    assert viewer.get(PAGE, {**asked, "format": "csv"}).status_code == 403
    assert "Download" in text_at(exporter, PAGE, **asked)
    assert len(file_of(exporter)) == 1
    assert exporter.post(PAGE).status_code == 405
    assert other.get(PAGE).status_code == 403


@proves("law AD-12", "a wrong period is refused with its reason, and without one the last quarter is shown")
def test_periods(shop: Shop, boss: Client) -> None:
    assert "This day is before the first one." in text_at(boss, PAGE, first=SEPTEMBER, last=JULY)
    assert 'aria-current="true">Last quarter' in text_at(boss, PAGE)


def test_statements(shop: Shop) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            vat_sums(JULY, SEPTEMBER)
        return len(seen.captured_queries)

    write_invoice(shop, 1, JULY, ("19.00", "home", "", "1.00"))
    one = asked()
    for number in range(2, 6):
        write_invoice(seller(f"band-{number}"), number, JULY, ("19.00", "home", "", "1.00"))
    assert asked() == one == 2
