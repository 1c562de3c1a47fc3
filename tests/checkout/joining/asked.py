"""How a guest names the order that a cart is to join."""

from decimal import Decimal
from typing import Any

from checkout.models import Order, Payment
from checkout.payments.ledger import record_capture
from tests.guest import Answer, Guest

OWNER = "mira@example.org"


def merge(guest: Guest, reference: str, email: str | None = None, **more: Any) -> Answer:
    given = {"orderReference": reference, "email": email, "expectedTotal": "40.00", "acceptedTerms": True} | more
    return guest.ask("MERGE_ORDER", input=given)


def merge_own(guest: Guest, order: Order, **more: Any) -> Answer:
    """From the order's page."""
    return merge(guest, order.reference, orderId=order.secret, **more)


def pay(payment: Payment, amount: str) -> None:
    record_capture(payment=payment, amount=Decimal(amount), event_id=f"statement {payment.pk} {amount}")


def code_of(answer: Answer) -> str:
    return str(answer.refusal["code"])
