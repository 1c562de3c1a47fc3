"""Which seats are free (design §4)."""

import sys
import uuid
from array import array
from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from catalogue.models import Seat, SeatClaim, SeatMap
from catalogue.seating.free_seats import _numbers, free_seats, hall_of, places_taken
from catalogue.seating.proposals import best_offer
from sessions_queue.models import VisitorSession
from tests.factories import make_event, make_seat_map, make_shop, seat_at, start_session
from tests.proofs import proves

pytestmark = pytest.mark.django_db

NATIVE = sys.byteorder


def claim(seats: Iterable[Seat], session: VisitorSession | None = None) -> uuid.UUID:
    """Held for the session, or sold."""
    holder = uuid.uuid4()
    SeatClaim.objects.bulk_create(SeatClaim(seat=seat, holder=holder, session=session) for seat in seats)
    return holder


def numbers(seat_map: SeatMap, **options: object) -> list[str]:
    found = free_seats(seat_map, **options)  # type: ignore[arg-type]
    seats = {seat.pk: seat for seat in Seat.objects.filter(pk__in=found.ids).select_related("row")}
    assert [seats[key].place for key in found.ids] == list(found.places) == sorted(found.places)
    return [f"{seats[key].row.name}-{seats[key].number}" for key in found.ids]


@proves(
    "design §4",
    "free is what is on sale and nobody has; the database's clock ends a hold; distance kept; one statement",
)
def test_free_is_what_nobody_has_and_what_is_on_sale() -> None:
    shop = make_shop()
    reserved = {("1", 1): "promoter", ("1", 2): "press", ("1", 3): "wheelchair", ("1", 4): "companion"}
    seat_map = make_seat_map(make_event(shop), rows=1, seats=8, reserved=reserved)
    make_seat_map(make_event(shop))
    claim([seat_at(seat_map, "1", 6)])
    claim([seat_at(seat_map, "1", 7)], start_session(shop=shop, language="de"))
    assert numbers(seat_map) == ["1-3", "1-4", "1-5", "1-8"]


def test_a_hold_is_over_when_its_session_is_whoever_swept() -> None:
    shop = make_shop()
    seat_map = make_seat_map(make_event(shop), rows=1, seats=2)
    session = start_session(shop=shop, language="de")
    claim([seat_at(seat_map, "1", 1)], session)
    assert numbers(seat_map) == ["1-2"]
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=Now() - timedelta(seconds=1))
    assert numbers(seat_map) == ["1-1", "1-2"]


def test_seats_beside_another_party_are_not_free_where_distance_is_kept() -> None:
    seat_map = make_seat_map(make_event(make_shop()), rows=2, seats=9, aisles=[6])
    party = claim([seat_at(seat_map, "1", 4)])
    kept = ["1-1", "1-7", "1-8", "1-9", *(f"2-{number}" for number in range(1, 10))]
    assert numbers(seat_map, distance=2) == kept
    assert numbers(seat_map, distance=9)[0] == "1-7", "an aisle is distance enough"
    assert "1-5" in numbers(seat_map, distance=2, party=party)


def test_what_is_taken_and_what_is_free_are_all_that_is_sold() -> None:
    """Read from the claims alone."""
    shop = make_shop()
    first = make_seat_map(make_event(shop), rows=1, seats=4)
    reserved = {("1", 1): "promoter", ("1", 2): "press", ("1", 3): "wheelchair", ("1", 4): "companion"}
    seat_map = make_seat_map(make_event(shop), rows=2, seats=9, reserved=reserved)
    over = start_session(shop=shop, language="de")
    claim([seat_at(seat_map, "1", 3)])
    claim([seat_at(seat_map, "2", 6)], start_session(shop=shop, language="de"))
    claim([seat_at(seat_map, "2", 7)], over)
    claim([seat_at(first, "1", 4)])
    VisitorSession.objects.filter(pk=over.pk).update(expires_at=Now() - timedelta(seconds=1))
    with CaptureQueriesContext(connection) as statements:
        taken = places_taken(hall_of(seat_map))
        assert taken is not None
    assert sorted({*taken, *free_seats(seat_map).places}) == list(range(2, 18))
    assert len(taken) == 2
    assert "catalogue_seatrow" not in statements[-1]["sql"]


def test_claims_of_other_maps_are_not_read_where_ids_are_far_apart() -> None:
    shop = make_shop()
    seat_map = make_seat_map(make_event(shop), rows=1, seats=4)
    other = make_seat_map(make_event(shop), rows=1, seats=8)
    Seat.objects.filter(pk=seat_at(other, "1", 8).pk).update(
        row=seat_at(seat_map, "1", 4).row, place=4, run=seat_at(seat_map, "1", 4).run, number="5"
    )
    claim([seat_at(seat_map, "1", 5)])
    hall = hall_of(seat_map)
    assert len(hall.ids) == 5
    assert places_taken(hall) is None
    assert best_offer(seat_map, [hall.categories[0]], 4, None, adjacent=True, accessible=False)[1] == list(hall.ids[:4])


def test_any_number_of_seats_takes_one_statement() -> None:
    seat_map = make_seat_map(make_event(make_shop()), rows=3, seats=20)
    with CaptureQueriesContext(connection) as statements:
        assert len(free_seats(seat_map).ids) == 60
    assert len(statements) == 1
    Seat.objects.update(reserved_for="press")
    assert list(free_seats(seat_map).places) == []


@pytest.mark.parametrize("machine", ["little", "big"])
def test_numbers_are_read_alike_on_any_machine(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database sends the high byte first; the array's own order is the machine's."""
    monkeypatch.setattr(sys, "byteorder", machine)
    swapped = array("q", _numbers("q", (1).to_bytes(8, "big")))
    if machine != NATIVE:
        swapped.byteswap()
    assert swapped.tolist() == [1]
