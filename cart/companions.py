"""Things that are sold together with others only (docs/decisions/0012): pure functions over a cart's items."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from catalogue.models import Seat

from .errors import AmountNotMultiple, CompanionAlone, FollowedMissing, TicketRequired
from .rules import Item


def check_companions(items: Sequence[Item]) -> None:
    """Raise AmountNotMultiple, CompanionAlone, TicketRequired or FollowedMissing: something is in the cart without
    what it needs.
    """
    for item in items:
        if _left_over(items, item):
            raise AmountNotMultiple(item.multiple)
    if _with_wheelchairs(items) != list(items):
        raise CompanionAlone
    if any(item.ticket_required for item in items) and not any(item.ticket for item in items):
        raise TicketRequired
    if kept(items) != list(items):
        raise FollowedMissing


def kept(items: Sequence[Item]) -> list[Item]:
    """The items as they may stay: what needs a ticket goes with the last one, followers shrink to what they follow,
    companion seats go with the last wheelchair seat, and tickets that make no multiple go.

    Those that were added last shrink first; an amount of 0 means that nothing of it stays.
    """
    found = _in_multiples(_with_wheelchairs(items))
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


def _with_wheelchairs(items: Sequence[Item]) -> list[Item]:
    wheelchairs = {item.thing for item in items if item.seat_kind == Seat.Reserved.WHEELCHAIR}
    return [
        replace(item, amount=0) if item.seat_kind == Seat.Reserved.COMPANION and item.thing not in wheelchairs else item
        for item in items
    ]


def _left_over(items: Sequence[Item], one: Item) -> int:
    """How many tickets of an item's event are too many for a multiple."""
    return sum(item.amount for item in items if item.thing == one.thing) % one.multiple


def _in_multiples(items: Sequence[Item]) -> list[Item]:
    """Tickets of a category that makes no multiple itself go first."""
    found = list(items)
    for one in items:
        left_over = _left_over(found, one)
        if not left_over:
            continue
        counts = Counter[int | None]()
        for item in found:
            counts[item.category] += item.amount if item.thing == one.thing else 0
        last_first = [at for at in reversed(range(len(found))) if found[at].thing == one.thing]
        whole = {category for category, count in counts.items() if count % one.multiple == 0}
        for at in sorted(last_first, key=[found[at].category in whole for at in range(len(found))].__getitem__):
            less = min(left_over, found[at].amount)
            found[at] = replace(found[at], amount=found[at].amount - less)
            left_over -= less
    return found
