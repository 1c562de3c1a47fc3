"""Protect an order from deletion, and release it again."""

from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now

from checkout.actions.orders.retention import FORGOTTEN
from checkout.errors import NothingToHold
from checkout.locks import lock_order
from checkout.models import Hold, Order

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def hold(*, order: Order, reason: str, look_at: date, staff: "User") -> Hold:
    """Set or update the order's hold. Locks the order, as the job that blanks buyers does.

    Raises NothingToHold if the buyer was blanked already.
    """
    locked = lock_order(order.pk)
    if Order.objects.filter(FORGOTTEN, pk=locked.pk).exists():
        raise NothingToHold
    values = {"reason": reason, "look_at": look_at}
    return Hold.objects.update_or_create(
        order=locked, lifted_at=None, defaults=values, create_defaults={**values, "set_by": staff}
    )[0]


@transaction.atomic
def lift(*, order: Order, staff: "User") -> None:
    """Lift the hold. Data that is overdue by now is deleted by the next run of its job. Locks the order."""
    lock_order(order.pk)
    Hold.objects.active().filter(order=order).update(lifted_at=Now(), lifted_by=staff)
