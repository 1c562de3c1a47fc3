"""The only place that locks tickets, in the order of their ids. Lock order: order, then tickets, never the other way
round.
"""

from collections.abc import Iterable
from uuid import UUID

from aftersale.models import FormerNumber, Ticket
from shop.core.database.locks import locked


def lock_tickets(keys: Iterable[UUID]) -> None:
    """Keep others from letting somebody in with these, ending them or issuing them anew, until the transaction ends."""
    list(locked(Ticket.objects.filter(pk__in=set(keys)).order_by("pk")).values_list("pk"))


def lock_numbered(numbers: Iterable[str]) -> set[UUID]:
    """Lock the tickets that have these numbers, or had them; their ids. Whether a number is a former one is to be asked
    behind this: a ticket may be issued anew while its lock is waited for, but a number stays one ticket's for good.
    """
    wanted = set(numbers)
    now = Ticket.objects.filter(number__in=wanted).values_list("pk")
    before = FormerNumber.objects.filter(number__in=wanted).values_list("ticket")
    keys = {key for (key,) in now.union(before)} if wanted else set()
    lock_tickets(keys)
    return keys
