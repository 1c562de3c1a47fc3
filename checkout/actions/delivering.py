"""Deliveries go on their way."""

from django.db import transaction
from django.utils import timezone

from checkout.errors import DeliveryStepWrong
from checkout.locks import lock_order
from checkout.models import Delivery, Order
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


def join_deliveries(order: Order) -> None:
    """Let what is to be packed, is paid and goes the same way go as one (docs/decisions/0041); the caller holds the
    order's lock.
    """
    waiting = order.deliveries.filter(state=Delivery.State.OPEN).order_by("pk")
    first: dict[int, Delivery] = {}
    for delivery in waiting:
        one = first.setdefault(delivery.carrier_id, delivery)
        if one is not delivery and is_paid_for(one) and is_paid_for(delivery):
            join(delivery, to=one)


def join(delivery: Delivery, to: Delivery) -> None:
    delivery.lines.update(delivery=to)
    to.price += delivery.price
    to.shippable_from = max(filter(None, [to.shippable_from, delivery.shippable_from]), default=None)
    to.save(update_fields=["price", "shippable_from"])
    delivery.delete()


def is_paid_for(delivery: Delivery) -> bool:
    """Whether something is left to deliver, and all of it is paid for."""
    counting = delivery.lines.counting()
    return counting.exists() and not counting.filter(placement__paid_at=None).exists()
