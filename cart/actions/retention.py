"""The end of what carts know of those who come: name, addresses, e-mail and texts go soon after the session."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from cart.models import NO_TEXT, NOBODY, Address, Cart, CartLine, TicketHolder
from shop.core.retention import CARTS, end_all


def forget_carts(now: datetime | None = None) -> int:
    """Blank carts whose sessions ended, with and without an order, which has copies of its own; how many."""
    return blank_carts(Cart.objects.filter(session__ended_at__lt=CARTS.end(now)))


def blank_carts(carts: QuerySet[Cart]) -> int:
    """Those of them that are not open and still know somebody; how many. First those that know somebody themselves,
    then those of which only lines do: each has an index, both at once have none.
    """
    ended = carts.exclude(state=Cart.State.OPEN)
    texts = CartLine.objects.filter(~NO_TEXT, cart=OuterRef("pk"))
    return end_all(ended.filter(~NOBODY), _blank) + end_all(ended.filter(Exists(texts)), _blank)


def _blank(keys: list) -> int:
    some = Cart.objects.filter(pk__in=keys)
    addresses = [key for pair in some.values_list("billing_address", "shipping_address") for key in pair if key]
    lines = CartLine.objects.filter(cart__in=keys)
    holders = list(lines.exclude(ticket_holder=None).values_list("ticket_holder", flat=True))
    lines.update(personal_identifier="", ticket_holder=None)
    # one row from cart to order: the order's goes after the event
    TicketHolder.objects.filter(pk__in=holders, order_line=None).delete()
    some.update(email="", billing_address=None, shipping_address=None, payment_external_id="")
    Address.objects.filter(pk__in=addresses).delete()
    return len(keys)
