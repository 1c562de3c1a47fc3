"""Actions on seats: who has which. Holders are opaque ids; holds end with their visitor session (design §4).

All or nothing, under the locks of the seats' rows, so that each decision sees what the one before has taken.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from uuid import UUID

from django.db import transaction

from catalogue import locks
from catalogue.errors import ReservationLost, SeatsNotAvailable, SeatsTaken
from catalogue.models import Event, Seat, SeatClaim, SeatMap
from catalogue.seat_plans.rows import places_without_single_seats
from catalogue.seating.free_seats import RowSeat, seats_of_rows
from sessions_queue.models import VisitorSession

from .proposals import SeatRequest, propose

TRIES = 5


@dataclass(frozen=True)
class ClaimedSeats:
    """The seats for each request, in its order, and the ids (wanted, given) of seats that were moved."""

    seats: list[list[RowSeat]]
    shifts: list[tuple[int, int]] = field(default_factory=list)


def claim_seats(
    *, event_id: int, holder: UUID, session: VisitorSession | None, requests: Sequence[SeatRequest]
) -> ClaimedSeats:
    """Hold a seat for every piece of all requests, or none; without a session they are sold at once. Raises SeatsTaken,
    and SeatsNotAvailable if too few are left.

    Seats that the buyer chose are moved by one if a single seat would be left over. If another buyer took one of the
    best seats first, others are tried, the last time with all rows locked. Caller must hold the session's lock.
    """
    seat_map = SeatMap.objects.filter(event=event_id).select_related("event").first()
    asked = [seat for request in requests for seat in request.seat_ids]
    if seat_map is None:
        raise SeatsTaken(asked)
    attempt = 0
    while True:
        try:
            with transaction.atomic():  # a rollback also releases the rows' locks
                if attempt == TRIES:
                    locks.lock_rows_of_map(seat_map.pk)
                chosen = propose(seat_map, requests, party=holder, attempt=attempt % TRIES)
                return _claim(seat_map, requests, chosen, holder, session)
        except SeatsTaken as taken:
            if attempt == TRIES or not set(asked).isdisjoint(taken.seat_ids):
                raise
            attempt += 1


def _claim(
    seat_map: SeatMap,
    requests: Sequence[SeatRequest],
    chosen: list[list[int]],
    holder: UUID,
    session: VisitorSession | None,
) -> ClaimedSeats:
    event, wanted = seat_map.event, [seat for seats in chosen for seat in seats]
    seats = seats_of_rows(locks.lock_rows_of_seats(wanted), seat_map_id=seat_map.pk)
    by_id = {seat.id: seat for seat in seats}
    blocked = _blocked(seats, holder, event.distancing_amount or 0)
    unfit = [
        seat
        for request, ids in zip(requests, chosen, strict=True)
        for seat in ids
        if seat in blocked or not _fits(by_id.get(seat), request, event) or wanted.count(seat) > 1
    ]
    if unfit:
        raise SeatsTaken(unfit)
    given = _given(seats, wanted, blocked, event.distancing_amount or 0)
    claimed = locks.claim_free_seats(given.values(), holder=holder, session_id=session.pk if session else None)
    lost = [seat for seat in wanted if given[seat] not in claimed]
    if lost:
        still_held = [by_id[given[seat]] for seat in lost]
        raise SeatsTaken(lost, [seat.session for seat in still_held if seat.over and seat.session])
    asked = {seat for request in requests for seat in request.seat_ids}
    return ClaimedSeats(
        seats=[[by_id[given[seat]] for seat in ids] for ids in chosen],
        shifts=[(seat, given[seat]) for seat in wanted if seat in asked and given[seat] != seat],
    )


def _fits(seat: RowSeat | None, request: SeatRequest, event: Event) -> bool:
    """True if the seat can be sold for the request: of its category and section, and where the event sells."""
    return (
        seat is not None
        and seat.category == request.category
        and seat.kind not in Seat.NOT_FOR_SALE
        and request.section in (None, seat.section)
        and event.force_section in ("", seat.section_name)
    )


def _blocked(seats: Sequence[RowSeat], party: UUID, distance: int) -> set[int]:
    """Return the seats that are taken, and those too near to another party."""
    blocked = {seat.id for seat in seats if seat.holder is not None}
    if distance:
        for run in _runs(seats):
            others = [seat.place for seat in run if seat.holder not in (None, party)]
            blocked |= {seat.id for seat in run if any(abs(seat.place - other) <= distance for other in others)}
    return blocked


def _given(
    seats: Sequence[RowSeat], wanted: Collection[int], blocked: Collection[int], distance: int
) -> dict[int, int]:
    """Return the seat to give for each wanted one. Wheelchair and companion seats are never moved."""
    given = {seat: seat for seat in wanted}
    for run in _runs(seats):
        free = [seat.id not in blocked and not seat.kind for seat in run]
        places = [place for place, seat in enumerate(run) if seat.id in wanted and not seat.kind]
        moved = places_without_single_seats(free, places, alike=[seat.category for seat in run], distance=distance)
        given |= {run[place].id: run[to].id for place, to in zip(places, moved, strict=True)}
    return given


def _runs(seats: Sequence[RowSeat]) -> list[list[RowSeat]]:
    """Group the seats, which are in map order, by what stands side by side."""
    return [list(run) for _key, run in groupby(seats, key=lambda seat: (seat.row, seat.run))]


def release_seats(*, holders: Collection[UUID], keep: Collection[int] = ()) -> None:
    """Give back all seats that the holders hold, except those to keep. Sold seats stay sold."""
    held = [claim.pk for claim in locks.lock_seat_claims(holders) if not claim.is_sold and claim.pk not in keep]
    SeatClaim.objects.filter(pk__in=held).delete()


def sell_seats(*, holder: UUID, buyer: UUID, seat_ids: Collection[int]) -> None:
    """Turn a holder's held seats, which must be exactly these, into the buyer's. Raises ReservationLost.

    Caller must hold the session's lock and have found it alive.
    """
    held = [claim.pk for claim in locks.lock_seat_claims([holder]) if not claim.is_sold]
    if sorted(held) != sorted(seat_ids):
        raise ReservationLost
    SeatClaim.objects.filter(pk__in=held).update(holder=buyer, session=None)


def sell_seat(*, event: Event, seat_id: int, category: int | None, buyer: UUID, party: UUID) -> None:
    """Sell one free seat of this category that was not held before. `party`: the party whose own seats may be near.
    Raises SeatsNotAvailable.
    """
    seat_map = SeatMap.objects.get(event=event)
    seats = seats_of_rows(locks.lock_rows_of_seats([seat_id]), seat_map_id=seat_map.pk)
    found = next((seat for seat in seats if seat.id == seat_id), None)
    request = SeatRequest(category or 0, 1)
    if seat_id in _blocked(seats, party, event.distancing_amount or 0) or not _fits(found, request, event):
        raise SeatsNotAvailable([seat_id], [])
    if not locks.claim_free_seats([seat_id], holder=buyer, session_id=None):
        raise SeatsNotAvailable([seat_id], [])


def return_seats(*, buyer: UUID, only: Collection[int] | None = None) -> None:
    """Give back the seats that were sold to the buyer: all, or `only` these."""
    sold = [claim.pk for claim in locks.lock_seat_claims([buyer]) if claim.is_sold]
    SeatClaim.objects.filter(pk__in=[pk for pk in sold if only is None or pk in only]).delete()
