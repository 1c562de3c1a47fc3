"""Discount codes as pure functions: what a code does, and when (docs/decisions/0016)."""

from datetime import datetime
from enum import Enum

from shop.models import DiscountCode


class DiscountStatus(Enum):
    """How a cart's code stands."""

    applied = "applied"
    nothing_to_reduce = "nothing_to_reduce"
    ended = "ended"
    used_up = "used_up"


def discount_code_problem(code: DiscountCode, shop_id: int, now: datetime) -> DiscountStatus | None:
    """Why a code does not count in this shop now: `ended` or `used_up`; None if it counts."""
    state = code.state(now)
    if code.shop_id == shop_id and state in (DiscountCode.State.VALID, DiscountCode.State.USED_UP):
        return DiscountStatus.used_up if state == DiscountCode.State.USED_UP else None
    return DiscountStatus.ended
