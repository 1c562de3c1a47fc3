"""Read an order by its secret at a door."""

from django.http import HttpRequest

from checkout.models import Order
from checkout.orders.access import access_order
from shop.core.limits.visitors import visitor_of
from shop.models import Shop

from .limits import counted_secret


def entered_secret(request: HttpRequest, shop: Shop, secret: str) -> Order:
    """Return `access_order`. Wrong secrets count for the visitor's address. Raises OrderNotFound, TooManySecrets."""
    with counted_secret(visitor_of(request)):
        return access_order(shop, secret)
