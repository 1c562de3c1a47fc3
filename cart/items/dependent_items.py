"""Items that are sold only together with others (docs/decisions/0012): pure functions over a cart's items."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cart.errors import AmountNotMultiple, CompanionAlone, FollowedMissing, TicketRequired
from cart.rules import Item, whole_trees
from catalogue.models import Seat


def check_dependent_items(items: Sequence[Item]) -> None:
    """Raise AmountNotMultiple, CompanionAlone, TicketRequired or FollowedMissing if an item lacks the items that it
    needs.
    """
    for item in items:
        if _surplus_tickets(items, item):
            raise AmountNotMultiple(_multiple(item))
    if _with_wheelchairs(items) != list(items):
        raise CompanionAlone
    if any(item.needs.ticket for item in items) and not any(item.ticket for item in items):
        raise TicketRequired
    if allowed_items(items) != list(items):
        raise FollowedMissing


def allowed_items(items: Sequence[Item]) -> list[Item]:
    """Return the items with the amounts that may stay. Items that need a ticket go with the last ticket, follow-items
    shrink to the amount that they follow, companion seats go with the last wheelchair seat, and surplus tickets that
    make no multiple go.

    Items added last shrink first. An amount of 0 removes the item and its bundle.
    """
    found = list(items)
    while (limited := whole_trees(_limited_followers(_with_tickets(_in_multiples(_with_wheelchairs(found)))))) != found:
        found = limited  # again: a follow-item may follow another, a bundle may have held the last ticket
    return found


def _with_tickets(items: Sequence[Item]) -> list[Item]:
    if any(item.ticket and item.amount for item in items):
        return list(items)
    return [replace(item, amount=0) if item.needs.ticket else item for item in items]


def _category(item: Item) -> int | None:
    return item.ticket.category if item.ticket else None


def _seat_kind(item: Item) -> str:
    return item.ticket.seat_kind if item.ticket else ""


def _limited_followers(items: Sequence[Item]) -> list[Item]:
    found, taken = [], dict[int, int]()
    for item in items:
        if item.needs.follows is None:
            found.append(item)
            continue
        leaders = sum(one.amount for one in items if one.entry.kind == "product" and one.entry.id == item.needs.follows)
        amount = min(item.amount, leaders - taken.get(item.entry.id, 0))
        taken[item.entry.id] = taken.get(item.entry.id, 0) + amount
        found.append(replace(item, amount=amount))
    return found


def _with_wheelchairs(items: Sequence[Item]) -> list[Item]:
    wheelchairs = {item.entry for item in items if item.amount and _seat_kind(item) == Seat.Reserved.WHEELCHAIR}
    return [
        replace(item, amount=0)
        if _seat_kind(item) == Seat.Reserved.COMPANION and item.entry not in wheelchairs
        else item
        for item in items
    ]


def _multiple(item: Item) -> int:
    return item.ticket.multiple if item.ticket else 1


def _is_single(item: Item) -> bool:
    """True for a ticket outside of bundles. In a bundle the event's multiple does not count (purchase §5)."""
    return item.ticket is not None and item.part is None


def _single_tickets_of_event(items: Sequence[Item], one: Item) -> list[int]:
    """Return the indexes of the single tickets of the item's event. Empty if the item is no single ticket."""
    if not _is_single(one):
        return []
    return [at for at, item in enumerate(items) if item.entry == one.entry and _is_single(item)]


def _surplus_tickets(items: Sequence[Item], one: Item) -> int:
    """Return how many tickets of the item's event exceed a multiple."""
    return sum(items[at].amount for at in _single_tickets_of_event(items, one)) % _multiple(one)


def _removal_order(items: Sequence[Item], one: Item) -> list[int]:
    """Return the indexes of the event's tickets in the order of removal: categories without a multiple first, then the
    last added.
    """
    together, counts = _single_tickets_of_event(items, one), Counter[int | None]()
    for at in together:
        counts[_category(items[at])] += items[at].amount
    return sorted(together, key=lambda at: (counts[_category(items[at])] % _multiple(one) == 0, -at))


def _in_multiples(items: Sequence[Item]) -> list[Item]:
    found = list(items)
    for one in items:
        surplus = _surplus_tickets(found, one)
        for at in _removal_order(found, one) if surplus else ():
            less = min(surplus, found[at].amount)
            found[at] = replace(found[at], amount=found[at].amount - less)
            surplus -= less
    return found
