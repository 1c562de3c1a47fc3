"""Which seats are free just now. The database's clock decides whether a hold is over (design §4)."""

from array import array
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from catalogue.models import Seat, SeatMap

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
    """What may be bought now, in one statement. `distance`: that many seats beside other parties are not free.

    `party` keeps no distance to itself; the seats it has are not free for it either.
    """
    values = {
        "seat_map": seat_map.pk,
        "not_for_sale": [str(kind) for kind in Seat.NOT_FOR_SALE],
        "distance": distance,
        "party": party,
    }
    with connection.cursor() as cursor:
        cursor.execute(FREE, values)
        ((places, ids),) = cursor.fetchall()
    return FreeSeats(_numbers("i", places), _numbers("q", ids))


def _numbers(kind: str, big_endian: bytes | None) -> "array[int]":
    numbers = array(kind)
    numbers.frombytes(big_endian or b"")
    numbers.byteswap()
    return numbers
