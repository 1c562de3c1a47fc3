from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import F, Sum

from catalogue.models import StockClaim, StockSlot


def claimed_by_stock(holder: UUID) -> dict[int, int]:
    """How many pieces of each stock a holder holds or owns."""
    rows = StockClaim.objects.filter(holder=holder).values_list("slot__stock_id").annotate(pieces=Sum("quantity"))
    return dict(rows)


def free_pieces(stock_id: int) -> int:
    """Pieces of a stock that nobody holds or owns."""
    free = StockSlot.objects.filter(stock_id=stock_id).aggregate(
        free=Sum(F("capacity") - F("held") - F("sold"), default=0)
    )["free"]
    return int(free)


class HeldOfStock(NamedTuple):
    capacity: int
    held: int


def held_by_address(address_digest: str, stock_ids: Collection[int]) -> list[HeldOfStock]:
    """How large the stocks are, and what the sessions of one address hold of each."""
    statement = """
        SELECT sum(slot.capacity), coalesce(sum(held.pieces), 0)
        FROM catalogue_stockslot AS slot LEFT JOIN (
            SELECT slot_id, sum(quantity) AS pieces FROM catalogue_stockclaim
            WHERE session_id IN (
                SELECT id FROM sessions_queue_visitorsession WHERE address_digest = %s AND ended_at IS NULL
            )
            GROUP BY slot_id
        ) AS held ON held.slot_id = slot.id
        WHERE slot.stock_id = ANY(%s) GROUP BY slot.stock_id
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [address_digest, list(stock_ids)])
        return [HeldOfStock(int(capacity), int(held)) for capacity, held in cursor.fetchall()]
