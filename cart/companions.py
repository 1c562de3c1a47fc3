"""Things that are sold together with others only (docs/decisions/0012): pure functions over a cart's items."""

from collections.abc import Sequence
from dataclasses import replace

from .errors import FollowedMissing, TicketRequired
from .rules import Item


def check_companions(items: Sequence[Item]) -> None:
    """Raise TicketRequired or FollowedMissing if something is in the cart without what it needs."""
    if any(item.ticket_required for item in items) and not any(item.ticket for item in items):
        raise TicketRequired
    if kept(items) != list(items):
        raise FollowedMissing


def kept(items: Sequence[Item]) -> list[Item]:
    """The items as they may stay: what needs a ticket goes with the last one, followers shrink to what they follow.

    Those that were added last shrink first; an amount of 0 means that nothing of it stays.
    """
    found = list(items)
    if not any(item.ticket for item in found):
        found = [replace(item, amount=0) if item.ticket_required else item for item in found]
    while (shrunk := _shrunk(found)) != found:  # what follows a follower
        found = shrunk
    return found


def _shrunk(items: Sequence[Item]) -> list[Item]:
    found, taken = [], dict[int, int]()
    for item in items:
        if item.follows is None:
            found.append(item)
            continue
        leaders = sum(one.amount for one in items if one.thing.kind == "product" and one.thing.id == item.follows)
        amount = min(item.amount, max(0, leaders - taken.get(item.thing.id, 0)))
        taken[item.thing.id] = taken.get(item.thing.id, 0) + amount
        found.append(replace(item, amount=amount))
    return found
