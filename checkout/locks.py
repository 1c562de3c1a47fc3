"""The only place that locks orders."""

from uuid import UUID

from django.conf import settings

from .models import Order


def lock_order(order_id: UUID) -> Order:
    """The order, locked until the transaction ends."""
    orders = Order.objects.filter(pk=order_id)
    if not settings.TEST_WITHOUT_LOCKS:
        orders = orders.select_for_update(no_key=True)
    return orders.get()
