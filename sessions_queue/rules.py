"""What one browser may hold at once, and from when on what the browsers of one address hold costs work
(docs/decisions/0022, 0073).
"""

from django.conf import settings

# So many lines of as much as a line may have.
LINES_OF_PASS = 12
KINDS = 4
# Of a stock of a few pieces somebody always holds half.
PRESSED_FROM = 40
# As much as a school class buys together.
GUESTS = 30


def most_of_pass() -> int:
    """Pieces of all stocks together."""
    return LINES_OF_PASS * int(settings.MAX_ITEM_LIMIT)


def most_of_stock() -> int:
    """Pieces of one stock, of one pass: as many as a line may have, of four kinds of ticket, or in bundles of four."""
    return KINDS * int(settings.MAX_ITEM_LIMIT)


def share_of_address() -> int:
    """Pieces of all stocks together that browsers of one address hold without work."""
    return GUESTS * int(settings.MAX_ITEM_LIMIT)


def is_pressed(capacity: int, sold: int, held: int) -> bool:
    """Whether so many hold of a stock that others wait for what they hold: more than half of what is not sold."""
    return held >= PRESSED_FROM and 2 * held > capacity - sold


def share_of_stock(capacity: int) -> int:
    """Of one stock: three in two hundred, at least one line's."""
    return max(int(settings.MAX_ITEM_LIMIT), capacity * 3 // 200)
