"""Payments through one provider or another."""

from checkout.models import Order, Payment
from shop.models import Shop
from tests.factories import first_variant, make_product
from tests.guest import Guest


def payment_by(shop: Shop, method: str, provider: str) -> Payment:
    Guest(shop).buy((first_variant(make_product(shop)), 1))
    payment = Order.objects.get().payments.get()
    Payment.objects.filter(pk=payment.pk).update(method=method, provider=provider, external_id="X1")
    return Payment.objects.get()
