"""What one browser may hold at once, and what it costs the browsers of one address to hold more than their share
(docs/decisions/0022, 0073).
"""

import math

from django.conf import settings

from shop.core.limits.work import LEVELS

# So many lines of as much as a line may have.
MAX_LINES_OF_PASS = 12
KINDS_OF_TICKET = 4
# Of a stock of a few pieces somebody always holds half.
IN_DEMAND_FROM = 40
# As much as a school class buys together.
GUESTS = 30


def max_pieces_of_pass() -> int:
    """Pieces of all stocks together."""
    return MAX_LINES_OF_PASS * int(settings.MAX_ITEM_LIMIT)


def max_pieces_of_stock() -> int:
    """Pieces of one stock, of one pass: as many as a line may have, of four kinds of ticket, or in bundles of four."""
    return KINDS_OF_TICKET * int(settings.MAX_ITEM_LIMIT)


def share_of_address() -> int:
    """Pieces of all stocks together that browsers of one address hold without work."""
    return GUESTS * int(settings.MAX_ITEM_LIMIT)


def is_in_demand(capacity: int, sold: int, held: int) -> bool:
    """Whether so many hold of a stock that others wait for what they hold: more than half of what is not sold."""
    return held >= IN_DEMAND_FROM and 2 * held > capacity - sold


IS_IN_DEMAND = f"(stock.held >= {IN_DEMAND_FROM} AND 2 * stock.held > stock.capacity - stock.sold)"
"""The same of a `stock`, as SQL."""


def share_of_stock(capacity: int) -> int:
    """Of one stock: three in two hundred, at least one line's."""
    return max(int(settings.MAX_ITEM_LIMIT), capacity * 3 // 200)


def work_level_for(pieces: int, share: int) -> int:
    """The level of the work that browsers of an address do to hold so many together: none up to their share, and one
    more each time that it is twice as much.
    """
    return 0 if pieces <= share else min(LEVELS, 1 + int(math.log2(pieces / share)))
