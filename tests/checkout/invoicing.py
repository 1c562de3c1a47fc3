"""Sellers who write invoices, paid orders, and the job that writes their invoices."""

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection
from django.test import Client

from cart.actions import apply_discount, apply_payment_code
from catalogue.models import ProductVariant
from checkout.actions import place_order
from checkout.actions.invoices.invoicing import write_invoices
from checkout.models import Invoice, Placement
from checkout.payments.ledger import record_capture
from shop.models import Shop
from tests.factories import first_variant, make_product, make_shop

from .discounts import make_code
from .placing import click_of, ready_cart

SELLER = {"seller_address": "Weg 1\n10999 Berlin", "seller_vat_id": "DE123456788"}


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
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
    placement.refresh_from_db()
    assert placement.paid_at
    return placement


def invoice_jobs() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT args ->> 'placement_id' FROM procrastinate_jobs "
            "WHERE task_name = 'checkout.write_invoices' AND status = 'todo' ORDER BY id"
        )
        return [placement for (placement,) in cursor.fetchall()]


def run_invoice_jobs() -> None:
    """As the worker does, each once, but the mails go on waiting."""
    waiting = invoice_jobs()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE procrastinate_jobs SET status = 'succeeded' "
            "WHERE task_name = 'checkout.write_invoices' AND status = 'todo'"
        )
    for placement_id in waiting:
        write_invoices(placement_id=UUID(placement_id))


def invoiced(*wishes: tuple[ProductVariant, int], **more: Any) -> Placement:
    placement = bought(*wishes, **more)
    run_invoice_jobs()
    return placement


def export(client: Client) -> Any:
    """What staff get for bookkeeping, of all invoices."""
    chosen = list(Invoice.objects.values_list("pk", flat=True))
    return client.post("/admin/checkout/invoice/", {"action": "export", "_selected_action": chosen, "index": "0"})


def write_invoice(
    shop: Shop, number: int, day: date, *shares: tuple[str, str, str, str], corrects: Invoice | None = None
) -> Invoice:
    """An invoice of this day. `shares`: rate, rule, country and gross, with a fifth of it as VAT."""
    vat = [
        {
            "rate": rate, "rule": rule, "country": country, "net": str(Decimal(gross) * 4 / 5),
            "vat": str(Decimal(gross) / 5), "gross": gross,
        }
        for rate, rule, country, gross in shares
    ]  # fmt: skip
    return Invoice.objects.create(
        seller=shop, placement=corrects.placement if corrects else placed(shop, number), corrects=corrects,
        kind="cancellation" if corrects else "invoice", sequence=number, number=f"NF {number:05}",
        batch=2 if corrects else 1, issued_on=day, language="de", total=sum(Decimal(share[3]) for share in shares),
        content={"vat": vat, "rows": []},
    )  # fmt: skip


def placed(shop: Shop, number: int) -> Placement:
    session, _request = ready_cart((first_variant(make_product(shop, capacity=9)), 1))
    return place_order(session=session, request=click_of(session, f"key {shop.slug} {number}"))
