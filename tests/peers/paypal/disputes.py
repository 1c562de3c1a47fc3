"""Disputes as PayPal knows them, and as it shows them to the shop."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import randrange

from tests.peers.peer import Json

from .things import MERCHANT, CaptureThere, Payer, filled, money, new_id, now

DAYS = 10


def new_number() -> str:
    return f"PP-R-{new_id()[:3]}-{randrange(10**8)}"


def in_days(days: int) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass
class DisputeThere:
    """`moves`: what it took from the shop (DEBIT) and gave back (CREDIT)."""

    capture_id: str
    amount: Decimal
    currency: str
    id: str = field(default_factory=new_number)
    stage: str = "INQUIRY"
    status: str = "OPEN"
    outcome: str = ""
    moves: list[Json] = field(default_factory=list)
    created: str = field(default_factory=now)
    due: str = field(default_factory=lambda: in_days(DAYS))

    def move(self, kind: str) -> None:
        self.moves.append(
            {
                "party": "SELLER", "amount": money(self.amount, self.currency), "initiated_time": now(), "type": kind,
                "reason": "DISPUTE_SETTLEMENT",
            }
        )  # fmt: skip

    def shown(self, capture: CaptureThere, payer: Payer) -> Json:
        """It calls the capture `seller_transaction_id`, and knows no order."""
        transaction = {
            "buyer_transaction_id": new_id(),
            "seller_transaction_id": capture.id,
            **filled(invoice_number=capture.invoice_id, custom=capture.custom_id),
            "create_time": capture.created,
            "gross_amount": money(capture.amount, capture.currency),
            "buyer": {"name": payer.full_name},
            "seller": {"email": MERCHANT["email_address"], "merchant_id": MERCHANT["merchant_id"]},
        }
        return {
            "dispute_id": self.id,
            "create_time": self.created,
            "disputed_transactions": [transaction],
            "reason": "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
            "status": self.status,
            "dispute_amount": money(self.amount, self.currency),
            "dispute_life_cycle_stage": self.stage,
            **filled(fund_movements=self.moves),
            **({"dispute_outcome": {"outcome_code": self.outcome}} if self.outcome else {}),
            **({"seller_response_due_date": self.due} if self.status != "RESOLVED" else {}),
        }
