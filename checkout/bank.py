from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.utils import timezone

from .models import Order

TRANSFER_DAYS = 7


@dataclass(frozen=True)
class BankDetails:
    """Where to transfer an order's money to; the purpose is the payment's reference (BAX…)."""

    payee: str
    iban: str
    bic: str
    bank_name: str
    amount: Decimal
    purpose: str
    due_date: date


def bank_details(order: Order) -> BankDetails | None:
    """None unless the order is to be paid by transfer. Reads `payments`: prefetch it."""
    payment = next((payment for payment in order.payments.all() if payment.provider == "bank_transfer"), None)
    if payment is None or payment.state == payment.State.CANCELLED:
        return None
    shop = order.shop
    due = timezone.localdate(order.placed_at) + timedelta(days=TRANSFER_DAYS)
    return BankDetails(
        shop.bank_payee, shop.bank_iban, shop.bank_bic, shop.bank_name, payment.amount, payment.reference, due
    )
