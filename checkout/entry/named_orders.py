"""The order that a visitor names to add to it, and whether the visitor proved that it is theirs
(docs/decisions/0041).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.http import HttpRequest

from checkout.errors import OrderNotFound
from checkout.models import Order
from checkout.payments.references import order_reference
from shop.codes.entry import CodeEntry
from shop.core.limits.visitors import visitor_of
from shop.core.values.mail_addresses import mailbox
from shop.models import Shop

from .limits import counted_email, counted_secret

# No cookie: the order's own page leads to it.
ENTRY = CodeEntry("order reference", cookie="", seconds=0)


@dataclass(frozen=True)
class NamedOrder:
    """Named by its `secret`, which proves that it is the visitor's; or by a `reference`, which proves nothing. The
    order's `email`, if entered, only guards against a mistyped reference.
    """

    reference: str = ""
    email: str = ""
    secret: str = ""

    @property
    def is_verified(self) -> bool:
        return self.secret != ""

    def find(self, shop: Shop) -> Order:
        """Return the shop's order with its addresses. Raises OrderNotFound."""
        orders = Order.objects.filter(shop=shop).select_related("shipping_address", "billing_address")
        if self.is_verified:
            order = orders.filter(secret=self.secret).first()
        else:
            order = orders.filter(placements__reference=order_reference(self.reference)).first()
            if order and self.email and mailbox(self.email) != mailbox(order.email):
                order = None
        if order is None:
            raise OrderNotFound
        return order


@contextmanager
def counted_naming(request: HttpRequest, shop: Shop, named: NamedOrder) -> Iterator[None]:
    """Wrap the lookup of the named order. Wrong names count for the visitor's address, wrong e-mails for the reference.
    Raises TooManyAttempts.
    """
    if named.is_verified:
        with counted_secret(visitor_of(request)):
            yield
    else:
        with ENTRY.attempt(request, shop, OrderNotFound), counted_email(named.reference, named.email):
            yield
