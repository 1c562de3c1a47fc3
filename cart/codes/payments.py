"""What a payment code pays for, and whether it is valid, as pure functions (docs/decisions/0019)."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import Enum

from cart.models import PaymentCode
from catalogue.models import ProductVariant
from shop.core.values.money import NOTHING


class PaymentCodeStatus(Enum):
    """State of the payment code in a cart."""

    applied = "applied"
    nothing_to_pay = "nothing_to_pay"
    expired = "expired"
    used = "used"


def payment_code_problem(code: PaymentCode, now: datetime) -> PaymentCodeStatus | None:
    """Return why the code is not valid now: `used` or `expired`. None if it is valid."""
    if code.holder is not None:
        return PaymentCodeStatus.used
    return PaymentCodeStatus.expired if code.is_expired(now) else None


def takes_codes(variant: ProductVariant) -> bool:
    """True for a ticket of an event that can be paid with the KulturPass."""
    return variant.event is not None and bool(variant.event.kulturpass_url)


def pays_for(code: PaymentCode, variant: ProductVariant) -> bool:
    """True for a ticket of the code's event, or of its shop's own events that take the pass. Never for goods or
    shipping."""
    if variant.event is None:
        return False
    if code.event_id is not None:
        return code.event_id == variant.event.pk
    return code.shop_id == variant.event.owner_id and takes_codes(variant)


def credit_of(code: PaymentCode, prices: Iterable[Decimal]) -> Decimal:
    """Return what the code pays of tickets with these `prices`, in euros: its value, at most their sum."""
    return min(code.value, sum(prices, NOTHING))
