"""How many pieces of a stock may wait for bank transfers (docs/decisions/0074): the one rule, as SQL. Used under the
stock's lock, and by queries that only look.
"""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from .rules import LOW_STOCK

ONE_ORDER: int = settings.MAX_ITEM_LIMIT
"""A stock whose share is smaller lets this many pieces wait, but at most half of its capacity."""
# A stock of tickets is scarce if the pages say that few are left, or if its event's waiting room is
# open; unless `transfer_when_scarce` is set.
IS_SCARCE = f"""EXISTS (
    SELECT 1 FROM catalogue_stockuse AS use
    JOIN catalogue_productvariant AS variant ON variant.id = use.variant_id
    JOIN catalogue_event AS event ON event.id = variant.event_id AND NOT event.transfer_when_scarce
    LEFT JOIN catalogue_eventroom AS room ON room.event_id = event.id
    WHERE use.stock_id = stock.id AND (stock.free <= {LOW_STOCK} OR room.is_open)
)"""  # noqa: S608
SHARE = "coalesce(stock.transfer_share, (SELECT transfer_share FROM shop_shop WHERE id = stock.owner_id))"
FREE_SHARE = f"""(CASE
    WHEN {SHARE} = 0 OR {IS_SCARCE} THEN 0
    ELSE greatest(stock.capacity * {SHARE} / 100, least({ONE_ORDER}, stock.capacity / 2)) - stock.waiting
END)"""
"""Of a `stock`: how many more pieces may wait. Zero or less: none."""


def may_wait_for_transfer(pieces: Mapping[int, int]) -> bool:
    """True if so many more pieces of each stock (stock id → pieces) may wait for a transfer now."""
    wanted = "SELECT * FROM unnest(%s::bigint[], %s::integer[]) AS wanted (stock_id, pieces)"
    return not pieces or _is_room_for(wanted, [list(pieces), list(pieces.values())])


def may_all_wait_for_transfer(buyers: Collection[UUID]) -> bool:
    """True if what the buyers own, as far as it does not wait for a transfer yet, may do so now."""
    wanted = """
        SELECT stock_id, sum(quantity) AS pieces FROM catalogue_stockclaim
        WHERE holder = ANY(%s) AND session_id IS NULL AND NOT waits GROUP BY stock_id
    """
    return _is_room_for(wanted, [list(buyers)])


def _is_room_for(wanted: str, parameters: list[Any]) -> bool:
    statement = f"""
        SELECT NOT EXISTS (
            SELECT 1 FROM ({wanted}) AS wanted JOIN catalogue_stock AS stock ON stock.id = wanted.stock_id
            WHERE wanted.pieces > {FREE_SHARE}
        )
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return bool(cursor.fetchone()[0])
