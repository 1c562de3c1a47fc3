"""A visitor names an order that the cart is to join (purchase §5 "Add-to-order form")."""

from typing import NamedTuple

from django.http import HttpRequest

from shop.codes.entry import CodeEntry
from shop.models import Shop
from shop.web.rate_limits import mailbox

from .errors import OrderNotFound
from .models import Order
from .references import order_reference

# No cookie: the order's own page is the way to it.
ENTRY = CodeEntry("order reference", cookie="", seconds=0)


class EnteredOrder(NamedTuple):
    """`is_known`: whoever entered it knows the order's e-mail, too."""

    order: Order
    is_known: bool


def entered_order(request: HttpRequest, shop: Shop, reference: str, email: str) -> EnteredOrder:
    """The shop's order that has this reference, or a placement with it. With a wrong e-mail there is none.

    Raises OrderNotFound, or TooManyAttempts after wrong ones.
    """
    found = ENTRY.meaning(request, shop, lambda: order_named(shop, reference, email.strip()))
    if found is None:
        raise OrderNotFound
    return EnteredOrder(found, is_known=bool(email.strip()))


def order_named(shop: Shop, reference: str, email: str) -> Order | None:
    order = Order.objects.filter(shop=shop, placements__reference=order_reference(reference)).first()
    if order is None or (email and mailbox(email) != mailbox(order.email)):
        return None
    return order
