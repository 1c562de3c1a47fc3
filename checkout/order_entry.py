"""A visitor asks for an order by its secret."""

from django.http import HttpRequest

from shop.limits.visitors import visitor_of
from shop.models import Shop

from .limits import counted_secret
from .models import Order
from .queries import access_order


def entered_secret(request: HttpRequest, shop: Shop, secret: str) -> Order:
    """`access_order` at the door: wrong ones count, for the visitor's address. Raises OrderNotFound, TooManySecrets."""
    with counted_secret(visitor_of(request)):
        return access_order(shop, secret)
