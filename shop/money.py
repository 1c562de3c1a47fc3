"""Euros and cents."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def cents(amount: Decimal) -> Decimal:
    """Rounded to the cent, half a cent up."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)
