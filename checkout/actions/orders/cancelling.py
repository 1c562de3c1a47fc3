"""Cancel what was not paid."""

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from catalogue.seating.claims import return_seats
from catalogue.stock.actions import return_sold
from checkout.errors import OrderNotCancellable
from checkout.locks import lock_order
from checkout.mails.together import send_held_of
from checkout.models import Order, Payment, Placement
from checkout.orders.deadlines import own_open_placements
from checkout.payments.codes import lock_codes_of, release_code
from checkout.payments.ledger import balance, money_by_placement

# Money may still arrive through a failed attempt.
WAITING = (Payment.State.PENDING, Payment.State.FAILED)


@transaction.atomic
def cancel_unpaid(*, order: Order) -> Order:
    """Cancel all unpaid placements of the order and free their payment codes, seats and pieces.

    Raises OrderNotCancellable if money was received for them, or if none is open.
    """
    locked = lock_order(order.pk)
    unpaid = list(locked.placements.live().filter(paid_at=None))
    if not unpaid or money_came_in(locked, unpaid):
        raise OrderNotCancellable
    lock_codes_of(unpaid)
    for placement in unpaid:
        cancel(placement)
    return locked


def money_came_in(order: Order, unpaid: list[Placement]) -> bool:
    """Return whether money other than a payment code's was received, and not refunded, for these placements or for the
    order as a whole.
    """
    settled = {placement.pk for placement in order.placements.all()} - {placement.pk for placement in unpaid}
    return any(
        money
        for (placement, by_code), money in money_by_placement(order).items()
        if not by_code and placement not in settled
    )


def cancel(placement: Placement) -> None:
    """Cancel the placement and free its payment codes, seats and pieces. Its held confirmation leaves now.
    Caller must hold the order's lock; before several placements, also that of their codes (`lock_codes_of`).
    """
    release_code(placement)
    placement.payments.filter(Q(state__in=WAITING) | Q(amount=0)).update(state=Payment.State.CANCELLED)
    placement.cancelled_at = Now()
    placement.save(update_fields=["cancelled_at"])
    if not own_open_placements(placement.order).exists() and balance(placement.order) <= 0:
        # These would pay for all open placements. They stay if money for paid ones was taken back and is owed again.
        placement.order.payments.filter(placement=None, state__in=WAITING).update(state=Payment.State.CANCELLED)
    return_seats(buyer=placement.pk)
    return_sold(buyer=placement.pk)
    send_held_of([placement.pk])
