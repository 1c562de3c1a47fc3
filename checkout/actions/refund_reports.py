"""What payment services report of refunds: those that were asked for here, those that nobody asked for, and those that
do not reach the buyer.
"""

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_noop

from checkout.locks import lock_order
from checkout.models import Payment, Placement, Refund, RefundLine, RefundShipping, Transfer
from checkout.payments.interface import Movement
from checkout.payments.ledger import is_booked, kept_of, refunded, returned
from checkout.refunds import Chosen, reduction, what_is_left
from checkout.signals import lines_ended
from shop.money import NOTHING
from shop.transactions import tried_again

from .refunding import left_of, spare_of, store_refund

# What staff read of an event, or of a refund.
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
    """What does not fit or staff have to know, "" if nothing."""
    refund = payment.refunds.filter(external_id=movement.refund).first()
    if refund is None:
        # One whose number is not known yet is asked for again, and its payment reconciled then; no provider is asked
        # for what staff send from the bank.
        waits = payment.refunds.filter(state=Refund.State.REQUESTED, by_transfer=False).exists()
        return "" if waits or is_booked(payment, movement.id) else book_unasked(payment, movement)
    if refund.amount != movement.amount:
        return OTHER_AMOUNT
    refunded(refund=refund, event_id=movement.id)
    return ""


@tried_again
@transaction.atomic
def book_unasked(payment: Payment, movement: Movement) -> str:
    """Somebody gave the money back on the provider's own pages: for what was refused here, or of their own accord."""
    order = lock_order(payment.order_id)
    if is_booked(payment, movement.id):
        return ""
    if movement.amount > kept_of(payment):
        return MORE_BACK
    if refund := refused_before(payment, movement.amount):
        Refund.objects.filter(pk=refund.pk).update(external_id=movement.refund, problem="")
        refunded(refund=refund, event_id=movement.id)
        return ""
    # What came in beyond what is owed goes first: nothing that was bought becomes cheaper by that.
    cheaper = movement.amount - min(movement.amount, spare_of(order))
    parts = lowered(cheaper, *what_is_left(order))
    refund = Refund.objects.create(
        payment=payment, amount=movement.amount, external_id=movement.refund, reason=MADE_THERE, elsewhere=True
    )
    store_parts(refund, parts)
    refunded(refund=refund, event_id=movement.id)
    payment.refunds.filter(state=Refund.State.FAILED, amount__gt=left_of(payment)).update(is_moot=True, problem=MOOT)
    return BOOKED


def refused_before(payment: Payment, amount: Decimal) -> Refund | None:
    """One of this amount that the provider refused, so that somebody has to send it: that is how it went."""
    filed = Transfer.objects.live().filter(refund=OuterRef("pk"))
    refused = payment.refunds.filter(~Exists(filed), state=Refund.State.FAILED, is_moot=False, amount=amount)
    return refused.order_by("created_at").first()


def lowered(amount: Decimal, rows: Sequence, shipping: Sequence) -> Chosen:
    """All that is left becomes cheaper in proportion, by at most what it costs."""
    room = sum((one.cash for one in rows), NOTHING) + sum((one.left for one in shipping), NOTHING)
    amount = min(amount, room)
    return reduction(amount, rows, shipping) if amount > 0 else ([], {})


def store_parts(refund: Refund, parts: Chosen) -> None:
    of_lines, of_shipping = parts
    RefundLine.objects.bulk_create(RefundLine(refund=refund, line=one.line, amount=one.amount) for one in of_lines)
    RefundShipping.objects.bulk_create(
        RefundShipping(refund=refund, placement_id=placement, amount=share) for placement, share in of_shipping.items()
    )
    for placement in {one.line.placement for one in of_lines}:
        lines_ended.send(sender=Placement, placement=placement)


@tried_again
@transaction.atomic
def book_failure(payment: Payment, number: str) -> str:
    """A refund does not reach the buyer: staff send it from the bank, where it had gone already by another refund. ""
    for what is known.
    """
    lock_order(payment.order_id)
    refund = payment.refunds.filter(external_id=number).first()
    event_id = f"returned {number}"[:120]
    if refund is None or is_booked(payment, event_id):
        return ""
    match refund.state:
        case Refund.State.SENT:
            Refund.objects.filter(pk=refund.pk).update(state=Refund.State.FAILED, problem=LOST)
        case Refund.State.DONE if refund.entry.event_id == number:
            returned(refund=refund, event_id=event_id)
            Refund.objects.filter(pk=refund.pk).update(problem=CAME_BACK)
            store_refund(payment, refund.amount, reason=CAME_BACK, by_transfer=True)
        case _:
            return ""
    return LOST
