"""The only place of the catalogue that locks: rows of seats in id order, seats in id order, then stocks in id order, a
stock's slots in id order (design §4).
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from .models import Event, SeatClaim, SeatRow, StockClaim, StockSlot


def for_update(without: str = "") -> str:
    """The lock of a raw statement; nothing in the race tests' canary, which proves that the lock matters."""
    return without if settings.TEST_WITHOUT_LOCKS else "FOR NO KEY UPDATE"


def hold_in_one_slot(*, stock_id: int, quantity: int, holder: UUID, session_id: UUID) -> bool:
    """Hold pieces in any one slot that has enough of them, in one statement; False if none has.

    The row lock makes the database look again at the slot's counts after waiting, so two buyers never take the same
    piece. A random slot spreads the buyers of a hot stock.
    """
    statement = f"""
        WITH free_slot AS (
            SELECT id FROM catalogue_stockslot
            WHERE stock_id = %(stock)s AND capacity - held - sold >= %(quantity)s
            ORDER BY random() LIMIT 1 {for_update()}
        ), taken AS (
            UPDATE catalogue_stockslot AS slot SET held = held + %(quantity)s
            FROM free_slot WHERE slot.id = free_slot.id RETURNING slot.id
        )
        INSERT INTO catalogue_stockclaim (holder, slot_id, session_id, quantity, created_at)
        SELECT %(holder)s, id, %(session)s, %(quantity)s, now() FROM taken
        ON CONFLICT (holder, slot_id) DO UPDATE SET quantity = catalogue_stockclaim.quantity + EXCLUDED.quantity
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, {"stock": stock_id, "quantity": quantity, "holder": holder, "session": session_id})
        return cursor.rowcount == 1


def lock_slots(stock_id: int) -> list[StockSlot]:
    """A stock's slots, locked until the transaction ends."""
    slots = StockSlot.objects.filter(stock_id=stock_id).order_by("id")
    return list(slots if settings.TEST_WITHOUT_LOCKS else slots.select_for_update(no_key=True))


def lock_claims(holders: Iterable[UUID], *, stock_id: int | None = None) -> list[StockClaim]:
    """The holders' claims (of one stock, or all) with their slots, both locked; slots first, as everywhere."""
    claims = StockClaim.objects.filter(holder__in=list(holders)).order_by("slot_id", "holder")
    if stock_id is not None:
        claims = claims.filter(slot__stock_id=stock_id)
    slots = StockSlot.objects.filter(id__in=claims.order_by().values("slot_id")).order_by("stock_id", "id")
    if not settings.TEST_WITHOUT_LOCKS:
        slots = slots.select_for_update(no_key=True)
        claims = claims.select_for_update()
    locked_slots = {slot.id: slot for slot in slots}
    locked = [claim for claim in claims if claim.slot_id in locked_slots]
    for claim in locked:
        claim.slot = locked_slots[claim.slot_id]
    return locked


def lock_seat_map(event_id: int) -> None:
    """An event and all seats of its map, until the transaction ends: nobody claims or replaces them meanwhile."""
    if settings.TEST_WITHOUT_LOCKS:
        return
    Event.objects.select_for_update(no_key=True).get(pk=event_id)
    _locked_rows(SeatRow.objects.filter(section__seat_map__event_id=event_id).values("pk"))  # as claims do, first
    statement = """
        SELECT count(*) FROM (
            SELECT seat.id FROM catalogue_seat AS seat
            JOIN catalogue_seatrow AS seat_row ON seat_row.id = seat.row_id
            JOIN catalogue_seatsection AS section ON section.id = seat_row.section_id
            JOIN catalogue_seatmap AS seat_map ON seat_map.id = section.seat_map_id
            WHERE seat_map.event_id = %s ORDER BY seat.id FOR UPDATE OF seat
        ) AS locked
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [event_id])


def lock_rows_of_seats(seat_ids: Iterable[int]) -> list[int]:
    """The ids of the rows that the seats stand in, locked until the transaction ends."""
    return _locked_rows(SeatRow.objects.filter(seats__in=list(seat_ids)).values("pk"))


def lock_rows_of_map(seat_map_id: int) -> list[int]:
    """The ids of all rows of a seat map, locked until the transaction ends."""
    return _locked_rows(SeatRow.objects.filter(section__seat_map_id=seat_map_id).values("pk"))


def _locked_rows(ids: QuerySet[SeatRow, Any]) -> list[int]:
    rows = SeatRow.objects.filter(pk__in=ids).order_by("pk")
    if not settings.TEST_WITHOUT_LOCKS:
        rows = rows.select_for_update(no_key=True)
    return list(rows.values_list("pk", flat=True))


def claim_free_seats(seat_ids: Iterable[int], *, holder: UUID, session_id: UUID) -> set[int]:
    """Hold those of the seats that nobody has, in id order, in one statement. A seat's key is its claim's key.

    Whoever is just giving one back is waited for.
    """
    # The canary takes seats from others, as it would be without the key.
    taken = "DO UPDATE SET holder = EXCLUDED.holder, session_id = EXCLUDED.session_id"
    statement = f"""
        INSERT INTO catalogue_seatclaim (seat_id, holder, session_id, created_at)
        SELECT seat_id, %(holder)s, %(session)s, now() FROM unnest(%(seats)s::bigint[]) AS seat_id
        ON CONFLICT (seat_id) {taken if settings.TEST_WITHOUT_LOCKS else "DO NOTHING"}
        RETURNING seat_id
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, {"seats": sorted(seat_ids), "holder": holder, "session": session_id})
        return {seat for (seat,) in cursor.fetchall()}


def lock_seat_claims(holders: Iterable[UUID]) -> list[SeatClaim]:
    """The holders' claims on seats, locked in the seats' order."""
    claims = SeatClaim.objects.filter(holder__in=list(holders)).order_by("seat_id")
    return list(claims if settings.TEST_WITHOUT_LOCKS else claims.select_for_update())
