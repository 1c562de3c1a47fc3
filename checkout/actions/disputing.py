"""What payment services report of disputes: kept, and what they took and gave back booked."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from checkout.locks import lock_order
from checkout.models import Dispute, OrderLine, Payment
from checkout.payments.interface import Disputed, Movement
from checkout.payments.ledger import is_booked, kept_of, move_disputed, taken_by
from shop.transactions import tried_again

from .lines import invalidate_line
from .refund_reports import withdraw_unfunded

State = Dispute.State
ENDED = (State.WON, State.LOST, State.CLOSED)
UNFIT = gettext_noop("A dispute moved more money than came in, or than it took. It is not booked.")


@tried_again
@transaction.atomic
def book_dispute(payment: Payment, told: Disputed) -> str:
    """Keep how a dispute stands and book its money, once each, in whatever order it is told; what does not fit, "" if
    all does. Tickets and invoices stay as they are, unless the shop wants tickets to end with a payment that is lost.
    """
    order = lock_order(payment.order_id)
    was_lost = Dispute.objects.filter(payment=payment, external_id=told.id, state=State.LOST).exists()
    dispute = keep(payment, told)
    waiting = [one for one in told.movements if one.amount and not is_booked(payment, one.id)]
    while fitting := next((one for one in waiting if fits(dispute, one)), None):
        move_disputed(dispute=dispute, amount=fitting.amount, event_id=fitting.id)
        waiting.remove(fitting)
    withdraw_unfunded(payment)
    if dispute.state == State.LOST and not was_lost and order.shop.lost_disputes_end_tickets:
        end_tickets(dispute)
    return UNFIT if waiting else ""


def keep(payment: Payment, told: Disputed) -> Dispute:
    dispute = Dispute.objects.filter(payment=payment, external_id=told.id).first()
    dispute = dispute or Dispute(payment=payment, external_id=told.id)
    dispute.state, dispute.amount, dispute.reason = told.state, told.amount, told.reason[:120]
    dispute.answer_by = told.answer_by
    dispute.closed_at = (dispute.closed_at or timezone.now()) if told.state in ENDED else None
    dispute.save()
    return dispute


def end_tickets(dispute: Dispute) -> None:
    """End the tickets that its payment paid, where all of that is lost; the caller holds the order's lock."""
    payment = dispute.payment
    if dispute.amount < payment.amount:
        return
    tickets = OrderLine.objects.counting().filter(ticket=True, placement__order=payment.order_id)
    for line in tickets.filter(placement=payment.placement) if payment.placement else tickets:
        invalidate_line(line=line)


def fits(dispute: Dispute, one: Movement) -> bool:
    """Nothing is taken that did not come in, or given back that was not taken."""
    return -one.amount <= kept_of(dispute.payment) if one.amount < 0 else one.amount <= taken_by(dispute)
