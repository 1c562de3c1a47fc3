"""Staff find invoices, read and export them, and see at a glance whether a number is missing."""

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client

from checkout.actions import invalidate_line
from checkout.models import Invoice, Order
from shop.models import Shop
from tests.checkout.invoicing import bought, export, invoice_jobs, invoiced, run_invoice_jobs, seller
from tests.factories import first_variant, make_product
from tests.proofs import proves
from tests.staff import as_member, clerk_with, fields_of, make_clerk, text_at

pytestmark = pytest.mark.django_db
LIST, NUMBERS = "/admin/checkout/invoice/", "/admin/checkout/invoice/numbers/"


@pytest.fixture
def client() -> Client:
    client = Client(SERVER_NAME="localhost")
    client.cookies["locale"] = "en"
    client.force_login(User.objects.create_superuser("boss"))
    return client


def an_invoice(**address: str) -> Invoice:
    placement = invoiced((first_variant(make_product(seller("nachtfalter"))), 1), **address)
    return placement.invoices.get()


@proves("law IN-2, IN-6", "staff list, search, download and export invoices, and see gaps; each with its right")
def test_the_list_names_them_and_finds_them(client: Client) -> None:
    invoice = an_invoice(company="Klang & Co.")
    page = text_at(client, LIST)
    for word in (invoice.number, "Klang &amp; Co.", "25,90", invoice.placement.order.reference):
        assert word in page, word
    for words in (invoice.number, invoice.placement.order.reference, "Klang", "Falk", "mira@example.org"):
        assert "25,90" in text_at(client, LIST, q=words), words
    assert "25,90" not in text_at(client, LIST, q="Nobody")
    assert "25,90" in text_at(client, LIST, issued_on__year=invoice.issued_on.year)


def test_one_is_read_and_downloaded_and_changed_by_nobody(client: Client) -> None:
    invoice = an_invoice()
    page = text_at(client, f"{LIST}{invoice.pk}/change/")
    assert invoice.number in page and "Mira Falk" in page
    answer = client.get(f"{LIST}{invoice.pk}/pdf/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="Rechnung-{invoice.number}.pdf"'
    assert answer.content.startswith(b"%PDF-")
    assert client.post(f"{LIST}{invoice.pk}/pdf/").status_code == 405
    assert client.post(f"{LIST}{invoice.pk}/change/", {"number": "X"}).status_code == 403
    assert client.post(f"{LIST}{invoice.pk}/delete/", {"post": "yes"}).status_code == 403


def test_the_orders_page_leads_to_its_invoices(client: Client) -> None:
    invoice = an_invoice()
    assert f"{LIST}{invoice.pk}/change/" in text_at(
        client, f"/admin/checkout/order/{invoice.placement.order_id}/change/"
    )


def test_the_export_has_a_row_for_each_rate_and_no_formula(client: Client) -> None:
    invoice = an_invoice(company="=1+1")
    invalidate_line(line=invoice.placement.lines.get())
    run_invoice_jobs()
    answer = export(client)
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = [row.split(";") for row in answer.content.decode("utf-8-sig").splitlines()]
    assert rows[0][:4] == ["number", "kind", "corrects", "issued_on"]
    assert [(row[0], row[1], row[2], row[7], row[12], row[13]) for row in rows[1:]] == [
        ("NACHTFALTER-00001", "invoice", "", "'=1+1", "25,90", "bank_transfer"),
        ("NACHTFALTER-00002", "cancellation", "NACHTFALTER-00001", "'=1+1", "-20,00", "bank_transfer"),
    ]


def test_each_right_opens_its_own(client: Client) -> None:
    invoice = an_invoice()
    clerk = make_clerk("view_invoice")
    reader = as_member(clerk)
    assert invoice.number in text_at(reader, LIST)
    assert reader.get(f"{LIST}{invoice.pk}/pdf/").status_code == 200
    assert not export(reader).headers["Content-Type"].startswith("text/csv")
    clerk.user_permissions.add(Permission.objects.get(codename="export_invoice"))
    assert export(reader).headers["Content-Type"].startswith("text/csv")
    clerk.user_permissions.set([Permission.objects.get(codename="view_order")])
    for address in (LIST, NUMBERS, f"{LIST}{invoice.pk}/pdf/", f"{LIST}{invoice.pk}/change/"):
        assert reader.get(address).status_code == 403, address


def test_the_report_says_whether_a_number_is_missing(client: Client) -> None:
    assert "No invoice has been written yet." in text_at(client, NUMBERS)
    an_invoice()
    page = text_at(client, NUMBERS)
    assert "1 to 1" in page and "without a gap" in page and "Every paid order has its invoices." in page
    with connection.cursor() as cursor:
        cursor.execute("UPDATE checkout_invoicecounter SET last = 4")
    assert "missing: 2, 3, 4" in text_at(client, NUMBERS)


def test_what_waits_for_its_sellers_data_is_told_and_written_at_a_click(client: Client) -> None:
    placement = bought((first_variant(make_product(seller("nachtfalter", seller_address=""))), 1))
    run_invoice_jobs()
    page = text_at(client, NUMBERS)
    assert placement.order.reference in page and "seller&#x27;s address" in page
    Shop.objects.update(seller_address="Weg 1\n10999 Berlin")
    assert client.post(NUMBERS).status_code == 302
    assert invoice_jobs() == [str(placement.pk)]
    run_invoice_jobs()
    assert Order.objects.get().placements.get().invoices.count() == 1
    reader = clerk_with("view_invoice")
    reader.post(NUMBERS)
    assert invoice_jobs() == []


@proves("law IN-1", "without its seller's name, address and tax number an invoice waits; staff are told")
def test_staff_are_told_what_a_seller_lacks(client: Client) -> None:
    shop = seller("nachtfalter", seller_vat_id="")
    address = f"/admin/shop/shop/{shop.pk}/change/"
    fields = fields_of(client.get(address))
    client.post(address, fields)
    assert "Invoices of this seller wait until this is entered: tax number." in text_at(client, address)
