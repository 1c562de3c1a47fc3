"""The only place that locks tickets, in the order of their ids. Whoever holds an order's lock may lock its tickets
behind it; whoever holds tickets' locks no order.
"""

from collections.abc import Iterable

from aftersale.models import Ticket
from shop.locks import locked


def lock_tickets(numbers: Iterable[str]) -> None:
    """Keep others from letting somebody in with these, or ending them, until the transaction ends."""
    list(locked(Ticket.objects.filter(number__in=set(numbers)).order_by("pk")).values_list("pk"))
