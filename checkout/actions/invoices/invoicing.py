"""Write invoices: each number once, none missing (design §4, docs/decisions/0043)."""

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from checkout.invoices.amounts import (
    Amounts,
    SoldLine,
    amounts_by_seller,
    credited_amounts,
    recharged_amounts,
    recharged_shipping,
    shipping_by_seller,
    shipping_left_by_row,
)  # fmt: skip
from checkout.invoices.content import Content, amounts_of, cancellation_content, invoice_content, recharge_content
from checkout.invoices.queue import queue_invoices
from checkout.locks import lock_counter, lock_order_of
from checkout.mails.invoices import INVOICE_MAIL
from checkout.mails.kinds import place_of
from checkout.mails.order_mails import defer, store_order_mail
from checkout.models import Invoice, InvoiceCounter, OrderLine, Placement, Refund
from checkout.models.invoice import as_number
from checkout.orders.order_state import AMOUNT, refunded_of_line, with_owed
from shop.core.database.compiled_statements import ModelStatement, Parameter
from shop.core.values.money import NOTHING
from shop.models import Shop

logger = logging.getLogger(__name__)
INVOICE, CANCELLATION = Invoice.Kind.INVOICE, Invoice.Kind.CANCELLATION


@transaction.atomic
def write_invoices(*, placement_id: UUID) -> list[Invoice]:
    """Write a placement's missing invoices: one per seller, cancellation invoices where less is charged, and invoices
    that charge again what a cancellation credited by mistake.

    Can run again: existing invoices are not repeated. Skips a seller whose name, address or tax number is missing,
    until the job's next run. Locks the order, then the sellers' counters.
    """
    lock_order_of(placement_id)
    # Not before the lock: staff may correct the buyer's addresses.
    (placement,) = placement_to_invoice().run(placement=placement_id)
    if placement.paid_at is None:
        return []
    lines = lines_to_invoice().run(placement=placement_id)
    sold, left = sold_lines(placement, lines), shipping_left(placement)
    written = written_invoices().run(placement=placement_id)
    for one in written:
        one.placement = placement
    taken = correction_drafts(sold, written, left)
    again = recharge_drafts(placement, sold, written, taken, left)
    drafts = [*first_drafts(placement, lines, sold, written, left), *taken, *again]
    return store_invoices(placement, drafts, batch=max((one.batch for one in written), default=0) + 1)


@cache
def placement_to_invoice() -> ModelStatement[Placement]:
    placements = Placement.objects.filter(pk=Parameter("placement")).prefetch_related("order__payments")
    return ModelStatement(placements.select_related("order__shop__design", "order__billing_address"))


@cache
def lines_to_invoice() -> ModelStatement[OrderLine]:
    lines = OrderLine.objects.filter(placement=Parameter("placement")).annotate(**refunded_of_line())
    return ModelStatement(lines.select_related("variant__event").order_by("number"))


@cache
def written_invoices() -> ModelStatement[Invoice]:
    invoices = Invoice.objects.filter(placement=Parameter("placement"))
    return ModelStatement(invoices.select_related("seller__design").in_order())


def sold_lines(placement: Placement, lines: Iterable[Any]) -> list[SoldLine]:
    """Return the lines with what is charged for them now, by the rules of `order_state.with_owed`: for a voided line
    what is retained, for others the price less refunds. Split-off parts count with the line they come from. Needs the
    lines with `refunded_of_line`.
    """
    found: dict[str, SoldLine] = {}
    for line in lines:
        ended = line.invalidated_at is not None or placement.cancelled_at is not None
        cost = line.reduced_total
        charged = line.retained if ended else cost - line.refunded
        amount = 0 if ended else line.amount
        key = str(line.part_of_id or line.pk)
        one = SoldLine(key, line.seller_id, line.tax, line.physical, amount, cost, charged)
        found[key] = merged_parts(found[key], one) if key in found else one
    return list(found.values())


def merged_parts(one: SoldLine, other: SoldLine) -> SoldLine:
    """Merge two parts of a line. Shipping follows the value of the parts that still count, or of both if none does."""
    counting = [part for part in (one, other) if part.amount] or [one, other]
    return replace(
        one,
        amount=one.amount + other.amount,
        cost=sum((part.cost for part in counting), NOTHING),
        charged=one.charged + other.charged,
    )


InvoiceDraft = tuple[Shop, Invoice | None, Amounts, Content]


def first_drafts(
    placement: Placement,
    lines: Sequence[OrderLine],
    sold: Sequence[SoldLine],
    written: Sequence[Invoice],
    left: Decimal,
) -> list[InvoiceDraft]:
    there = {one.seller_id for one in written}
    charged = amounts_by_seller(sold, left)
    sellers = sellers_of(placement.order.shop, charged.keys() - there)
    shipping = shipping_by_seller(sold, placement.shipping_total)
    found: list[InvoiceDraft] = []
    for seller in sellers:
        if missing := seller.missing_on_invoices:
            logger.warning("Invoices of shop %s wait for: %s", seller.slug, ", ".join(missing))
            continue
        amounts = charged[seller.pk]
        found.append((seller, None, amounts, invoice_content(placement, seller, amounts, lines, shipping)))
    return found


