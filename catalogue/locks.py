"""The only place of the catalogue that locks: rows of seats in id order, then seats in id order, then stocks in id
order (design §4).
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from shop.core.database.locks import locked

from .models import Event, SeatClaim, SeatRow, Stock, StockClaim
from .transfer_share import FREE_SHARE


def for_update(of: str = "") -> str:
    """Return the lock clause of a raw statement. Empty in the race tests' canary, which shows what happens
    without it.
    """
    return "" if settings.TEST_WITHOUT_LOCKS else f"FOR NO KEY UPDATE {f'OF {of}' if of else ''}"


def change_holds(*, holder: UUID, session_id: UUID, changes: Mapping[int, int]) -> set[int]:
    """Hold more pieces of stocks, or fewer, in one statement. `changes`: pieces to add, by stock id.

    Returns the ids of the stocks that had enough; if some are missing, the caller must roll back. The rows' locks make
    PostgreSQL read the counts again, so that two buyers never take the same piece.
    """
    statement = f"""
        WITH change AS (
            SELECT * FROM unnest(%(stocks)s::bigint[], %(pieces)s::integer[]) AS change (stock_id, pieces)
        ), enough AS (
            SELECT stock.id, change.pieces FROM catalogue_stock AS stock JOIN change ON change.stock_id = stock.id
            WHERE stock.free >= change.pieces ORDER BY stock.id {for_update(of="stock")}
        ), changed AS (
            UPDATE catalogue_stock AS stock SET held = held + enough.pieces
            FROM enough WHERE stock.id = enough.id RETURNING stock.id, enough.pieces
        ), fewer AS (
            UPDATE catalogue_stockclaim AS claim SET quantity = claim.quantity + changed.pieces FROM changed
            WHERE claim.holder = %(holder)s AND claim.stock_id = changed.id AND changed.pieces < 0
                AND claim.quantity > -changed.pieces
        ), none AS (
            DELETE FROM catalogue_stockclaim AS claim USING changed
            WHERE claim.holder = %(holder)s AND claim.stock_id = changed.id AND claim.quantity = -changed.pieces
        ), more AS (
            INSERT INTO catalogue_stockclaim (holder, stock_id, session_id, quantity, created_at)
            SELECT %(holder)s, id, %(session)s, pieces, now() FROM changed WHERE pieces > 0
            ON CONFLICT (holder, stock_id) DO UPDATE SET quantity = catalogue_stockclaim.quantity + EXCLUDED.quantity
        )
        SELECT id FROM changed
    """  # noqa: S608
    stocks, pieces = list(changes), list(changes.values())
    with connection.cursor() as cursor:
        cursor.execute(statement, {"stocks": stocks, "pieces": pieces, "holder": holder, "session": session_id})
        return {stock for (stock,) in cursor.fetchall()}


def release_holds(holders: Collection[UUID]) -> None:
    """Give back all that the holders hold, in one statement. Sold pieces stay sold."""
    statement = f"""
        WITH gone AS (
            DELETE FROM catalogue_stockclaim WHERE holder = ANY(%(holders)s) AND session_id IS NOT NULL
            RETURNING stock_id, quantity
        ), given AS (
            SELECT stock_id, sum(quantity) AS pieces FROM gone GROUP BY stock_id
        ), locked AS (
            SELECT id FROM catalogue_stock WHERE id IN (SELECT stock_id FROM given) ORDER BY id {for_update()}
        )
        UPDATE catalogue_stock AS stock SET held = held - given.pieces
        FROM given JOIN locked ON locked.id = given.stock_id WHERE stock.id = locked.id
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, {"holders": list(holders)})


class CountedClaims(NamedTuple):
    """`claims`: how many claims should be counted, by stock if of several buyers; `stocks`: for how many of them the
    stock was changed.
    """

    claims: int
    stocks: int


def sell_holds(
    *, holder: UUID, buyer: UUID, demand: Mapping[int, int], is_paid: bool, waits: bool, within_share: bool
) -> CountedClaims:
    """Turn the holder's holds into the buyer's property, in one statement, if they are exactly `demand`; otherwise
    change nothing.

    Until it is paid it counts as held by its browser and address. `waits`: it may be paid by transfer; `within_share`:
    only from stocks with room for that. If fewer stocks than claims were changed, the caller must roll back.
    """
    statement = f"""
        WITH wanted AS (
            SELECT * FROM unnest(%(stocks)s::bigint[], %(pieces)s::integer[]) AS wanted (stock_id, quantity)
        ), held AS (
            SELECT id, stock_id, quantity FROM catalogue_stockclaim
            WHERE holder = %(holder)s AND session_id IS NOT NULL
        ), claim AS (
            SELECT * FROM held WHERE NOT EXISTS (
                SELECT 1 FROM held FULL JOIN wanted USING (stock_id)
                WHERE held.quantity IS DISTINCT FROM wanted.quantity
            )
        ), locked AS (
            SELECT stock.id FROM catalogue_stock AS stock JOIN claim ON claim.stock_id = stock.id
            {share_condition("claim.quantity", within_share)} ORDER BY stock.id {for_update(of="stock")}
        ), counted AS (
            UPDATE catalogue_stock AS stock SET held = held - claim.quantity, sold = sold + claim.quantity,
                waiting = waiting + CASE WHEN %(waits)s THEN claim.quantity ELSE 0 END
            FROM claim JOIN locked ON locked.id = claim.stock_id WHERE stock.id = locked.id RETURNING stock.id
        ), sold AS (
            UPDATE catalogue_stockclaim AS claim SET holder = %(buyer)s, session_id = NULL, waits = %(waits)s,
                pass_digest = CASE WHEN %(is_paid)s THEN '' ELSE session.pass_digest END,
                address_digest = CASE WHEN %(is_paid)s THEN '' ELSE session.address_digest END,
                network_digest = CASE WHEN %(is_paid)s THEN '' ELSE session.network_digest END
            FROM sessions_queue_visitorsession AS session
            WHERE session.id = claim.session_id AND claim.id IN (SELECT id FROM claim) RETURNING claim.id
        )
        SELECT (SELECT count(*) FROM sold), (SELECT count(*) FROM counted)
    """  # noqa: S608
    given: dict[str, Any] = {"holder": holder, "buyer": buyer, "is_paid": is_paid, "waits": waits}
    with connection.cursor() as cursor:
        cursor.execute(statement, {**given, "stocks": list(demand), "pieces": list(demand.values())})
        return CountedClaims(*cursor.fetchone())


