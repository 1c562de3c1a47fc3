"""What is left of a thing, as others leave it."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tests.e2e.conftest import Site

STOCKS = """FROM catalogue_stock stock JOIN catalogue_stockuse used ON used.stock_id = stock.id
    JOIN catalogue_productvariant variant ON variant.id = used.variant_id
    LEFT JOIN catalogue_product product ON product.id = variant.product_id
    LEFT JOIN catalogue_event event ON event.id = variant.event_id
    WHERE %s IN (product.slug, event.slug)"""


@contextmanager
def sold_out(site: Site, slug: str, *, but: int = 0) -> Iterator[None]:
    """Nothing, or just so many pieces, are left of any size or kind of it."""
    with psycopg.connect(site.database, autocommit=True) as connection:
        stocks = connection.execute(f"SELECT DISTINCT stock.id, stock.capacity {STOCKS}", (slug,)).fetchall()
        assert stocks
        ids = [stock for stock, _capacity in stocks]
        connection.execute("UPDATE catalogue_stock SET capacity = held + sold + %s WHERE id = ANY(%s)", (but, ids))
        try:
            yield
        finally:
            for stock, capacity in stocks:
                connection.execute("UPDATE catalogue_stock SET capacity = %s WHERE id = %s", (capacity, stock))
