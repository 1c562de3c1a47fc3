"""The seats that come with a cart's tickets (purchase §4 "Cart rules")."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from cart.errors import AmountInvalid, CategoryInCart
from cart.models import Cart, CartLine
from cart.rules import Item, one_piece
from catalogue.errors import SeatsNotAvailable, SeatsTaken
from catalogue.models import SeatMap
from catalogue.seating.claims import claim_seats
from catalogue.seating.free_seats import RowSeat
from catalogue.seating.proposals import SeatWish, alternatives
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions


@dataclass(frozen=True)
class SeatChoice:
    """What a request says about its seats (purchase §7 ADDTOCART); no `seat_ids`: the best that are free."""

    seat_ids: tuple[int, ...] = ()
    section_id: int | None = None
    adjacent: bool = True
    accessible: bool = False


BEST_SEATS = SeatChoice()


@dataclass(frozen=True)
class Wanted:
    """A thing that was asked for, and the wish for its seats; none if it has no seats."""

    item: Item
    wish: SeatWish | None = None


Shift = tuple[int, int]


def with_seats(item: Item, choice: SeatChoice) -> Wanted:
    """Raises AmountInvalid if there is not a seat for each ticket, SeatsNotAvailable for seats of what has none."""
    if item.ticket is None or not item.ticket.seated:
        if choice.seat_ids:
            raise SeatsNotAvailable(choice.seat_ids, [])
        return Wanted(item)
    assert item.ticket.category is not None
    if choice.seat_ids and len(choice.seat_ids) != item.amount:
        raise AmountInvalid
    wish = SeatWish(
        item.ticket.category, item.amount, choice.seat_ids, choice.section_id, choice.adjacent, choice.accessible
    )  # fmt: skip
    return Wanted(item, wish)


def take_seats(
    *, cart: Cart, session: VisitorSession, lines: Sequence[CartLine], asked: Sequence[Wanted]
) -> tuple[list[Item], list[Shift]]:
    """Hold a seat for each ticket that needs one: the items with theirs, and the ids (wanted, given) of moved seats.

    Raises CategoryInCart, SeatsTaken, SeatsNotAvailable.
    """
    found: list[list[Item]] = [[one.item] for one in asked]
    shifts: list[Shift] = []
    for event, numbers in sorted(_by_event(asked).items()):
        single = {category_of(asked[number]) for number in numbers if asked[number].item.part is None}
        refuse_categories_in_cart(lines, single)
        wishes = [wish for number in numbers if (wish := asked[number].wish)]
        claimed = claim_seats(event_id=event, holder=cart.pk, session=session, wishes=wishes)
        for number, seats in zip(numbers, claimed.seats, strict=True):
            item = asked[number].item
            found[number] = [seated(item, seat) for seat in seats]
        shifts += claimed.shifts
    return [item for items in found for item in items], shifts


def seated(item: Item, seat: RowSeat) -> Item:
    assert item.ticket is not None
    return replace(one_piece(item), ticket=replace(item.ticket, seat=seat.id, seat_kind=seat.kind))


def category_of(one: Wanted) -> int | None:
    return one.item.ticket.category if one.item.ticket else None


def _by_event(asked: Sequence[Wanted]) -> Mapping[int, list[int]]:
    """The numbers of what needs seats, by event."""
    events = defaultdict(list)
    for number, one in enumerate(asked):
        if one.wish is not None:
            events[one.item.thing.id].append(number)
    return events


def refuse_categories_in_cart(lines: Sequence[CartLine], categories: set[int | None]) -> None:
    """Raises CategoryInCart; a bundle's ticket neither needs that nor stands in the way."""
    single = [line for line in lines if line.seat_id and line.bundle_id is None]
    for category in categories:
        there = [str(line.pk) for line in single if line.variant.pricing_category_id == category]
        if there:
            raise CategoryInCart(pricingCategoryId=str(category), itemIds=there)


def without_missing_seats(lines: Sequence[CartLine], asked: Sequence[Wanted]) -> list[CartLine]:
    """The lines that stay where seats are wanted now: not the tickets without a seat of the same categories, unless
    they are in a bundle, which nobody takes out but the shopper.
    """
    categories = {category_of(one) for one in asked if one.wish is not None}
    single = [line for line in lines if line.seat_id is None and line.bundle_id is None]
    lost = [line for line in single if line.variant.pricing_category_id in categories]
    return [line for line in lines if line not in lost]


def without_trees(lines: Sequence[CartLine], trees: Collection[UUID]) -> list[CartLine]:
    """The lines that stay if whole trees go, by the ids of their roots."""
    return [line for line in lines if line.tree not in trees]


def ended_in_the_way(taken: SeatsTaken) -> bool:
    """Ends the sessions that are over and still had one of the seats; whether there were any."""
    return bool(taken.ended) and end_overdue_sessions(only=taken.ended) > 0


def not_available(taken: SeatsTaken, asked: Sequence[Wanted]) -> SeatsNotAvailable:
    """The refusal with other seats in the place of those that were taken, as things are now."""
    found: dict[int, int] = {}
    for event, numbers in _by_event(asked).items():
        wishes = [wish for number in numbers if (wish := asked[number].wish)]
        lost = [seat for seat in taken.seat_ids if any(seat in wish.seat_ids for wish in wishes)]
        seat_map = SeatMap.objects.filter(event=event).select_related("event").first()
        if seat_map and lost:
            found |= dict(zip(lost, alternatives(seat_map, wishes, lost), strict=False))
    seats = list(dict.fromkeys(taken.seat_ids))
    return SeatsNotAvailable(seats, [found[seat] for seat in seats] if all(seat in found for seat in seats) else [])