def share_condition(pieces: str, within_share: bool) -> str:
    """Return the WHERE clause that `stock` has room for `pieces` more that wait for transfers. Empty unless
    `within_share`.
    """
    return f"WHERE {pieces} <= {FREE_SHARE}" if within_share else ""


def allow_transfer(buyers: Collection[UUID], *, within_share: bool) -> CountedClaims:
    """Let what the buyers own, and had to pay at once, wait for a transfer, in one statement; see `sell_holds`."""
    statement = f"""
        WITH claim AS (
            SELECT id, stock_id, quantity FROM catalogue_stockclaim
            WHERE holder = ANY(%(buyers)s) AND session_id IS NULL AND NOT waits
        ), more AS (
            SELECT stock_id, sum(quantity) AS pieces FROM claim GROUP BY stock_id
        ), locked AS (
            SELECT stock.id FROM catalogue_stock AS stock JOIN more ON more.stock_id = stock.id
            {share_condition("more.pieces", within_share)} ORDER BY stock.id {for_update(of="stock")}
        ), counted AS (
            UPDATE catalogue_stock AS stock SET waiting = waiting + more.pieces
            FROM more JOIN locked ON locked.id = more.stock_id WHERE stock.id = locked.id RETURNING stock.id
        ), waiting AS (
            UPDATE catalogue_stockclaim SET waits = true WHERE id IN (SELECT id FROM claim)
        )
        SELECT (SELECT count(*) FROM more), (SELECT count(*) FROM counted)
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, {"buyers": list(buyers)})
        return CountedClaims(*cursor.fetchone())


def mark_paid(buyer: UUID) -> None:
    """Mark what the buyer owns as paid, in one statement: it waits for no transfer and no longer counts as held.

    The stocks are locked before the claims are read, as everywhere.
    """
    statement = f"""
        WITH locked AS MATERIALIZED (
            SELECT stock.id FROM catalogue_stock AS stock
            WHERE stock.id IN (SELECT stock_id FROM catalogue_stockclaim WHERE holder = %(buyer)s AND waits)
            ORDER BY stock.id {for_update()}
        ), paid AS (
            UPDATE catalogue_stockclaim AS claim
            SET waits = false, pass_digest = '', address_digest = '', network_digest = ''
            FROM (
                SELECT id, waits FROM catalogue_stockclaim
                WHERE holder = %(buyer)s AND (waits OR pass_digest <> '' OR address_digest <> '')
                    AND (SELECT count(*) FROM locked) >= 0
            ) AS before
            WHERE claim.id = before.id RETURNING claim.stock_id, claim.quantity, before.waits
        )
        UPDATE catalogue_stock AS stock SET waiting = waiting - paid.quantity
        FROM paid JOIN locked ON locked.id = paid.stock_id WHERE stock.id = locked.id AND paid.waits
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, {"buyer": buyer})


def lock_stocks(stock_ids: Iterable[int]) -> list[Stock]:
    """Lock the stocks in id order until the transaction ends."""
    stocks = Stock.objects.filter(pk__in=list(stock_ids)).order_by("pk")
    return list(locked(stocks))


def lock_sold(buyer: UUID) -> list[StockClaim]:
    """Lock what the buyer owns, and its stocks; stocks first, as everywhere."""
    claims = StockClaim.objects.filter(holder=buyer, session=None).order_by("stock_id")
    stocks = {stock.pk: stock for stock in lock_stocks(claims.order_by().values_list("stock_id", flat=True))}
    owned = list(locked(claims, no_key=False))
    return [claim for claim in owned if claim.stock_id in stocks]


def lock_seat_map(event_id: int) -> None:
    """Lock an event and all seats of its map until the transaction ends: nobody claims or replaces them meanwhile."""
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
    """Lock the rows of the seats until the transaction ends. Returns the rows' ids."""
    return _locked_rows(SeatRow.objects.filter(seats__in=list(seat_ids)).values("pk"))


def lock_rows_of_map(seat_map_id: int) -> list[int]:
    """Lock all rows of a seat map until the transaction ends. Returns their ids."""
    return _locked_rows(SeatRow.objects.filter(section__seat_map_id=seat_map_id).values("pk"))


def _locked_rows(ids: QuerySet[SeatRow, Any]) -> list[int]:
    rows = SeatRow.objects.filter(pk__in=ids).order_by("pk")
    return list(locked(rows).values_list("pk", flat=True))


def claim_free_seats(seat_ids: Iterable[int], *, holder: UUID, session_id: UUID | None) -> set[int]:
    """Hold those of the seats that are free, in id order, in one statement; without a session they are sold. Returns
    their ids. A seat's key is its claim's key.

    Waits for transactions that are giving one of the seats back.
    """
    # The canary takes seats from others, as if there were no key.
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
    """Lock the holders' claims on seats, in the seats' order."""
    claims = SeatClaim.objects.filter(holder__in=list(holders)).order_by("seat_id")
    return list(locked(claims, no_key=False))
