"""Deliveries go on their way."""

from django.db import transaction
from django.utils import timezone

from checkout.errors import DeliveryStepWrong
from checkout.locks import lock_order
from checkout.models import Delivery
from checkout.rules import DELIVERY_STEPS

MOMENTS = {
    Delivery.State.SHIPPED: "shipped_at",
    Delivery.State.DELIVERED: "delivered_at",
    Delivery.State.RETURNED: "returned_at",
}


@transaction.atomic
def move_delivery(*, delivery: Delivery, to: Delivery.State) -> Delivery:
    """Pack, ship, hand over or take back a delivery of what is paid. Raises DeliveryStepWrong. Locks the order."""
    lock_order(delivery.order_id)
    delivery.refresh_from_db()
    if to not in DELIVERY_STEPS[delivery.state] or not is_paid_for(delivery):
        raise DeliveryStepWrong
    delivery.state = to
    if to in MOMENTS:
        setattr(delivery, MOMENTS[to], timezone.now())
    delivery.save()
    return delivery


def is_paid_for(delivery: Delivery) -> bool:
    """Whether something is left to deliver, and all of it is paid for."""
    counting = delivery.lines.counting()
    return counting.exists() and not counting.filter(placement__paid_at=None).exists()
