"""Proposals of seats: the best that are free, and replacements for seats that are taken. Claims nothing."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import randrange
from uuid import UUID

from catalogue.errors import SeatsNotAvailable
from catalogue.models import SeatMap, SeatSection
from catalogue.seat_plans import best
from catalogue.seat_plans.best import GroupRequest, Hall
from catalogue.seat_plans.rows import neighbours
from catalogue.seating.free_seats import free_seats, hall_of, places_taken

# After each lost race, the row is drawn from this many more of the next best ones.
SPREAD = 4


@dataclass(frozen=True)
class SeatRequest:
    """Seats for one kind of ticket: these seats, or the best that are free (see `best.GroupRequest`)."""

    category: int
    amount: int
    seat_ids: tuple[int, ...] = ()
    section: int | None = None
    adjacent: bool = True
    accessible: bool = False


def propose(
    seat_map: SeatMap, requests: Sequence[SeatRequest], *, party: UUID | None = None, attempt: int = 0
) -> list[list[int]]:
    """Return seat ids for each request: the seats it names, otherwise the best. Raises SeatsNotAvailable.

    Requests of one category sit together. `attempt`: how often another buyer was faster.
    """
    chosen = [list(request.seat_ids) for request in requests]
    together = defaultdict(list)
    for number, request in enumerate(requests):
        if not request.seat_ids:
            together[request.category, request.section, request.adjacent, request.accessible].append(number)
    if not together:
        return chosen
    hall, distance = hall_of(seat_map), seat_map.event.distancing_amount or 0
    free = _free(hall, seat_map, party, without={seat for seats in chosen for seat in seats})
    for (category, section, adjacent, accessible), numbers in together.items():
        amount = sum(requests[number].amount for number in numbers)
        whole = GroupRequest(amount, category, section, adjacent, accessible)
        found = best.best_seats(hall, free, whole, distance=distance, nth=randrange(SPREAD * attempt + 1))
        if found is None:
            scattered = best.best_seats(
                hall, free, GroupRequest(amount, category, section, False, accessible), distance=distance
            )
            raise SeatsNotAvailable([], [hall.ids[place] for place in scattered.places] if scattered else [])
        free &= ~best.free_mask(hall, found.places)
        seats = [hall.ids[place] for place in found.places]
        for number in numbers:
            chosen[number], seats = seats[: requests[number].amount], seats[requests[number].amount :]
    return chosen


def best_offer(
    seat_map: SeatMap, categories: Sequence[int], amount: int, section: int | None, *, adjacent: bool, accessible: bool
) -> tuple[int | None, list[int]]:
    """Return one of the categories with its best seats; (None, []) if no category has enough."""
    hall, distance = hall_of(seat_map), seat_map.event.distancing_amount or 0
    free = _free(hall, seat_map, None)
    offers = [
        (found.rank, category, found.places)
        for category in categories
        if (
            found := best.best_seats(
                hall, free, GroupRequest(amount, category, section, adjacent, accessible), distance=distance
            )
        )
    ]
    if not offers:
        return None, []
    _rank, category, places = min(offers)
    return category, [hall.ids[place] for place in places]


def alternatives(
    seat_map: SeatMap, requests: Sequence[SeatRequest], taken: Sequence[int], *, party: UUID | None = None
) -> list[int]:
    """Return for each taken seat the nearest free one of its category and kind, in the same order. Empty if there are
    not enough, or if a seat is of another category than its request. If a request wants seats side by side, they are
    beside the rest of its group where possible.
    """
    hall, distance = hall_of(seat_map), seat_map.event.distancing_amount or 0
    place_of = hall.place_of
    if not all(seat in place_of for seat in taken):
        return []
    lost = {place_of[seat] for seat in taken}
    free = _free(hall, seat_map, party)
    instead: dict[int, int] = {}
    for request in requests:
        places = sorted(place_of[seat] for seat in request.seat_ids if seat in place_of)
        for first, size in neighbours(places):
            group = list(range(first, first + size))
            missing = [place for place in group if place in lost]
            if any(hall.categories[place] != request.category for place in missing):
                return []
            others = {place for place in places if place not in group}
            seats = free & ~best.free_mask(hall, {*others, *instead.values()})
            found = best.replacement_places(
                hall, seats, group, missing, request.section, distance=distance, together=request.adjacent
            )
            if found is None:
                return []
            instead |= dict(zip(missing, found, strict=True))
    return [hall.ids[instead[place_of[seat]]] for seat in taken]


def _free(hall: Hall, seat_map: SeatMap, party: UUID | None, without: Collection[int] = ()) -> int:
    """Return the mask of what the party may have now, within the one section that the event may be limited to."""
    free = _free_of_map(hall, seat_map, party)
    if seat_map.event.force_section:
        sections = SeatSection.objects.filter(seat_map=seat_map, name_de=seat_map.event.force_section)
        only = set(sections.values_list("pk", flat=True))
        free &= best.free_mask(hall, (place for place, section in enumerate(hall.sections) if section in only))
    return free & ~best.free_mask(hall, (hall.place_of[seat] for seat in without if seat in hall.place_of))


def _free_of_map(hall: Hall, seat_map: SeatMap, party: UUID | None) -> int:
    """Where no distance is kept, the seats are known and only the claims are read: a hall of 20 000 seats costs a tenth
    of the database's time.
    """
    distance = seat_map.event.distancing_amount or 0
    taken = None if distance else places_taken(hall)
    if taken is None:
        return best.free_mask(hall, free_seats(seat_map, distance=distance, party=party).places)
    return hall.for_sale & ~best.free_mask(hall, taken)
