"""What one browser and the browsers behind one IP address hold together, how much they may hold, and how much work they
do to hold more than their share (docs/decisions/0022, 0073).
"""

import math
from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from sessions_queue.models import VisitorSession
from shop.core.limits.work import LEVELS

# A pass may hold so many full cart lines.
MAX_LINES_OF_PASS = 12
KINDS_OF_TICKET = 4
# Below this a stock is never in demand: of a few pieces somebody always holds half.
IN_DEMAND_FROM = 40
# A school class that buys together.
GUESTS = 30


class HeldPieces(NamedTuple):
    """Pieces that living sessions have, or that were ordered and are not paid: of the same pass, of the same address,
    of its wider network.
    """

    own: int
    near: int
    wide: int


class HeldOfStock(NamedTuple):
    """A stock's numbers, read without a lock, and what the visitors hold of it."""

    capacity: int
    sold: int
    held_by_all: int
    held: HeldPieces

    def is_in_demand(self, more: int) -> bool:
        """True if the stock becomes scarce once `more` pieces are held."""
        return is_in_demand(self.capacity, self.sold, self.held_by_all + more)


class HeldByVisitors(NamedTuple):
    """`pieces`: all limited pieces in open carts. `stocks`: what is held of each stock, by its id."""

    pieces: HeldPieces
    stocks: dict[int, HeldOfStock]


def held_by_visitors(session: VisitorSession, stock_ids: Collection[int]) -> HeldByVisitors:
    """Return what the visitor's browser, address and network hold. Counts the browser alone if the session has done the
    highest level of work.
    """
    statement = """
        WITH living AS MATERIALIZED (
            SELECT id, pass_digest = %(pass)s AS own, address_digest = %(address)s AS near,
                network_digest = %(network)s AS wide
            FROM sessions_queue_visitorsession
            WHERE ended_at IS NULL
                AND (pass_digest = %(pass)s OR address_digest = %(address)s OR network_digest = %(network)s)
        ), limited AS (
            SELECT coalesce(sum(line.amount) FILTER (WHERE living.own), 0) AS own,
                coalesce(sum(line.amount) FILTER (WHERE living.near), 0) AS near,
                coalesce(sum(line.amount) FILTER (WHERE living.wide), 0) AS wide
            FROM living JOIN cart_cart AS cart ON cart.session_id = living.id AND cart.state = 'open'
            JOIN cart_cartline AS line ON line.cart_id = cart.id
            WHERE EXISTS (SELECT 1 FROM catalogue_stockuse AS use WHERE use.variant_id = line.variant_id)
        ), claim AS (
            SELECT claim.stock_id, claim.quantity, living.own, living.near, living.wide
            FROM living JOIN catalogue_stockclaim AS claim ON claim.session_id = living.id
            UNION ALL
            SELECT stock_id, quantity, pass_digest = %(pass)s, address_digest = %(address)s,
                network_digest = %(network)s
            FROM catalogue_stockclaim
            WHERE pass_digest = %(pass)s OR address_digest = %(address)s OR network_digest = %(network)s
        ), held AS (
            SELECT stock_id, sum(quantity) FILTER (WHERE own) AS own, sum(quantity) FILTER (WHERE near) AS near,
                sum(quantity) FILTER (WHERE wide) AS wide
            FROM claim GROUP BY stock_id
        )
        SELECT limited.own, limited.near, limited.wide, stock.id, stock.capacity, stock.sold, stock.held,
            coalesce(held.own, 0), coalesce(held.near, 0), coalesce(held.wide, 0)
        FROM limited, catalogue_stock AS stock LEFT JOIN held ON held.stock_id = stock.id
        WHERE stock.id = ANY(%(stocks)s)
    """
    shared = session.work < LEVELS
    values = {
        "pass": session.pass_digest,
        "address": (shared and session.address_digest) or None,
        "network": (shared and session.network_digest) or None,
        "stocks": list(stock_ids),
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = [tuple(map(int, row)) for row in cursor.fetchall()]
    pieces = HeldPieces(*rows[0][:3]) if rows else HeldPieces(0, 0, 0)
    stocks = {
        stock: HeldOfStock(capacity, sold, held, HeldPieces(own, near, wide))
        for _own, _near, _wide, stock, capacity, sold, held, own, near, wide in rows
    }
    return HeldByVisitors(pieces, stocks)


def max_pieces_of_pass() -> int:
    """Return how many pieces of all stocks together one pass may hold."""
    return MAX_LINES_OF_PASS * int(settings.MAX_ITEM_LIMIT)


def max_pieces_of_stock() -> int:
    """Return how many pieces of one stock a pass may hold: full lines of four kinds of ticket, or bundles of four."""
    return KINDS_OF_TICKET * int(settings.MAX_ITEM_LIMIT)


def share_of_address() -> int:
    """Return how many pieces of all stocks together the browsers of one address may hold without work."""
    return GUESTS * int(settings.MAX_ITEM_LIMIT)


def is_in_demand(capacity: int, sold: int, held: int) -> bool:
    """True if others wait for what is held of the stock: more than half of what is not sold is held."""
    return held >= IN_DEMAND_FROM and 2 * held > capacity - sold


IS_IN_DEMAND = f"(stock.held >= {IN_DEMAND_FROM} AND 2 * stock.held > stock.capacity - stock.sold)"
"""The same of a `stock`, as SQL."""


def share_of_stock(capacity: int) -> int:
    """Return how many pieces of one stock the browsers of one address may hold without work: 1.5 percent, at least a
    full line.
    """
    return max(int(settings.MAX_ITEM_LIMIT), capacity * 3 // 200)


def work_level_for(pieces: int, share: int) -> int:
    """Return the level of work that the browsers of an address do to hold `pieces` together: 0 up to their share, one
    more each time the amount doubles, at most LEVELS.
    """
    return 0 if pieces <= share else min(LEVELS, 1 + int(math.log2(pieces / share)))
