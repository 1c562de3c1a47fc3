"""Discount codes as pure functions: what a code does, and when (docs/decisions/0016)."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from enum import Enum

from shop.models import DiscountCode
from shop.money import cents


class Standing(Enum):
    """How a cart's code stands."""

    applied = "applied"
    nothing_to_reduce = "nothing_to_reduce"
    ended = "ended"
    used_up = "used_up"


def trouble_of(code: DiscountCode, shop_id: int, now: datetime) -> Standing | None:
    """Why a code does not count in this shop now: `ended` or `used_up`; None if it counts."""
    state = code.state(now)
    if code.shop_id == shop_id and state in (DiscountCode.State.VALID, DiscountCode.State.USED_UP):
        return Standing.used_up if state == DiscountCode.State.USED_UP else None
    return Standing.ended


def shares(amounts: Sequence[Decimal], percent: int) -> list[Decimal]:
    """Each amount's share of `percent` off their sum, to the cent; no share is below zero or above its amount."""
    # Rounding the running sums, not the shares: together they are the rounded whole.
    found, reached, before = [], Decimal(0), Decimal(0)
    for amount in amounts:
        reached += amount
        until = cents(reached * percent / 100)
        found.append(until - before)
        before = until
    return found
