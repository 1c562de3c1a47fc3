from django.db import transaction

from checkout.errors import PaymentMethodUnavailable
from checkout.models import Order
from checkout.payments import provider_of
from checkout.payments.interface import Sale


@transaction.atomic
def prefer_payment_method(*, order: Order, method: str) -> None:
    """Keep how the buyer would rather pay an open order. Raises PaymentMethodUnavailable if it is not offered."""
    offer = provider_of(method).offer(Sale(order.shop, order.due, order.country_code, physical=True))
    if offer is None:
        raise PaymentMethodUnavailable
    Order.objects.filter(pk=order.pk).update(preferred_payment_method=method)
