"""What the guests of one address may hold at once (docs/decisions/0022): as much as a school class buys together, and
never so much of a stock that nobody else gets any.
"""

from django.conf import settings

GUESTS = 30
TICKETS_EACH = 4


def most_pieces() -> int:
    """Of all stocks together."""
    return GUESTS * int(settings.MAX_ITEM_LIMIT)


def most_of_stock(capacity: int) -> int:
    """Of one stock: what a class buys, or half of a larger one."""
    return min(most_pieces(), max(GUESTS * TICKETS_EACH, capacity // 2))
