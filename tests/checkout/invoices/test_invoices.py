"""One invoice of each seller and placement, its number given once; corrected by another one, never changed."""

from decimal import Decimal
from typing import Any

import pytest
from django.core import mail as outbox
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalogue.models import ProductVariant
from checkout.actions import invalidate_line, place_order, request_refund
from checkout.actions.invoices.invoicing import awaiting_invoices, queue_missing_invoices, write_invoices
from checkout.mails.together import send_with_others
from checkout.models import Invoice, InvoiceCounter
from checkout.payments.ledger import record_capture, record_refund
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.checkout.confirming import confirm
from tests.checkout.invoicing import bought, invoice_jobs, invoiced, run_invoice_jobs, seller
from tests.checkout.mails.alone import forget_others
from tests.checkout.placing import click_of, ready_cart
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db


@proves(
    "law IN-1, VT-5",
    "one invoice of each seller for a paid placement, by a job; none for what costs nothing or is not paid",
)
def test_an_order_that_is_paid_has_its_invoice_from_a_job_and_a_mail_with_the_pdf(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    shop = seller("nachtfalter")
    placement = bought((first_variant(make_product(shop, name="Shirt")), 2))
    assert not Invoice.objects.exists()
    assert invoice_jobs() == [str(placement.pk)]
    run_invoice_jobs()
    invoice = Invoice.objects.get()
    assert (invoice.number, invoice.kind, invoice.total) == ("NACHTFALTER-00001", "invoice", Decimal("45.90"))
    assert (invoice.seller, invoice.placement, invoice.language) == (shop, placement, "de")
    content = invoice.content
    assert [(row["name"], row["amount"], row["gross"]) for row in content["rows"]] == [
        ("Shirt", 2, "40.00"), (worded("Shipping"), 1, "5.90"),
    ]  # fmt: skip
    assert content["vat"] == [
        {"rate": "19.00", "rule": "home", "country": "", "net": "38.57", "vat": "7.33", "gross": "45.90"}
    ]
    assert content["seller"]["name"] == "Merchstand GmbH"
    assert content["paid"] == {
        "on": timezone.localdate().isoformat(),
        "by": [{"id": "bank_transfer", "method": worded("bank transfer"), "amount": "45.90"}],
    }
    mail = Mail.objects.get(kind="invoice:1")
    forget_others("invoice:1")
    send_with_others(str(mail.pk))
    (message,) = outbox.outbox
    ((name, body, mime),) = map(tuple, message.attachments)
    assert (name, mime, body[:5]) == ("Rechnung-NACHTFALTER-00001.pdf", "application/pdf", b"%PDF-")
    assert worded("Invoice") in message.subject and "NACHTFALTER-00001" in message.body
    assert broken_invariants() == {}


@proves("design §6, law IN-2", "numbers without a gap, whatever happens to jobs; canary")
def test_the_job_runs_as_often_as_it_likes() -> None:
    placement = invoiced((first_variant(make_product(seller())), 1))
    assert write_invoices(placement_id=placement.pk) == []
    assert (Invoice.objects.count(), InvoiceCounter.objects.get().last) == (1, 1)
    assert Mail.objects.filter(kind__startswith="invoice").count() == 1


def test_what_costs_nothing_has_no_invoice() -> None:
    event = make_event(seller(), price="0.00")
    session, _request = ready_cart((first_variant(event), 1))
    placement = confirm(place_order(session=session, request=click_of(session, "key")))
    assert (placement.total, invoice_jobs()) == (Decimal(0), [])
    assert placement.paid_at
    assert write_invoices(placement_id=placement.pk) == []
    assert broken_invariants() == {}


@proves("design §5", "an order that becomes paid sends one statement for its invoices, placing none")
def test_paying_sends_one_statement_for_it_and_placing_none() -> None:
    session, _request = ready_cart((first_variant(make_product(seller())), 1))
    with CaptureQueriesContext(connection) as placing:
        placement = place_order(session=session, request=click_of(session, "key"))
    with CaptureQueriesContext(connection) as paying:
        record_capture(payment=placement.payments.get(), amount=Decimal("25.90"), event_id="statement")
    of_job = [sum("checkout.write_invoices" in one["sql"] for one in each) for each in (placing, paying)]
    written = [sum("checkout_invoice" in one["sql"] for one in each) for each in (placing, paying)]
    assert (of_job, written) == ([0, 1], [0, 0])


def test_what_is_not_paid_has_no_invoice() -> None:
    session, _request = ready_cart((first_variant(make_product(seller())), 1))
    placement = place_order(session=session, request=click_of(session, "key"))
    assert invoice_jobs() == []
    assert write_invoices(placement_id=placement.pk) == []


def two_sellers() -> tuple[Shop, Shop, list[tuple[ProductVariant, int]]]:
    """Goods of two shops at two rates in the first one's cart, and a ticket."""
    main, band = seller("merchstand"), seller("nachtfalter", seller_name="Nachtfalter GbR")
    shirt = make_product(main, price="19.99")
    book = make_product(band, price="7.77", vat_rate=7)
    cap = make_product(band, price="12.34")
    ticket = make_event(band, price="30.00", vat_rate=7)
    for thing in (book, cap, ticket):
        thing.listed_in.add(main)
    return main, band, [(first_variant(one), 1) for one in (shirt, book, cap, ticket)]


def test_each_seller_has_an_invoice_and_together_they_are_the_placement_to_the_cent() -> None:
    main, band, wishes = two_sellers()
    placement = invoiced(*wishes, discount=13)
    first, second = Invoice.objects.order_by("seller__slug")
    assert [(one.seller, one.number) for one in (first, second)] == [
        (main, "MERCHSTAND-00001"), (band, "NACHTFALTER-00001"),
    ]  # fmt: skip
    assert first.total + second.total == placement.total
    assert second.content["seller"]["name"] == "Nachtfalter GbR"
    assert [row["name"] for row in first.content["rows"]][1:] == [worded("Shipping")]
    for share in placement.vat_shares.all():
        said = [part for one in (first, second) for part in one.content["vat"] if part["rate"] == str(share.rate)]
        sums = tuple(sum(Decimal(part[name]) for part in said) for name in ("gross", "net", "vat"))
        assert sums == (share.gross, share.net, share.vat)
    assert Mail.objects.filter(kind="invoice:1").count() == 1
    assert broken_invariants() == {}


@proves("docs/decisions/0019", "a payment code pays, the total stays")
def test_a_payment_code_pays_and_reduces_nothing() -> None:
    shop = seller()
    event = make_event(shop, price="30.00", kulturpass_url="https://kulturpass.de/x")
    code = make_payment_code(event, value="20.00")
    invoiced((first_variant(event), 1), code=code)
    invoice = Invoice.objects.get()
    assert invoice.total == Decimal("30.00")
    assert [(part["method"], part["amount"]) for part in invoice.content["paid"]["by"]] == [
        ("KulturPass", "20.00"), (worded("bank transfer"), "10.00"),
    ]  # fmt: skip


@proves("law IN-3", "a cancellation names its invoice, for lines that ended and money that went back, once")
def test_lines_that_end_are_taken_back_by_a_cancellation_that_names_the_invoice() -> None:
    placement = invoiced((first_variant(make_product(seller("nachtfalter"), price="20.00")), 3))
    invoice = Invoice.objects.get()
    line = placement.lines.get()
    invalidate_line(line=line, amount=1)
    assert invoice_jobs() == [str(placement.pk)]
    run_invoice_jobs()
    correction = Invoice.objects.get(kind="cancellation")
    assert (correction.number, correction.corrects, correction.total) == (
        "NACHTFALTER-00002", invoice, Decimal("-20.00"),
    )  # fmt: skip
    assert correction.content["corrects"] == {"number": invoice.number, "issued_on": invoice.issued_on.isoformat()}
    assert [(row["amount"], row["price"], row["gross"]) for row in correction.content["rows"]] == [
        (-1, "20.00", "-20.00")
    ]
    invalidate_line(line=line)
    run_invoice_jobs()
    last = Invoice.objects.get(sequence=3)
    assert (last.total, last.content["rows"][0]["amount"]) == (Decimal("-40.00"), -2)
    vat = [Decimal(one.content["vat"][0]["vat"]) for one in Invoice.objects.order_by("sequence")]
    assert sum(vat) == Decimal("0.94")  # of the shipping, which is still charged
    assert write_invoices(placement_id=placement.pk) == []
    assert broken_invariants() == {}
    assert Mail.objects.filter(kind__startswith="invoice:").count() == 3


def test_money_that_went_back_is_taken_back_once_it_has_gone() -> None:
    placement = invoiced((first_variant(make_product(seller(), price="20.00")), 2))
    line, payment = placement.lines.get(), placement.payments.get()
    refund = request_refund(payment=payment, lines={line: Decimal("7.50")})
    run_invoice_jobs()
    assert Invoice.objects.count() == 1
    record_refund(refund=refund, event_id="back")
    run_invoice_jobs()
    correction = Invoice.objects.get(kind="cancellation")
    assert (correction.total, correction.content["rows"][0]["amount"]) == (Decimal("-7.50"), 0)
    invalidate_line(line=line)
    run_invoice_jobs()
    assert sum(one.total for one in Invoice.objects.all()) == Decimal("5.90")
    assert broken_invariants() == {}


def test_what_ended_before_it_was_paid_stands_on_no_invoice() -> None:
    shop = seller()
    shirt, cap = (first_variant(make_product(shop, price=price)) for price in ("20.00", "10.00"))
    session, _request = ready_cart((shirt, 1), (cap, 1))
    placement = place_order(session=session, request=click_of(session, "key"))
    invalidate_line(line=placement.lines.get(variant=cap))
    assert invoice_jobs() == []
    record_capture(payment=placement.payments.get(), amount=Decimal("25.90"), event_id="statement")
    run_invoice_jobs()
    invoice = Invoice.objects.get()
    assert (invoice.total, len(invoice.content["rows"])) == (Decimal("25.90"), 2)
    assert broken_invariants() == {}


@proves("law IN-1", "without its seller's name, address and tax number an invoice waits; staff are told")
def test_an_invoice_waits_for_its_sellers_address_and_number() -> None:
    shop = seller(seller_vat_id="")
    placement = invoiced((first_variant(make_product(shop)), 1))
    assert not Invoice.objects.exists()
    assert shop.missing_on_invoices == [worded("tax number")]
    assert list(awaiting_invoices()) == [placement]
    assert broken_invariants() == {}
    shop.seller_tax_number = "37/123/45678"
    shop.save()
    assert next(iter(broken_invariants())).startswith("9b")
    assert queue_missing_invoices() == 1
    run_invoice_jobs()
    assert Invoice.objects.get().content["seller"]["tax_number"] == "37/123/45678"
    assert (list(awaiting_invoices()), broken_invariants()) == ([], {})


@proves("law IN-3", "an invoice is never changed or deleted, and says what it said")
@pytest.mark.parametrize("what", ["number", "total", "content", "seller", "delete", "counter", "counter away"])
def test_the_database_lets_nobody_change_or_delete_one(what: str) -> None:
    invoiced((first_variant(make_product(seller())), 1))
    change = {
        "number": lambda: Invoice.objects.update(number="X-1"),
        "total": lambda: Invoice.objects.update(total=1),
        "content": lambda: Invoice.objects.update(content={}),
        "seller": lambda: Invoice.objects.update(seller=make_shop()),
        "delete": lambda: Invoice.objects.all().delete(),
        "counter": lambda: InvoiceCounter.objects.update(last=1),
        "counter away": lambda: InvoiceCounter.objects.all().delete(),
    }[what]
    with pytest.raises(DatabaseError), transaction.atomic():
        change()
    assert Invoice.objects.get().sequence == 1


def test_what_an_invoice_says_stays_whatever_becomes_of_its_parties() -> None:
    placement = invoiced((first_variant(make_product(seller("nachtfalter"), name="Shirt")), 1))
    before = Invoice.objects.get().content
    Shop.objects.update(seller_name="Other GmbH", invoice_prefix="NEW-")
    placement.order.billing_address.city = "Bremen"
    placement.order.billing_address.save()
    invalidate_line(line=placement.lines.get())
    run_invoice_jobs()
    assert Invoice.objects.get(sequence=1).content == before
    correction = Invoice.objects.get(sequence=2)
    assert (correction.number, correction.content["buyer"]) == ("NEW-00002", before["buyer"])


def test_numbers_begin_as_no_other_shops_do() -> None:
    seller("nachtfalter")
    other = seller("kellerkind")
    assert other.begin_of_invoices == "KELLERKIND-"
    other.invoice_prefix = "NACHTFALTER-"
    with pytest.raises(ValidationError, match="andere"):
        other.full_clean()
    other.invoice_prefix = "KK2026/"
    other.full_clean()
    assert other.begin_of_invoices == "KK2026/"
    for nonsense in ("KK", "KK 1-", "=KK-", "-"):
        other.invoice_prefix = nonsense
        with pytest.raises(ValidationError):
            other.full_clean()


def test_a_number_without_its_invoice_and_rows_that_do_not_add_up_are_found() -> None:
    invoiced((first_variant(make_product(seller())), 1))
    InvoiceCounter.objects.update(last=F("last") + 1)
    assert [name[:2] for name in broken_invariants()] == ["9a"]
    written, other = Invoice.objects.get(), bought((first_variant(make_product(seller())), 1))
    [row, *rows] = written.content["rows"]
    wrong = {**written.content, "rows": [{**row, "gross": "0.01"}, *rows]}
    Invoice.objects.create(
        seller=written.seller, placement=other, kind=Invoice.Kind.INVOICE, sequence=2, number="2", batch=1,
        issued_on=written.issued_on, language="de", total=written.total, content=wrong,
    )  # fmt: skip
    assert [name[:2] for name in broken_invariants()] == ["9c"]
