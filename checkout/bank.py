from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.utils import timezone

from .models import Placement

TRANSFER_DAYS = 7


@dataclass(frozen=True)
class BankDetails:
    """Where to transfer a placement's money to; the purpose is the payment's reference (BAX…)."""

    payee: str
    iban: str
    bic: str
    bank_name: str
    amount: Decimal
    purpose: str
    due_date: date


def bank_details(placement: Placement) -> BankDetails | None:
    """None unless it is to be paid by transfer. Reads `payments`: prefetch it."""
    payment = next((payment for payment in placement.payments.all() if payment.method == "bank_transfer"), None)
    if payment is None or payment.state == payment.State.CANCELLED:
        return None
    shop = placement.order.shop
    due = timezone.localdate(placement.placed_at) + timedelta(days=TRANSFER_DAYS)
    return BankDetails(
        shop.bank_payee, shop.bank_iban, shop.bank_bic, shop.bank_name, payment.amount, payment.reference, due
    )
