"""Whether a discount code is valid, as pure functions (docs/decisions/0016)."""

from datetime import datetime
from enum import Enum

from shop.models import DiscountCode


class DiscountStatus(Enum):
    """State of the discount code in a cart."""

    applied = "applied"
    nothing_to_reduce = "nothing_to_reduce"
    ended = "ended"
    used_up = "used_up"


def discount_code_problem(code: DiscountCode, shop_id: int, now: datetime) -> DiscountStatus | None:
    """Return why the code is not valid in this shop now: `ended` or `used_up`. None if it is valid."""
    state = code.state(now)
    if code.shop_id == shop_id and state in (DiscountCode.State.VALID, DiscountCode.State.USED_UP):
        return DiscountStatus.used_up if state == DiscountCode.State.USED_UP else None
    return DiscountStatus.ended
