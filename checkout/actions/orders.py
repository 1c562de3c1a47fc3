from django.db import transaction

from checkout.errors import PaymentMethodUnavailable
from checkout.models import Order, Placement
from checkout.queries import offers_for


@transaction.atomic
def prefer_payment_method(*, order: Order, method: str) -> None:
    """Keep how the buyer would rather pay an open order. Raises PaymentMethodUnavailable if it is not offered.

    The order comes with its standing (`queries.order_of_secret`).
    """
    if method not in {offer.id for offer in offers_for(order)}:
        raise PaymentMethodUnavailable
    if order.apart:
        Placement.objects.filter(pk=order.apart.pk).update(payment_method=method)
    else:
        Order.objects.filter(pk=order.pk).update(preferred_payment_method=method)
