"""Which seats are free now. The database's clock decides whether a hold is over (design §4)."""

import sys
from array import array
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from catalogue.models import Seat, SeatMap
from catalogue.seat_plans.best import COMPANION, NOT_FOR_SALE, PLAIN, WHEELCHAIR, Hall, Point
from catalogue.seat_plans.graphics import texts_of

# A claim that counts: sold, or held by a session that lives.
LIVING = "(claim.session_id IS NULL OR (holding.ended_at IS NULL AND holding.expires_at > clock_timestamp()))"

# Texts of 80 000 numbers would take most of the time: the numbers come as bytes.
FREE = f"""
    WITH seat AS MATERIALIZED (
        SELECT seat.id, seat.place, seat.row_id, seat.run, seat.reserved_for
        FROM catalogue_seat AS seat
        JOIN catalogue_seatrow AS seat_row ON seat_row.id = seat.row_id
        JOIN catalogue_seatsection AS section ON section.id = seat_row.section_id
        WHERE section.seat_map_id = %(seat_map)s
    ), taken AS MATERIALIZED (
        SELECT seat.id, seat.place, seat.row_id, seat.run, claim.holder
        FROM seat JOIN catalogue_seatclaim AS claim ON claim.seat_id = seat.id
        LEFT JOIN sessions_queue_visitorsession AS holding ON holding.id = claim.session_id
        WHERE {LIVING}
    )
    SELECT string_agg(int4send(seat.place), ''::bytea ORDER BY seat.place),
           string_agg(int8send(seat.id), ''::bytea ORDER BY seat.place)
    FROM seat
    WHERE seat.reserved_for <> ALL(%(not_for_sale)s)
      AND NOT EXISTS (SELECT 1 FROM taken WHERE taken.id = seat.id)
      AND NOT EXISTS (
          SELECT 1 FROM taken
          WHERE taken.row_id = seat.row_id AND taken.run = seat.run
            AND abs(taken.place - seat.place) <= %(distance)s AND taken.holder IS DISTINCT FROM %(party)s)
"""  # noqa: S608


class FreeSeats(NamedTuple):
    """Parallel arrays in map order: `places` in the map, and the seats' ids."""

    places: "array[int]"
    ids: "array[int]"


def free_seats(seat_map: SeatMap, *, distance: int = 0, party: UUID | None = None) -> FreeSeats:
    """Return what can be bought now, in one statement. `distance`: so many seats beside other parties are not free.

    `party` keeps no distance to itself. Seats that it has already are not free for it.
    """
    values: dict[str, Any] = {
        "seat_map": seat_map.pk,
        "not_for_sale": [str(kind) for kind in Seat.NOT_FOR_SALE],
        "distance": distance,
        "party": party,
    }
    with connection.cursor() as cursor:
        cursor.execute(FREE, values)
        ((places, ids),) = cursor.fetchall()
    return FreeSeats(_numbers("i", places), _numbers("q", ids))


TAKEN = f"""
    SELECT string_agg(int8send(claim.seat_id), ''::bytea)
    FROM catalogue_seatclaim AS claim
    LEFT JOIN sessions_queue_visitorsession AS holding ON holding.id = claim.session_id
    WHERE claim.seat_id BETWEEN %(first)s AND %(last)s AND {LIVING}
"""  # noqa: S608
# Seats of a map have ids in a row when they are read in. Where many other seats are between them, their claims would
# be read, too.
MOST_SPREAD = 2


def places_taken(hall: Hall) -> list[int] | None:
    """Return the places that are sold or held, in one statement that reads no seats; None if the ids of the map's seats
    are too far apart for that.
    """
    first, last = hall.id_range
    if last - first > MOST_SPREAD * len(hall.ids):
        return None
    with connection.cursor() as cursor:
        cursor.execute(TAKEN, {"first": first, "last": last})
        ((taken,),) = cursor.fetchall()
    return [hall.place_of[seat] for seat in _numbers("q", taken) if seat in hall.place_of]


def _numbers(kind: str, big_endian: bytes | None) -> "array[int]":
    numbers = array(kind)
    numbers.frombytes(big_endian or b"")
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


