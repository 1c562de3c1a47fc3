"""Erases personal data of carts (names, addresses, e-mail, texts) soon after their session ended."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from cart.models import NO_TEXT, NOBODY, Address, Cart, CartLine, TicketHolder
from shop.core.retention import CARTS, end_all


def forget_carts(now: datetime | None = None) -> int:
    """Blank carts of ended sessions, ordered or not: an order has its own copies. Returns how many."""
    return blank_carts(Cart.objects.filter(session__ended_at__lt=CARTS.end(now)))


def blank_carts(carts: QuerySet[Cart]) -> int:
    """Blank closed carts that still have personal data. Returns how many. Carts with data of their own come first, then
    those with data on their lines only: each condition has an index, both together have none.
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
    # An order shares its cart's row; checkout erases that after the event.
    TicketHolder.objects.filter(pk__in=holders, order_line=None).delete()
    some.update(email="", billing_address=None, shipping_address=None, payment_external_id="")
    Address.objects.filter(pk__in=addresses).delete()
    return len(keys)
