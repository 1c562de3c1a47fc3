"""Staff hold an order back from deletion, and let it go again."""

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
    """Or say anew why and until when, where it is held already. Locks the order, as the job that blanks its buyer does.

    Raises NothingToHold for an order of which nobody is known any more.
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
    """What is over by now ends when its job runs next. Locks the order."""
    lock_order(order.pk)
    Hold.objects.active().filter(order=order).update(lifted_at=Now(), lifted_by=staff)
