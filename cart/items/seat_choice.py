"""Seats for a cart's tickets (purchase §4 "Cart rules")."""

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
from catalogue.seating.proposals import SeatRequest, alternatives
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions


@dataclass(frozen=True)
class SeatChoice:
    """A request's seats (purchase §7 ADDTOCART). Without `seat_ids`: the best free ones."""

    seat_ids: tuple[int, ...] = ()
    section_id: int | None = None
    adjacent: bool = True
    accessible: bool = False


BEST_SEATS = SeatChoice()


@dataclass(frozen=True)
class RequestedItem:
    """A requested item with the request for its seats; None if its tickets have no seats."""

    item: Item
    seat_request: SeatRequest | None = None


Shift = tuple[int, int]


def with_seat_request(item: Item, choice: SeatChoice) -> RequestedItem:
    """Return the item with its seat request. Raises AmountInvalid unless there is a seat for each ticket, and
    SeatsNotAvailable if the item has no seats.
    """
    if item.ticket is None or not item.ticket.seated:
        if choice.seat_ids:
            raise SeatsNotAvailable(choice.seat_ids, [])
        return RequestedItem(item)
    assert item.ticket.category is not None
    if choice.seat_ids and len(choice.seat_ids) != item.amount:
        raise AmountInvalid
    seat_request = SeatRequest(
        item.ticket.category, item.amount, choice.seat_ids, choice.section_id, choice.adjacent, choice.accessible
    )  # fmt: skip
    return RequestedItem(item, seat_request)


def take_seats(
    *, cart: Cart, session: VisitorSession, lines: Sequence[CartLine], requested: Sequence[RequestedItem]
) -> tuple[list[Item], list[Shift]]:
    """Hold a seat for each ticket that needs one. Returns the items with seats, and ids (chosen, given) of moved seats.

    Raises CategoryInCart, SeatsTaken, SeatsNotAvailable.
    """
    found: list[list[Item]] = [[one.item] for one in requested]
    shifts: list[Shift] = []
    for event, numbers in sorted(_by_event(requested).items()):
        single = {category_of(requested[number]) for number in numbers if requested[number].item.part is None}
        refuse_categories_in_cart(lines, single)
        seat_requests = [seat_request for number in numbers if (seat_request := requested[number].seat_request)]
        claimed = claim_seats(event_id=event, holder=cart.pk, session=session, requests=seat_requests)
        for number, seats in zip(numbers, claimed.seats, strict=True):
            item = requested[number].item
            found[number] = [with_seat(item, seat) for seat in seats]
        shifts += claimed.shifts
    return [item for items in found for item in items], shifts


def with_seat(item: Item, seat: RowSeat) -> Item:
    assert item.ticket is not None
    return replace(one_piece(item), ticket=replace(item.ticket, seat=seat.id, seat_kind=seat.kind))


def category_of(one: RequestedItem) -> int | None:
    return one.item.ticket.category if one.item.ticket else None


def _by_event(requested: Sequence[RequestedItem]) -> Mapping[int, list[int]]:
    """Return the indexes of items that need seats, by event."""
    events = defaultdict(list)
    for number, one in enumerate(requested):
        if one.seat_request is not None:
            events[one.item.entry.id].append(number)
    return events


def refuse_categories_in_cart(lines: Sequence[CartLine], categories: set[int | None]) -> None:
    """Raises CategoryInCart if the cart has seats of a category. Tickets in bundles do not count."""
    single = [line for line in lines if line.seat_id and line.bundle_id is None]
    for category in categories:
        in_cart = [str(line.pk) for line in single if line.variant.pricing_category_id == category]
        if in_cart:
            raise CategoryInCart(pricingCategoryId=str(category), itemIds=in_cart)


def without_missing_seats(lines: Sequence[CartLine], requested: Sequence[RequestedItem]) -> list[CartLine]:
    """Return the lines without seatless tickets of categories for which seats are requested now. Tickets in bundles
    stay: only the visitor removes a bundle.
    """
    categories = {category_of(one) for one in requested if one.seat_request is not None}
    single = [line for line in lines if line.seat_id is None and line.bundle_id is None]
    lost = [line for line in single if line.variant.pricing_category_id in categories]
    return [line for line in lines if line not in lost]


def without_trees(lines: Sequence[CartLine], trees: Collection[UUID]) -> list[CartLine]:
    """Return the lines without the bundles of these roots."""
    return [line for line in lines if line.tree not in trees]


def end_overdue_seat_holders(taken: SeatsTaken) -> bool:
    """End overdue sessions that still hold one of the seats. Returns whether there were any."""
    return bool(taken.ended) and end_overdue_sessions(only=taken.ended) > 0


def seats_not_available(taken: SeatsTaken, requested: Sequence[RequestedItem]) -> SeatsNotAvailable:
    """Return the error with other free seats for those that are taken. Without offers if one seat has none."""
    found: dict[int, int] = {}
    for event, numbers in _by_event(requested).items():
        seat_requests = [seat_request for number in numbers if (seat_request := requested[number].seat_request)]
        lost = [seat for seat in taken.seat_ids if any(seat in seat_request.seat_ids for seat_request in seat_requests)]
        seat_map = SeatMap.objects.filter(event=event).select_related("event").first()
        if seat_map and lost:
            found |= dict(zip(lost, alternatives(seat_map, seat_requests, lost), strict=False))
    seats = list(dict.fromkeys(taken.seat_ids))
    return SeatsNotAvailable(seats, [found[seat] for seat in seats] if all(seat in found for seat in seats) else [])
