"""Refund money: stored first, sent by a job, booked once it has gone."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils.translation import gettext_noop
from procrastinate.contrib.django import app

from cart.codes.kinds import pays_for
from checkout import hooks
from checkout.actions.orders.lines import void_line
from checkout.errors import RefundFiled, RefundHandled, RefundRefused, RefundTooLarge
from checkout.locks import lock_order
from checkout.models import Order, OrderLine, OrderStep, Payment, Placement, Refund, RefundLine, Transfer, TransferFile
from checkout.models.code_payments import belongs_to_issuer
from checkout.orders.order_state import UNDER_WAY, excess_of, of_placements, order_with_money_state, orders_with_state
from checkout.payments.ledger import net_received, record_refund
from checkout.payments.methods import PROVIDERS, is_refunded_by_itself
from checkout.payments.notes import TRANSFERRED, stored_note
from checkout.refunds.refundable import still_charged
from shop.core.values.money import NOTHING

if TYPE_CHECKING:
    from django.contrib.auth.models import User

REFUND_JOB, REFUND_TO_CODE_JOB = "checkout.send_refund", "checkout.refund_to_code"
TOO_MUCH = gettext_noop("more came in than was due")


@transaction.atomic
def request_refund(
    *,
    payment: Payment,
    lines: Mapping[OrderLine, Decimal],
    reason: str = "",
    staff: "User | None" = None,
    by_transfer: bool = False,
) -> Refund:
    """Store a refund of these lines through the payment; a job asks its provider. `by_transfer`: staff send it to an
    account that the buyer named.

    Raises RefundTooLarge above what a line cost or the payment brought in. Locks the order.
    """
    lock_order(payment.order_id)
    for line, amount in lines.items():
        line.refresh_from_db()
        left = line.reduced_total - refunded_for(line)
        if line.placement.order_id != payment.order_id or not 0 < amount <= left:
            raise RefundTooLarge(available=str(left))
    refund = store_refund(payment, sum(lines.values(), NOTHING), reason, staff, by_transfer=by_transfer)
    refuse_cash_for_codes(lines)
    insert_parts(refund, lines)
    for placement in {line.placement for line in lines}:
        if placement.paid_at is not None:
            hooks.above.lines_ended(placement)
    return refund


@transaction.atomic
def refund_lines(
    *,
    order: Order,
    parts: Sequence[tuple[Payment, Mapping[OrderLine, Decimal]]],
    ended: Collection[OrderLine],
    voided: Mapping[OrderLine, Decimal],
    reason: str,
    staff: "User | None",
    by_transfer: bool,
) -> list[Refund]:
    """Store a refund for each payment, void lines, and end the tickets of all `ended` lines, also if a part of their
    price is kept. `parts`: what each payment refunds of each line. `voided`: what the buyer still pays for each line
    that is voided.

    Caller must hold the order's lock, and have read the lines and computed the parts under it. Raises RefundTooLarge
    if a payment code paid a part; then nothing has changed.
    """
    locked = lock_order(order.pk)
    wanted: dict[OrderLine, Decimal] = {}
    for _payment, lines in parts:
        for line, amount in lines.items():
            wanted[line] = wanted.get(line, NOTHING) + amount
    refuse_cash_for_codes(wanted)
    refunds = []
    for payment, lines in parts:
        refund = insert_refund(payment, sum(lines.values(), NOTHING), reason, staff, by_transfer=by_transfer)
        insert_parts(refund, lines)
        refunds.append(refund)
    for line in sorted(voided, key=lambda one: one.parent_id is None):  # child lines first
        void_line(locked, line, retained=voided[line])
    for placement in dict.fromkeys(line.placement for line in ended):
        hooks.above.lines_ended(placement, refunded=ended)
    return refunds


def insert_parts(refund: Refund, lines: Mapping[OrderLine, Decimal]) -> None:
    RefundLine.objects.bulk_create(
        RefundLine(refund=refund, line=line, amount=amount) for line, amount in lines.items()
    )


def refuse_cash_for_codes(lines: Mapping[OrderLine, Decimal]) -> None:
    """Raises RefundTooLarge if money would be refunded that belongs to the issuer of a payment code."""
    for placement in {line.placement for line in lines}:
        for payment in placement.payments.filter(belongs_to_issuer(), state=Payment.State.CAPTURED):
            code, sold = payment.payment_code, placement.lines.select_related("variant__event")
            paid = [line for line in sold if code and pays_for(code, line.variant)]
            charged = sum((line.reduced_total for line in paid), NOTHING)
            left = charged - sum(refunded_by_line(paid).values()) - payment.amount
            if sum((lines.get(line, NOTHING) for line in paid), NOTHING) > left:
                raise RefundTooLarge(available=str(max(left, NOTHING)))


def store_refund(
    payment: Payment,
    amount: Decimal,
    reason: str,
    staff: "User | None" = None,
    step: OrderStep | None = None,
    *,
    by_transfer: bool = False,
) -> Refund:
    """As `insert_refund`. Raises RefundTooLarge above what the payment brought in. Caller must hold the order's
    lock.
    """
    available = refundable_amount(payment)
    if not 0 < amount <= available:
        raise RefundTooLarge(available=str(available))
    return insert_refund(payment, amount, reason, staff, step, by_transfer=by_transfer)


def insert_refund(
    payment: Payment,
    amount: Decimal,
    reason: str,
    staff: "User | None",
    step: OrderStep | None = None,
    *,
    by_transfer: bool,
) -> Refund:
    """Store a refund, and the job that sends it unless staff do. What a payment code paid goes back to the code, even
    `by_transfer`.
    """
    by_transfer = by_transfer and payment.payment_code_id is None
    refund = Refund.objects.create(
        payment=payment, amount=amount, reason=reason, staff=staff, step=step, by_transfer=by_transfer
    )
    if is_refunded_by_itself(payment) and not by_transfer:
        job = REFUND_JOB if payment.provider in PROVIDERS else REFUND_TO_CODE_JOB
        app.configure_task(job).defer(refund_id=str(refund.pk))
    return refund


@transaction.atomic
def refund_overpayment(
    *, order: Order, staff: "User | None", reason: str = TOO_MUCH, step: OrderStep | None = None
) -> list[Refund]:
    """Refund what was received beyond what is owed, through the payments that brought it, the last one first. Locks the
    order.

    Raises RefundTooLarge if there is no surplus. What may belong to the issuer of a payment code is none: only a refund
    of named lines can attribute it.
    """
    lock_order(order.pk)
    left = overpayment_of(order)
    if left <= 0:
        raise RefundTooLarge(available="0.00")
    refunds = []
    for payment in of_placements(order.payments.order_by("-created_at"), None):
        part = min(left, refundable_amount(payment))
        if part > 0:
            refunds.append(store_refund(payment, part, reason=reason, staff=staff, step=step))
            left -= part
    return refunds


def overpayment_of(order: Order) -> Decimal:
    """Return the surplus of the order in euros, less pending refunds. Leaves out what may belong to the issuer of a
    payment code.
    """
    return max(order_with_money_state(order).surplus, NOTHING)


def excess_of_order(order: Order) -> Decimal:
    """As `overpayment_of`, with what may belong to the issuer of a payment code."""
    return max(orders_with_state().annotate(excess=excess_of()).get(pk=order.pk).excess, NOTHING)


def refundable_amount(payment: Payment) -> Decimal:
    """Return what of a payment's money was neither refunded nor is about to be. Zero for money of a
    payment code's issuer.
    """
    if payment.belongs_to_issuer:
        return NOTHING
    return net_received(payment) - about_to_go(payment.refunds.all())


def about_to_go(refunds: QuerySet[Refund]) -> Decimal:
    return Decimal(refunds.filter(UNDER_WAY).aggregate(sum=Sum("amount", default=NOTHING))["sum"])


@transaction.atomic
def book_transfer(*, refund: Refund, day: date, staff: "User") -> None:
    """Book that staff sent the refund from the bank on this day. Locks the order.

    Raises RefundHandled if the refund waits for no transfer; RefundFiled if it is in a SEPA file whose execution is
    unconfirmed; RefundTooLarge if another refund used up the money or the lines of a refused one.
    """
    lock_order(refund.payment.order_id)
    waiting = Refund.objects.to_transfer().select_related("payment").filter(pk=refund.pk).first()
    if waiting is None:
        raise RefundHandled
    if Transfer.objects.live().filter(refund=refund, file__state=TransferFile.State.WRITTEN).exists():
        raise RefundFiled
    if waiting.state == Refund.State.FAILED:
        refuse_refunded_otherwise(waiting)
    note = stored_note(TRANSFERRED, day=day)
    record_refund(refund=waiting, event_id=f"staff-{waiting.pk}", staff=staff, note=note)


def refuse_refunded_otherwise(refund: Refund) -> None:
    """Raises RefundTooLarge if the money of a failed refund was requested by another refund since."""
    available = refundable_amount(refund.payment)
    for part in refund.lines.select_related("line"):
        if part.amount > part.line.reduced_total - refunded_for(part.line):
            available = NOTHING
    for cost in refund.shipping.select_related("placement"):
        if cost.amount > cost.placement.shipping_total - shipping_refunded_for(cost.placement):
            available = NOTHING
    placement = refund.payment.placement
    if placement is None or not placement.is_unverified_merge:
        # The rest is no longer charged: it is available unless another refund took it.
        charged = still_charged(Refund.objects.filter(pk=refund.pk))
        available = min(available, charged + excess_of_order(refund.payment.order))
    if refund.amount > available:
        raise RefundTooLarge(available=str(available))


def refunded_for(line: OrderLine) -> Decimal:
    """Return what was refunded for a line, or is about to be."""
    return refunded_by_line([line])[line.pk]


def refunded_by_line(lines: Iterable[OrderLine]) -> dict[UUID, Decimal]:
    """Return what was refunded for each line, or is about to be, by the lines' ids."""
    keys = [line.pk for line in lines]
    rows = RefundLine.objects.filter(line__in=keys).exclude(refund__state=Refund.State.FAILED)
    return dict.fromkeys(keys, NOTHING) | dict(rows.values_list("line").annotate(sum=Sum("amount")))


def shipping_refunded_for(placement: Placement) -> Decimal:
    """Return what of a placement's shipping was refunded, or is about to be."""
    rows = placement.refunded_shipping.exclude(refund__state=Refund.State.FAILED)
    return Decimal(rows.aggregate(sum=Sum("amount", default=NOTHING))["sum"])


def send_to_provider(refund: Refund) -> None:
    """Send the refund to its provider. The money counts as refunded only when the provider's event says so. Raises
    ProviderAway.

    Does nothing if the refund was sent before or goes by bank transfer.
    """
    if refund.state != Refund.State.REQUESTED or refund.by_transfer:
        return
    asked = Refund.objects.filter(pk=refund.pk, state=Refund.State.REQUESTED)
    try:
        external_id = PROVIDERS[refund.payment.provider].refund(refund)
    except RefundRefused as refused:
        reason = str(refused.extensions.get("reason") or refused.message)
        asked.update(state=Refund.State.FAILED, problem=reason[:200])
        return
    asked.update(state=Refund.State.SENT, external_id=external_id)