# With the holder of a living claim, and the session of any held one.
OF_ROWS = f"""
    SELECT seat.id, seat.place, seat.row_id, seat.run, seat.pricing_category_id, seat.reserved_for,
           section.id, section.name_de, CASE WHEN {LIVING} THEN claim.holder END, claim.session_id,
           claim.seat_id IS NOT NULL AND NOT {LIVING}
    FROM catalogue_seat AS seat
    JOIN catalogue_seatrow AS seat_row ON seat_row.id = seat.row_id
    JOIN catalogue_seatsection AS section ON section.id = seat_row.section_id
    LEFT JOIN catalogue_seatclaim AS claim ON claim.seat_id = seat.id
    LEFT JOIN sessions_queue_visitorsession AS holding ON holding.id = claim.session_id
    WHERE seat.row_id = ANY(%(rows)s) AND section.seat_map_id = %(seat_map)s
    ORDER BY seat.place
"""  # noqa: S608


class RowSeat(NamedTuple):
    """A seat as it is now, `kind` as `Seat.reserved_for`. `holder`: who has it; `over`: its `session` is over.

    `section_name`: the German one, by which an event is limited to a section.
    """

    id: int
    place: int
    row: int
    run: int
    category: int
    kind: str
    section: int
    section_name: str
    holder: UUID | None
    session: UUID | None
    over: bool


def seats_of_rows(row_ids: Sequence[int], *, seat_map_id: int) -> list[RowSeat]:
    """All seats of these rows in map order."""
    with connection.cursor() as cursor:
        cursor.execute(OF_ROWS, {"rows": list(row_ids), "seat_map": seat_map_id})
        return [RowSeat(*row) for row in cursor.fetchall()]


KINDS = {
    Seat.Reserved.NOBODY: PLAIN,
    Seat.Reserved.WHEELCHAIR: WHEELCHAIR,
    Seat.Reserved.COMPANION: COMPANION,
    Seat.Reserved.PROMOTER: NOT_FOR_SALE,
    Seat.Reserved.PRESS: NOT_FOR_SALE,
}
STAGE = {"bühne", "stage"}


def hall_of(seat_map: SeatMap) -> Hall:
    """The map's seats as arrays. A version never changes, so each process reads it once."""
    return _hall(seat_map.pk, seat_map.version, seat_map.imported_at.isoformat())


@lru_cache(maxsize=16)
def _hall(seat_map_id: int, _version: str, _imported_at: str) -> Hall:
    seats = list(
        Seat.objects.filter(row__section__seat_map_id=seat_map_id)
        .order_by("place")
        .values_list("pk", "x", "y", "pricing_category_id", "row__section_id", "reserved_for", "row_id", "run")
    )
    starts = [at for at, seat in enumerate(seats) if at == 0 or seat[6:] != seats[at - 1][6:]]
    return Hall(
        ids=array("q", [seat[0] for seat in seats]),
        x=array("d", [seat[1] for seat in seats]),
        y=array("d", [seat[2] for seat in seats]),
        categories=array("q", [seat[3] for seat in seats]),
        sections=array("q", [seat[4] for seat in seats]),
        kinds=bytes(KINDS[Seat.Reserved(seat[5])] for seat in seats),
        runs=tuple(zip(starts, [*starts[1:], len(seats)], strict=True)) if seats else (),
        focus=focus_of(SeatMap.objects.get(pk=seat_map_id)),
    )


def focus_of(seat_map: SeatMap) -> Point:
    """Where everybody looks: a drawing's text that says stage, else the middle of the map's upper side."""
    for drawing in seat_map.graphics:
        if STAGE.intersection(text.strip().casefold() for text in texts_of(drawing)):
            return float(drawing["x"]), float(drawing["y"])
    box = seat_map.bounding_box
    return float(box.get("x", 0)) + float(box.get("width", 0)) / 2, float(box.get("y", 0))


def seats_with_rows(seat_ids: Collection[int]) -> dict[int, Seat]:
    """With what a line says of its place."""
    return Seat.objects.select_related("row__section").in_bulk(list(seat_ids)) if seat_ids else {}
