"""Book refunds that payment services report: those requested here, those made at the service, and those that did not
reach the buyer.
"""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from checkout import hooks
from checkout.errors import RefundTooLarge
from checkout.locks import lock_order
from checkout.models import Payment, Refund, RefundLine, RefundShipping, Transfer
from checkout.payments.interface import Movement
from checkout.payments.ledger import is_booked, net_received, record_refund, record_return
from checkout.refunds.refundable import RefundParts, reduction, refundable_of
from shop.core.database.transactions import retry_transaction
from shop.core.values.money import NOTHING

from .refunding import excess_of_order, refundable_amount, refuse_refunded_otherwise, store_refund

# The job asks a provider for a refund at least this long.
ASKED_FOR = timedelta(days=2)
# Texts for staff about an event or a refund.
MADE_THERE = gettext_noop("made at the payment service itself")
BOOKED = gettext_noop(
    "Money went back at the payment service itself. It is booked; tickets stay valid until you end them."
)
MORE_BACK = gettext_noop("More money went back than came in. It is not booked.")
OTHER_AMOUNT = gettext_noop("Another amount went back than was asked for. It is not booked.")
MOOT = gettext_noop("The money had gone back already, at the payment service itself.")
LOST = gettext_noop("A refund does not reach the buyer. Send it from the bank.")
CAME_BACK = gettext_noop("the refund came back to the payment service")


def book_refund(payment: Payment, movement: Movement) -> str:
    """Book a refund that the provider reports. Returns the problem for staff, "" if there is none."""
    # Read before the number is looked up, because the job that asks the provider may store it meanwhile.
    waits = unconfirmed_refunds(payment).exists()
    refund = payment.refunds.filter(external_id=movement.refund).first()
    if refund is None:
        return "" if waits or is_booked(payment, movement.id) else book_external_refund(payment, movement)
    if refund.amount != movement.amount:
        return OTHER_AMOUNT
    if refund.state != Refund.State.DONE and refund.amount > net_received(payment):
        return MORE_BACK  # a dispute took the money first
    record_refund(refund=refund, event_id=movement.id)
    return ""


def external_refunds(payment: Payment, amount: Decimal) -> QuerySet[Refund]:
    """Return booked refunds of this amount that were made on the provider's own pages."""
    return payment.refunds.filter(elsewhere=True, state=Refund.State.DONE, amount=amount).order_by("created_at")


def return_event_id(number: str) -> str:
    """Return the ledger's event id for this refund's money coming back."""
    return f"returned {number}"[:120]


def unconfirmed_refunds(payment: Payment) -> QuerySet[Refund]:
    """Recent refunds that were sent to the provider and have no number there yet. The job sends each again and then
    reconciles its payment. Excludes bank transfers by staff, and refunds on which the job has given up.
    """
    lately = timezone.now() - ASKED_FOR
    return payment.refunds.filter(state=Refund.State.REQUESTED, by_transfer=False, created_at__gt=lately)


@retry_transaction
@transaction.atomic
def book_external_refund(payment: Payment, movement: Movement) -> str:
    """Book a refund that was made on the provider's own pages: of a refund refused here, or of somebody's own accord.
    Returns the problem for staff. Locks the order.
    """
    order = lock_order(payment.order_id)
    if is_booked(payment, movement.id):
        return ""
    if movement.amount > net_received(payment):
        return MORE_BACK
    # With a dispute it may be the dispute's money (`disputing.listed_as_refund`), not a refund of ours.
    if not payment.disputes.exists() and (refund := earlier_refused_refund(payment, movement.amount)):
        Refund.objects.filter(pk=refund.pk).update(external_id=movement.refund, problem="")
        record_refund(refund=refund, event_id=movement.id)
        return ""
    # A surplus is used up first: refunding it makes no line cheaper.
    cheaper = movement.amount - min(movement.amount, excess_of_order(order))
    parts = proportional_parts(cheaper, *refundable_of(order))
    refund = Refund.objects.create(
        payment=payment, amount=movement.amount, external_id=movement.refund, reason=MADE_THERE, elsewhere=True
    )
    store_parts(refund, parts)
    record_refund(refund=refund, event_id=movement.id)
    withdraw_unfunded(payment)
    return BOOKED


