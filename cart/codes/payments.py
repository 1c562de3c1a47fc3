"""Whether a payment code is valid, and how much it pays of a sum, as pure functions."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import Enum

from cart.models import PaymentCode
from shop.core.values.money import NOTHING

from .kinds import kind_of


class PaymentCodeStatus(Enum):
    """State of the payment code in a cart."""

    applied = "applied"
    nothing_to_pay = "nothing_to_pay"
    expired = "expired"
    used = "used"


def payment_code_problem(code: PaymentCode, now: datetime) -> PaymentCodeStatus | None:
    """Return why the code is not valid now: `used` or `expired`. None if it is valid."""
    if not kind_of(code).balance_of(code):
        return PaymentCodeStatus.used
    return PaymentCodeStatus.expired if code.is_expired(now) else None


def credit_of(code: PaymentCode, prices: Iterable[Decimal]) -> Decimal:
    """Return what the code pays of these `prices`, in euros: its balance, at most their sum."""
    return min(kind_of(code).balance_of(code), sum(prices, NOTHING))
