"""Invoices leave the shop as bookings that DATEV reads."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from checkout.accounting import datev
from checkout.accounting.bookings import AccountsMissing, bookings_of
from checkout.accounting.datev import COLUMNS, BookingFile, file_content, files_of
from checkout.models import SellerBooks
from shop.models import Shop
from shop.vat.rule import Tax, VatRule
from tests.checkout.invoicing import invoiced, seller, write_invoice
from tests.factories import first_variant, make_product
from tests.proofs import proves
from tests.staff import clerk_with, send, text_at, text_of

pytestmark = pytest.mark.django_db
JUNE = date(2026, 6, 1)


@pytest.fixture
def shop() -> Shop:
    return seller("nachtfalter", name="Nachtfalter")


@pytest.fixture
def books(shop: Shop) -> SellerBooks:
    books = SellerBooks.objects.create(seller=shop, consultant=29098, client=55003)
    books.accounts.create(rate="19", account="8400")
    books.accounts.create(rate="7", account="8300")
    books.accounts.create(rule=VatRule.OSS, account="8320", tax_key="240")
    books.accounts.create(rule=VatRule.OSS, country="gr", account="8321")
    return books


def lines_of(content: bytes) -> list[list[str]]:
    assert content.endswith(b"\r\n")
    return [line.split(";") for line in content.decode("cp1252").removesuffix("\r\n").split("\r\n")]


def cells(line: list[str]) -> dict[str, str]:
    return {name: cell for name, cell in zip(COLUMNS, line, strict=True) if cell}


@proves("law AD-11", "a file for DATEV has its head, the format's 125 columns and a booking for each VAT of an invoice")
def test_a_month_of_invoices(shop: Shop, books: SellerBooks) -> None:
    first = write_invoice(shop, 1, date(2026, 6, 3), ("19.00", "home", "", "119.00"), ("7.00", "home", "", "0.50"))
    write_invoice(shop, 2, date(2026, 6, 30), ("20.00", "oss", "at", "24.00"), ("24.00", "oss", "gr", "12.40"))
    write_invoice(shop, 3, date(2026, 6, 30), ("19.00", "home", "", "-19.00"), corrects=first)
    write_invoice(shop, 4, date(2026, 5, 31), ("19.00", "home", "", "5.00"))
    write_invoice(shop, 5, date(2026, 7, 1), ("19.00", "home", "", "5.00"))
    [file] = files_of(books, JUNE)
    head, names, *rows = lines_of(file_content(file, datetime(2026, 7, 2, 9, 5, 3, 45_000, UTC)))

    assert ";".join(head) == (
        '"EXTF";700;21;"Buchungsstapel";13;20260702090503045;;"RE";"";"";29098;55003;20260101;4;20260601;20260630;'
        '"2026-06 1";"";1;0;0;"EUR";;"";;;"03";;;"";""'
    )
    assert (len(head), len(names)) == (31, 125)
    assert names == list(COLUMNS)
    reference = first.placement.order.reference
    assert cells(rows[0]) == {
        "Umsatz (ohne Soll/Haben-Kz)": "119,00", "Soll/Haben-Kennzeichen": '"S"', "WKZ Umsatz": '"EUR"',
        "Konto": "10000", "Gegenkonto (ohne BU-Schlüssel)": "8400", "Belegdatum": "0306", "Belegfeld 1": '"NF-00001"',
        "Belegfeld 2": f'"{reference}"', "Buchungstext": f'"{reference} Rechnung"', "Festschreibung": "0",
    }  # fmt: skip
    booked = [cells(row) for row in rows]
    assert [
        (one["Umsatz (ohne Soll/Haben-Kz)"], one["Soll/Haben-Kennzeichen"], one["Gegenkonto (ohne BU-Schlüssel)"])
        for one in booked
    ] == [
        ("119,00", '"S"', "8400"), ("0,50", '"S"', "8300"), ("24,00", '"S"', "8320"), ("12,40", '"S"', "8321"),
        ("19,00", '"H"', "8400"),
    ]  # fmt: skip
    abroad = [
        [one.get(name) for name in ("BU-Schlüssel", "EU-Land u. UStID (Bestimmung)", "EU-Steuersatz (Bestimmung)")]
        for one in booked
    ]
    assert abroad == [[None] * 3, [None] * 3, ['"0240"', '"AT"', "20,00"], [None, '"EL"', "24,00"], [None] * 3]
    assert booked[4]["Buchungstext"] == f'"{reference} Storno von NF 00001"'


@proves("law AD-11", "the bookings of a month add up to the totals of its invoices and cancellation invoices")
def test_what_is_sold_adds_up(shop: Shop, books: SellerBooks) -> None:
    placement = invoiced((first_variant(make_product(shop, capacity=9)), 3), (first_variant(make_product(shop)), 1))
    found = bookings_of(books, timezone.localdate().replace(day=1))
    assert sum(one.amount for one in found) == sum(one.total for one in placement.invoices.all())
    assert found


@proves("law AD-11", "without an account for a kind of VAT there is no file, and staff read which one lacks")
def test_an_account_is_missing(shop: Shop, books: SellerBooks, boss: Client) -> None:
    write_invoice(shop, 1, date(2026, 6, 3), ("19.00", "home", "", "119.00"), ("0.00", "home", "", "3.00"))
    write_invoice(shop, 2, date(2026, 6, 3), ("10.00", "venue", "at", "10.00"))
    with pytest.raises(AccountsMissing) as missing:
        bookings_of(books, JUNE)
    assert missing.value.taxes == [Tax(Decimal("0.00")), Tax(Decimal("10.00"), "venue", "at")]
    page = f"/admin/checkout/sellerbooks/{books.pk}/files/"
    shown = text_of(boss.get(page, {"month": "2026-06"}, follow=True))
    assert "0 %, the seller&#x27;s country; 10 %, where the event is, Austria" in shown
    write_invoice(shop, 3, date(2026, 5, 3), ("0.00", "home", "", "0.00"), ("19.00", "home", "", "1.00"))
    assert [one.amount for one in bookings_of(books, date(2026, 5, 1))] == [Decimal("1.00")]


@proves("law AD-11", "the most exact account is taken: by country before by rate")
def test_the_most_exact_account(books: SellerBooks) -> None:
    books.accounts.create(rule=VatRule.OSS, rate="20", account="8322")
    accounts = list(books.accounts.all())

    def account(rate: str, country: str) -> str:
        found = books.account_for(Tax(Decimal(rate), VatRule.OSS.value, country), accounts)
        assert found
        return found.account

    assert [account("20", "at"), account("21", "be"), account("20", "gr")] == ["8322", "8320", "8321"]


@proves("law AD-11", "the business year is the one of the month")
def test_a_business_year_that_begins_in_july(books: SellerBooks) -> None:
    books.first_month = 7
    years = [books.year_of(day) for day in (JUNE, date(2026, 7, 1), date(2026, 12, 1), date(2027, 6, 30))]
    assert years == [date(2025, 7, 1), date(2026, 7, 1), date(2026, 7, 1), date(2026, 7, 1)]


@proves("law AD-11", "no text of a file ends its cell or line early, and none is longer than its column allows")
def test_texts_keep_within_their_cells(books: SellerBooks) -> None:
    assert datev.text('a"b\r\n;c', 60) == '"a""b;c"'
    assert datev.text("x" * 90, 60) == f'"{"x" * 60}"'
    assert datev.document("Konzert & Söhne/2026-00001", 12) == '"e/2026-00001"'
    assert re.fullmatch(r'"[0-9A-Za-z$&%*+/-]{0,36}"', datev.document("Müller;\n№ " + "9" * 40, 36))
    content = file_content(BookingFile(books, JUNE, 1, []), datetime(2026, 7, 1, tzinfo=UTC))
    assert len(lines_of(content)) == 2


@proves("law AD-11", "a month with more bookings than a file may have comes as an archive of several")
def test_a_month_of_several_files(shop: Shop, books: SellerBooks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datev, "AT_MOST", 2)
    for number in range(1, 6):
        write_invoice(shop, number, date(2026, 6, number), ("19.00", "home", "", f"{number}.00"))
    answer = clerk_with("view_sellerbooks", "export_sellerbooks").get(
        f"/admin/checkout/sellerbooks/{books.pk}/files/", {"month": "2026-06"}
    )
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.namelist() == [
            f"EXTF_Buchungsstapel_nachtfalter_2026-06{part}.csv" for part in ("", "_2", "_3")
        ]  # fmt: skip
        rows = [line for name in archive.namelist() for line in lines_of(archive.read(name))[2:]]
    assert [cells(row)["Umsatz (ohne Soll/Haben-Kz)"] for row in rows] == ["1,00", "2,00", "3,00", "4,00", "5,00"]


class TestPage:
    @proves("law AD-11, AD-2", "staff with the right download a month once it is over; the file never changes")
    def test_months(self, shop: Shop, books: SellerBooks) -> None:
        clerk = clerk_with("view_sellerbooks", "export_sellerbooks")
        page = f"/admin/checkout/sellerbooks/{books.pk}/files/"
        assert "No invoice has been written yet" in text_at(clerk, page)
        write_invoice(shop, 1, date(2026, 6, 3), ("19.00", "home", "", "119.00"))
        write_invoice(shop, 2, timezone.localdate(), ("19.00", "home", "", "5.00"))
        shown = text_at(clerk, page)
        assert 'href="?month=2026-06"' in shown
        assert "June 2026" in shown and "119,00" in shown
        assert f'href="?month={timezone.localdate():%Y-%m}"' not in shown
        answer = clerk.get(page, {"month": "2026-06"})
        assert answer.headers["Content-Disposition"] == (
            'attachment; filename="EXTF_Buchungsstapel_nachtfalter_2026-06.csv"'
        )  # fmt: skip
        again = clerk.get(page, {"month": "2026-06"})
        assert lines_of(again.content)[1:] == lines_of(answer.content)[1:]
        for month in (f"{timezone.localdate():%Y-%m}", "2026-13", "x", ""):
            assert clerk.get(page, {"month": month}).status_code == 404
        assert clerk.post(page).status_code == 405

    @proves("law AD-2", "books are exported with a right of their own, besides the right to view them")
    def test_the_right(self, books: SellerBooks) -> None:
        page = f"/admin/checkout/sellerbooks/{books.pk}/files/"
        for rights, status in [(("view_sellerbooks",), 403), (("export_sellerbooks",), 403), (("view_invoice",), 403)]:
            assert clerk_with(*rights).get(page, {"month": "2026-06"}).status_code == status

    @proves("law AD-11", "new books begin with the usual accounts of their chart; staff can enter others at once")
    def test_usual_accounts(self, shop: Shop, boss: Client) -> None:
        page = "/admin/checkout/sellerbooks/add/"
        answer = send(boss, page, seller=shop.pk, consultant="29098", client="55003", chart="04")
        assert "The usual accounts of SKR04 are entered" in text_at(boss, answer.headers["Location"])
        accounts = SellerBooks.objects.get().accounts.values_list("rule", "rate", "account")
        assert set(accounts) == {
            ("home", Decimal("19.00"), "4400"), ("home", Decimal("7.00"), "4300"), ("export", None, "4120"),
            ("oss", None, "4320"),
        }  # fmt: skip

    @proves("law AD-11", "an account with too many or too few digits is refused, and what was typed stays")
    def test_digits(self, books: SellerBooks, boss: Client) -> None:
        page = f"/admin/checkout/sellerbooks/{books.pk}/change/"
        shown = text_of(send(boss, page, customer_account="1000", **{"accounts-0-account": "84000"}))
        assert "It has one digit more than the accounts of the chart." in shown
        assert "It has 4 digits." in shown
        assert 'value="84000"' in shown


def test_statements(shop: Shop, books: SellerBooks) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            files_of(books, JUNE)
        return len(seen.captured_queries)

    write_invoice(shop, 1, JUNE, ("19.00", "home", "", "1.00"))
    one: Any = asked()
    for number in range(2, 6):
        write_invoice(shop, number, JUNE, ("19.00", "home", "", "1.00"))
    assert asked() == one == 2
