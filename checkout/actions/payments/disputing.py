"""Store the disputes that payment services report, and book the money they took and gave back."""

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from checkout.actions.orders.lines import invalidate_line
from checkout.actions.refunds.refund_reports import (
    external_refunds,
    return_event_id,
    unconfirmed_refunds,
    withdraw_unfunded,
)
from checkout.actions.refunds.refunding import refunded_for
from checkout.invoices.queue import queue_invoices
from checkout.locks import lock_order
from checkout.models import Dispute, LedgerEntry, Payment, Refund
from checkout.payments.interface import Movement, ReportedDispute
from checkout.payments.ledger import is_booked, net_received, record_dispute, record_return, taken_by
from checkout.payments.methods import PROVIDERS
from shop.core.database.transactions import retry_transaction
from shop.core.values.money import NOTHING

State = Dispute.State
ENDED = (State.WON, State.LOST, State.CLOSED)
UNFIT = gettext_noop("A dispute moved more money than came in, or than it took. It is not booked.")


@retry_transaction
@transaction.atomic
def book_dispute(payment: Payment, reported: ReportedDispute) -> str:
    """Store a dispute's state and book its movements, once each, in whatever order they are reported. Returns the
    problem for staff, "" if there is none. Tickets and invoices stay, unless the shop ends tickets when a dispute is
    lost. Locks the order.
    """
    order = lock_order(payment.order_id)
    was_lost = Dispute.objects.filter(payment=payment, external_id=reported.id, state=State.LOST).exists()
    dispute = store_dispute(payment, reported)
    waiting = [one for one in reported.movements if one.amount and not is_booked(payment, one.id)]
    for one in waiting:
        if one.amount < 0 and (listed := listed_as_refund(payment, reported, -one.amount)):
            record_return(refund=listed, event_id=return_event_id(listed.external_id))
            drop_parts(listed)
            Dispute.objects.filter(pk=dispute.pk).update(listed_as=listed.external_id)
    while fitting := next((one for one in waiting if fits_ledger(dispute, one.amount)), None):
        record_dispute(dispute=dispute, amount=fitting.amount, event_id=fitting.id)
        waiting.remove(fitting)
    # Money taken and given back before a refund may not fit after it one by one, but as a sum.
    if waiting and fits_ledger(dispute, sum((one.amount for one in waiting), NOTHING)):
        for one in waiting:
            record_dispute(dispute=dispute, amount=one.amount, event_id=one.id)
        waiting = []
    withdraw_unfunded(payment)
    if dispute.state == State.LOST and not was_lost and order.shop.lost_disputes_end_tickets:
        end_tickets(dispute)
    return UNFIT if waiting else ""


def without_disputed(payment: Payment, moved: Sequence[Movement]) -> Sequence[Movement]:
    """Leave out refunds that are booked as a dispute's money: a provider may list them as both."""
    if not any(one.refund for one in moved) or not payment.disputes.exists():
        return moved
    if not PROVIDERS[payment.provider].lists_disputed_as_refunds:
        return moved
    return [one for one in moved if not one.refund or not is_disputed(payment, one)]


@retry_transaction
@transaction.atomic
def is_disputed(payment: Payment, movement: Movement) -> bool:
    """Return whether a listed refund is money that a dispute took. Stores its number, since the dispute may be won
    later. Locks the order.
    """
    lock_order(payment.order_id)
    if is_booked(payment, movement.id) or payment.refunds.filter(external_id=movement.refund).exists():
        return False
    if payment.disputes.filter(listed_as=movement.refund).exists():
        return True
    took = {"entries__kind": LedgerEntry.Kind.DISPUTED, "entries__amount": movement.amount}
    dispute = payment.disputes.filter(listed_as="", **took).order_by("pk").first()
    if dispute is None:
        return False
    if unconfirmed_refunds(payment).exists():
        return True  # for now: a refund of ours whose number is not stored yet may be this one
    Dispute.objects.filter(pk=dispute.pk).update(listed_as=movement.refund)
    return True


def drop_parts(refund: Refund) -> None:
    """Remove the refund's shares of lines and shipping: the order owes money that a dispute took. Tickets that ended
    with their whole price stay ended; if money comes back, staff decide.
    """
    parts = refund.lines.select_related("line")
    dropped = [one for one in parts if not one.line.ticket or refunded_for(one.line) < one.line.reduced_total]
    placements = {one.line.placement_id for one in dropped} | set(refund.shipping.values_list("placement", flat=True))
    refund.lines.filter(pk__in=[one.pk for one in dropped]).delete()
    refund.shipping.all().delete()
    for placement in placements:
        queue_invoices(placement)


def listed_as_refund(payment: Payment, reported: ReportedDispute, amount: Decimal) -> Refund | None:
    """Return a refund with the dispute's amount that was made at the provider after the dispute was opened. Some
    providers list a dispute's money among the refunds, too, and report that first.
    """
    if not PROVIDERS[payment.provider].lists_disputed_as_refunds or reported.opened_at is None:
        return None
    return external_refunds(payment, amount).filter(created_at__gte=reported.opened_at, entry__reversal=None).first()


def store_dispute(payment: Payment, reported: ReportedDispute) -> Dispute:
    dispute = Dispute.objects.filter(payment=payment, external_id=reported.id).first()
    dispute = dispute or Dispute(payment=payment, external_id=reported.id)
    dispute.state, dispute.amount, dispute.reason = reported.state, reported.amount, reported.reason[:120]
    dispute.answer_by = reported.answer_by
    dispute.closed_at = (dispute.closed_at or timezone.now()) if reported.state in ENDED else None
    dispute.save()
    return dispute


def end_tickets(dispute: Dispute) -> None:
    """Void the tickets of a placement that this payment alone paid, if all of it is lost. Caller must hold the order's
    lock. Staff decide about placements that other money paid a part of.
    """
    payment = dispute.payment
    placement = payment.placement
    if placement is None or placement.paid_at is None or dispute.amount < max(payment.amount, placement.due):
        return
    for line in placement.lines.counting().filter(ticket=True):
        invalidate_line(line=line)


def fits_ledger(dispute: Dispute, amount: Decimal) -> bool:
    """Return whether the amount can be booked: a dispute takes at most what was received, and gives back at most what
    it took.
    """
    return -amount <= net_received(dispute.payment) if amount < 0 else amount <= taken_by(dispute)