def sellers_of(shop: Shop, sellers: Collection[int]) -> list[Shop]:
    """Return the shops with these ids, in the order of their ids, with their designs. Most orders are of their own
    shop's goods alone, and that one is read already.
    """
    others = [one for one in sellers if one != shop.pk]
    found = [shop] if shop.pk in sellers else []
    if others:
        found += Shop.objects.filter(pk__in=others).select_related("design")
    return sorted(found, key=lambda one: one.pk)


def shipping_left(placement: Placement) -> Decimal:
    """Return the shipping that is still charged for the placement."""
    if placement.cancelled_at is not None or not placement.shipping_total:
        return NOTHING
    went_back = placement.refunded_shipping.filter(refund__state=Refund.State.DONE)
    return placement.shipping_total - went_back.aggregate(sum=Sum("amount", default=NOTHING))["sum"]


def correction_drafts(sold: Sequence[SoldLine], written: Sequence[Invoice], left: Decimal) -> list[InvoiceDraft]:
    found: list[InvoiceDraft] = []
    by_seller = invoiced_by_seller(written)
    shipping = shipping_left_by_row(by_seller, left)
    for invoice in written:
        if invoice.corrects_id is None:
            amounts = credited_amounts(by_seller[invoice.seller_id], sold, shipping=shipping.get(invoice.seller_id, {}))
            if amounts is not None:
                found.append((invoice.seller, invoice, amounts, cancellation_content(invoice, amounts)))
    return found


def recharge_drafts(
    placement: Placement,
    sold: Sequence[SoldLine],
    written: Sequence[Invoice],
    taken: Sequence[InvoiceDraft],
    left: Decimal,
) -> list[InvoiceDraft]:
    """Draft invoices for amounts that a cancellation invoice credited although the money was not refunded: a dispute
    took it. The cancellation stays, because the buyer has it.
    """
    found: list[InvoiceDraft] = []
    by_seller = invoiced_by_seller(written)
    for seller, _corrects, amounts, _content in taken:
        by_seller[seller.pk].append(amounts)
    shipping = recharged_shipping(by_seller, sold, shipping=placement.shipping_total, left=left)
    for invoice in written:
        if invoice.corrects_id is None:
            invoiced = by_seller[invoice.seller_id]
            again = recharged_amounts(invoiced, sold, shipping=shipping.get(invoice.seller_id, {}))
            if again is not None:
                found.append((invoice.seller, invoice, again, recharge_content(invoice, again)))
    return found


def invoiced_by_seller(written: Iterable[Invoice]) -> dict[int, list[Amounts]]:
    found: dict[int, list[Amounts]] = {}
    for one in written:
        found.setdefault(one.seller_id, []).append(amounts_of(one))
    return found


def store_invoices(placement: Placement, drafts: Sequence[InvoiceDraft], batch: int) -> list[Invoice]:
    """Store the drafts with their numbers and one mail for all of them. A mail that goes with others waits for the job
    that sends them all (`send_waiting_now`). Locks the sellers' counters only here.
    """
    if not drafts:
        return []
    found, order = [], placement.order
    for seller, corrects, amounts, content in sorted(drafts, key=lambda one: one[0].pk):
        counter = lock_counter(seller.pk)
        InvoiceCounter.objects.filter(pk=counter.pk).update(last=counter.last + 1)
        found.append(
            Invoice(
                seller=seller,
                placement=placement,
                kind=CANCELLATION if amounts.total < 0 else INVOICE,
                corrects=corrects,
                sequence=counter.last + 1,
                number=as_number(seller.begin_of_invoices, counter.last + 1),
                batch=batch,
                issued_on=timezone.localdate(),
                language=order.language,
                total=amounts.total,
                content=content,
            )
        )
    Invoice.objects.bulk_create(found)
    mail = store_order_mail(INVOICE_MAIL, placement, about=batch)
    if mail is not None and not place_of(mail.kind):
        defer(mail.pk)
    return found


def awaiting_invoices() -> QuerySet[Placement]:
    """Return paid placements whose invoices do not add up to what is charged for them, the oldest first."""
    invoices_of_placement = Invoice.objects.filter(placement=OuterRef("pk")).order_by().values("placement")
    invoiced = Coalesce(
        Subquery(invoices_of_placement.annotate(sum=Sum("total")).values("sum")), NOTHING, output_field=AMOUNT
    )
    paid = with_owed(Placement.objects.exclude(paid_at=None))
    return paid.annotate(invoiced=invoiced).exclude(invoiced=F("owed")).order_by("paid_at")


def queue_missing_invoices() -> int:
    """Queue the invoice job for all placements that wait, for example for a seller's address. Returns how many."""
    waiting = list(awaiting_invoices().values_list("pk", flat=True))
    for placement_id in waiting:
        queue_invoices(placement_id)
    return len(waiting)
