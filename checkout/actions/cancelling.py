"""An order for which no money comes ends."""

from django.db import transaction

from catalogue.actions import return_sold
from catalogue.seating.claims import return_seats
from checkout.errors import OrderNotCancellable
from checkout.locks import lock_order
from checkout.models import Order, Payment
from checkout.payments.culture_pass import give_back
from checkout.payments.ledger import received


@transaction.atomic
def cancel_unpaid(*, order: Order) -> Order:
    """End a placed order: its payment code, seats and pieces are free again.

    Raises OrderNotCancellable once money came in, or if it is paid or cancelled already.
    """
    locked = lock_order(order.pk)
    if locked.state != Order.State.PLACED or received(locked) != locked.credit:
        raise OrderNotCancellable
    give_back(locked)
    locked.payments.filter(state__in=[Payment.State.CREATED, Payment.State.PENDING]).update(
        state=Payment.State.CANCELLED
    )
    locked.state = Order.State.CANCELLED
    locked.save(update_fields=["state"])
    return_seats(buyer=locked.pk)
    return_sold(buyer=locked.pk)
    return locked
