"""The only place that locks tickets, in the order of their ids. Lock order: order, then tickets, never the other way
round.
"""

from collections.abc import Iterable
from uuid import UUID

from aftersale.models import FormerNumber, Ticket
from shop.core.database.locks import locked


def lock_tickets(keys: Iterable[UUID]) -> None:
    """Lock tickets until the transaction ends, so that others can neither admit with them nor end or reissue them."""
    list(locked(Ticket.objects.filter(pk__in=set(keys)).order_by("pk")).values_list("pk"))


def lock_numbered(numbers: Iterable[str]) -> set[UUID]:
    """Lock the tickets that have or had these numbers. Returns their ids. Check for former numbers only after this
    call: a ticket may be reissued while the lock is awaited. A number never moves to another ticket.
    """
    wanted = set(numbers)
    now = Ticket.objects.filter(number__in=wanted).values_list("pk")
    before = FormerNumber.objects.filter(number__in=wanted).values_list("ticket")
    keys = {key for (key,) in now.union(before)} if wanted else set()
    lock_tickets(keys)
    return keys
