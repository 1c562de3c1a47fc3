"""The deadline for the refund after a withdrawal (§ 357 (1), §§ 187, 188, 193 BGB)."""

from datetime import date, timedelta

from shop.core.values.deadlines import DEADLINES

REFUND_DAYS = DEADLINES["withdrawalMoneyDays"]
SATURDAY = 5


def refund_deadline(received: date) -> date:
    """Return the last day: 14 days after the receipt; a weekend moves it to Monday."""
    last = received + timedelta(days=REFUND_DAYS)
    return last + timedelta(days=max(0, 7 - last.weekday())) if last.weekday() >= SATURDAY else last
