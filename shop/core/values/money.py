"""Euros and cents."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
NOTHING = Decimal("0.00")


def cents(amount: Decimal) -> Decimal:
    """Rounded to the cent, half a cent up."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def spread(total: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """`total` shared out in proportion to the weights, to the cent; where all weigh nothing, the last one has it.

    The shares add up to the rounded total; none is below zero, and none above its weight unless the total is more than
    all weights together.
    """
    whole = sum(weights, Decimal(0))
    if not whole:
        return [Decimal(0)] * (len(weights) - 1) + [cents(total)] if weights else []
    # The running sums are rounded, not the shares: so nothing is lost on the way.
    shares, reached, before = [], Decimal(0), Decimal(0)
    for weight in weights:
        reached += weight
        until = cents(total * reached / whole)
        shares.append(until - before)
        before = until
    return shares
