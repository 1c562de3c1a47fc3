"""One invoice of each seller and placement, its number given once; corrected by another one, never changed."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import DatabaseError, connection, transaction

from cart.actions import apply_discount, apply_payment_code
from catalogue.models import ProductVariant
from checkout.actions import invalidate_line, place_order, request_refund
from checkout.actions.invoicing import unwritten, write_forgotten, write_invoices
from checkout.invariants import broken_invariants
from checkout.models import Invoice, InvoiceCounter, Placement
from checkout.payments.ledger import captured, refunded
from checkout.tasks import send_order_mail, write_invoices_of
from shop.models import Mail, Shop
from tests.checkout.test_discounts import make_code
from tests.checkout.test_placing import click_of, ready_cart
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop

pytestmark = pytest.mark.django_db
SELLER = {"seller_address": "Weg 1\n10999 Berlin", "seller_vat_id": "DE123456789"}


def seller(slug: str = "", **fields: Any) -> Shop:
    return make_shop(slug, **(SELLER | fields))


def bought(*wishes: tuple[ProductVariant, int], discount: int = 0, code: Any = None, **address: str) -> Placement:
    """A paid placement, whose job has not run."""
    session, _request = ready_cart(*wishes, **address)
    if discount:
        apply_discount(session=session, code=make_code(session.shop, percent=discount))
    if code:
        apply_payment_code(session=session, code=code)
    placement = place_order(session=session, request=click_of(session, "key"))
    for payment in placement.payments.filter(state="pending"):
        captured(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
    placement.refresh_from_db()
    assert placement.paid_at
    return placement


def jobs() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT args ->> 'placement_id' FROM procrastinate_jobs "
            "WHERE task_name = 'checkout.write_invoices' AND status = 'todo' ORDER BY id"
        )
        return [placement for (placement,) in cursor.fetchall()]


def run_jobs() -> None:
    """As the worker does, each once."""
    waiting = jobs()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE procrastinate_jobs SET status = 'succeeded' "
            "WHERE task_name = 'checkout.write_invoices' AND status = 'todo'"
        )
    for placement_id in waiting:
        write_invoices_of(placement_id=placement_id)


def invoiced(*wishes: tuple[ProductVariant, int], **more: Any) -> Placement:
    placement = bought(*wishes, **more)
    run_jobs()
    return placement


def test_an_order_that_is_paid_has_its_invoice_from_a_job_and_a_mail_with_the_pdf(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    shop = seller("nachtfalter")
    placement = bought((first_variant(make_product(shop, name="Shirt")), 2))
    assert not Invoice.objects.exists()
    assert jobs() == [str(placement.pk)]
    run_jobs()
    invoice = Invoice.objects.get()
    assert (invoice.number, invoice.kind, invoice.total) == ("NACHTFALTER-00001", "invoice", Decimal("45.90"))
    assert (invoice.seller, invoice.placement, invoice.language) == (shop, placement, "de")
    content = invoice.content
    assert [(row["name"], row["amount"], row["gross"]) for row in content["rows"]] == [
        ("Shirt", 2, "40.00"), ("Versand", 1, "5.90"),
    ]  # fmt: skip
    assert content["vat"] == [{"rate": "19.00", "net": "38.57", "vat": "7.33", "gross": "45.90"}]
    assert content["seller"]["name"] == "Merchstand GmbH"
    assert content["paid"] == {"on": date.today().isoformat(), "by": [{"method": "Überweisung", "amount": "45.90"}]}
    mail = Mail.objects.get(kind="invoice:1")
    send_order_mail(mail_id=str(mail.pk))
    (message,) = outbox.outbox
    ((name, body, mime),) = map(tuple, message.attachments)
    assert (name, mime, body[:5]) == ("Rechnung-NACHTFALTER-00001.pdf", "application/pdf", b"%PDF-")
    assert "Rechnung" in message.subject and "NACHTFALTER-00001" in message.body
    assert broken_invariants() == {}


def test_the_job_runs_as_often_as_it_likes() -> None:
    placement = invoiced((first_variant(make_product(seller())), 1))
    assert write_invoices(placement_id=placement.pk) == []
    assert (Invoice.objects.count(), InvoiceCounter.objects.get().last) == (1, 1)
    assert Mail.objects.filter(kind__startswith="invoice").count() == 1