def withdraw_unfunded(payment: Payment) -> None:
    """Withdraw refunds by bank transfer whose money is gone by another way. Caller must hold the order's lock. Refunds
    in a SEPA file are refused when it is booked.
    """
    gone = {"state": Refund.State.FAILED, "is_moot": True, "problem": MOOT}
    waiting = payment.refunds.filter(~Exists(in_transfer_file()), state=Refund.State.REQUESTED, by_transfer=True)
    for refund in waiting.order_by("-created_at"):
        if refundable_amount(payment) >= 0:
            break
        Refund.objects.filter(pk=refund.pk).update(**gone)
    payment.refunds.filter(state=Refund.State.FAILED, amount__gt=refundable_amount(payment)).update(**gone)


def in_transfer_file() -> QuerySet[Transfer]:
    """Return the live transfers of a refund in files for the bank, as a subquery."""
    return Transfer.objects.live().filter(refund=OuterRef("pk"))


def earlier_refused_refund(payment: Payment, amount: Decimal) -> Refund | None:
    """Return a refund of this amount that the provider refused or never answered: somebody then made it at the
    provider. Skips refunds whose money was refunded otherwise since.
    """
    given_up = Q(state=Refund.State.FAILED) | Q(state=Refund.State.REQUESTED, by_transfer=False)
    refused = payment.refunds.filter(given_up, ~Exists(in_transfer_file()), is_moot=False, amount=amount)
    return next((one for one in refused.order_by("created_at") if not was_refunded_otherwise(one)), None)


def was_refunded_otherwise(refund: Refund) -> bool:
    if refund.state == Refund.State.REQUESTED:
        return False  # it counts until the job gives up
    try:
        refuse_refunded_otherwise(refund)
    except RefundTooLarge:
        return True
    return False


def proportional_parts(amount: Decimal, rows: Sequence, shipping: Sequence) -> RefundParts:
    """Reduce the price of all that is left in proportion, at most by what is left."""
    room = sum((one.cash for one in rows), NOTHING) + sum((one.left for one in shipping), NOTHING)
    amount = min(amount, room)
    return reduction(amount, rows, shipping) if amount > 0 else ([], {})


def store_parts(refund: Refund, parts: RefundParts) -> None:
    of_lines, of_shipping = parts
    RefundLine.objects.bulk_create(RefundLine(refund=refund, line=one.line, amount=one.amount) for one in of_lines)
    RefundShipping.objects.bulk_create(
        RefundShipping(refund=refund, placement_id=placement, amount=share) for placement, share in of_shipping.items()
    )
    for placement in {one.line.placement for one in of_lines}:
        hooks.above.lines_ended(placement)


@retry_transaction
@transaction.atomic
def book_failure(payment: Payment, number: str) -> str:
    """Handle a refund that did not reach the buyer: staff send it by bank transfer. If it was booked before, books its
    return and stores a new refund. Returns the text for staff, "" if it is known already. Locks the order.
    """
    lock_order(payment.order_id)
    refund = payment.refunds.filter(external_id=number).first()
    event_id = return_event_id(number)
    if refund is None or is_booked(payment, event_id):
        return ""
    match refund.state:
        case Refund.State.SENT:
            Refund.objects.filter(pk=refund.pk).update(state=Refund.State.FAILED, problem=LOST)
        case Refund.State.DONE if refund.entry.event_id == number:
            record_return(refund=refund, event_id=event_id)
            Refund.objects.filter(pk=refund.pk).update(problem=CAME_BACK)
            store_refund(payment, refund.amount, reason=CAME_BACK, by_transfer=True)
        case _:
            return ""
    return LOST
