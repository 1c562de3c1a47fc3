"""When a struck price may be shown, and the lowest price of the 30 days before (§ 11 PAngV): pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

from catalogue.rules import Cost

PERIOD = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class PriceSince:
    """A price in euros from this moment on. None: not sold from then on."""

    since: datetime
    price: Decimal | None


def lawful_cost(cost: Cost, history: Sequence[PriceSince]) -> Cost:
    """Return the cost with its struck price only if that shows a true reduction (docs/decisions/0010). `history`:
    oldest first.

    The prices of the 30 days before the present price began count.
    """
    before = prices_before(cost.price, history)
    if cost.original_price is None or not before or min(before) <= cost.price:
        return replace(cost, original_price=None, lowest_before=None)
    return replace(cost, original_price=min(cost.original_price, max(before)), lowest_before=min(before))


def prices_before(price: Decimal, history: Sequence[PriceSince]) -> list[Decimal]:
    """Return the prices of the 30 days before the present `price` began. Empty if it never changed."""
    start = len(history)
    while start and history[start - 1].price == price:
        start -= 1
    if start in (0, len(history)):
        return []
    began = history[start].since
    found = []
    for one in reversed(history[:start]):
        if one.price is not None:
            found.append(one.price)
        if one.since <= began - PERIOD:
            break
    return found
