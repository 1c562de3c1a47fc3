from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from catalogue.models import Stock, StockClaim


def claimed_by_stock(holder: UUID) -> dict[int, int]:
    """How many pieces of each stock a holder holds or owns."""
    return dict(StockClaim.objects.filter(holder=holder).values_list("stock_id", "quantity"))


def free_pieces(stock_ids: Collection[int]) -> dict[int, int]:
    """Pieces of the stocks that nobody holds or owns, by the stocks' ids."""
    return dict(Stock.objects.filter(pk__in=stock_ids).values_list("pk", "free"))


class HeldOfStock(NamedTuple):
    id: int
    capacity: int
    held: int


def held_by_address(address_digest: str, stock_ids: Collection[int]) -> list[HeldOfStock]:
    """How large the stocks are, and what the sessions of one address hold of each."""
    statement = """
        SELECT stock.id, stock.capacity, coalesce(held.pieces, 0)
        FROM catalogue_stock AS stock LEFT JOIN (
            SELECT stock_id, sum(quantity) AS pieces FROM catalogue_stockclaim
            WHERE session_id IN (
                SELECT id FROM sessions_queue_visitorsession WHERE address_digest = %s AND ended_at IS NULL
            )
            GROUP BY stock_id
        ) AS held ON held.stock_id = stock.id
        WHERE stock.id = ANY(%s)
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [address_digest, list(stock_ids)])
        return [HeldOfStock(stock, capacity, int(held)) for stock, capacity, held in cursor.fetchall()]
