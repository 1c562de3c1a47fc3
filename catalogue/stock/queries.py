from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from catalogue.models import Stock


def free_pieces(stock_ids: Collection[int]) -> dict[int, int]:
    """Return how many pieces are neither held nor sold, by stock id."""
    return dict(Stock.objects.filter(pk__in=stock_ids).values_list("pk", "free"))


class StockOfHolder(NamedTuple):
    """A stock as one holder sees it: what is free, and what the holder holds."""

    id: int
    free: int
    held: int


def stocks_of_holder(holder: UUID, stock_ids: Collection[int]) -> list[StockOfHolder]:
    """Return these stocks, and all others of which the holder holds something."""
    statement = """
        SELECT stock.id, stock.free, coalesce(claim.quantity, 0)
        FROM catalogue_stock AS stock
        LEFT JOIN catalogue_stockclaim AS claim ON claim.stock_id = stock.id AND claim.holder = %(holder)s
        WHERE stock.id IN (
            SELECT unnest(%(stocks)s::bigint[])
            UNION SELECT stock_id FROM catalogue_stockclaim WHERE holder = %(holder)s
        )
        ORDER BY stock.id
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, {"holder": holder, "stocks": list(stock_ids)})
        return [StockOfHolder(*row) for row in cursor.fetchall()]
