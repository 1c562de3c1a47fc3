"""Limits on what one browser may hold at once, and how much work the browsers of one address do to hold more than their
share (docs/decisions/0022, 0073).
"""

import math

from django.conf import settings

from shop.core.limits.work import LEVELS

# A pass may hold so many full cart lines.
MAX_LINES_OF_PASS = 12
KINDS_OF_TICKET = 4
# Below this a stock is never in demand: of a few pieces somebody always holds half.
IN_DEMAND_FROM = 40
# A school class that buys together.
GUESTS = 30


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
