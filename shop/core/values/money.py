"""Euros and cents."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
NOTHING = Decimal("0.00")


def cents(amount: Decimal) -> Decimal:
    """Return the amount rounded to the cent, half a cent up."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def spread(total: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Return the shares of `total` in proportion to the weights, rounded to the cent. If all weights are 0, the last
    share is the total.

    The shares add up to the rounded total. No share is negative, and none exceeds its weight unless the total exceeds
    the sum of the weights.
    """
    whole = sum(weights, Decimal(0))
    if not whole:
        return [Decimal(0)] * (len(weights) - 1) + [cents(total)] if weights else []
    # Rounds the running sums instead of the shares, so that the shares add up.
    shares, reached, before = [], Decimal(0), Decimal(0)
    for weight in weights:
        reached += weight
        until = cents(total * reached / whole)
        shares.append(until - before)
        before = until
    return shares
