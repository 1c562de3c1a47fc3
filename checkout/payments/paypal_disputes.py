"""PayPal's disputes. Its library does not know them: they are asked for with the library's token."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from checkout.models import Dispute

from .interface import Movement, ReportedDispute
from .paypal_api import fetched

# Before the number of a dispute, where an event is about one.
DISPUTE_NUMBER = "disputes/"
OPEN = {"OPEN": Dispute.State.TO_ANSWER, "WAITING_FOR_SELLER_RESPONSE": Dispute.State.TO_ANSWER}
# How one that is resolved ended; with a payout PayPal pays the buyer by itself.
ENDED = {
    "RESOLVED_SELLER_FAVOUR": Dispute.State.WON,
    "RESOLVED_WITH_PAYOUT": Dispute.State.WON,
    "CANCELED_BY_BUYER": Dispute.State.WON,
    "DENIED": Dispute.State.WON,
    "RESOLVED_BUYER_FAVOUR": Dispute.State.LOST,
    "ACCEPTED": Dispute.State.LOST,
}


def number_in(event: dict[str, Any]) -> str:
    """Of the dispute that an event is about; "" if it is about none."""
    number = str(event["resource"].get("dispute_id") or "")
    return DISPUTE_NUMBER + number if number and str(event.get("event_type")).startswith("CUSTOMER.DISPUTE.") else ""


def disputed(number: str) -> ReportedDispute:
    """Raises ProviderAway, also where the account's app may not see disputes."""
    dispute_json = dispute_at(number)
    due = dispute_json.get("seller_response_due_date")
    moved = [movement_of(number, one) for one in dispute_json.get("fund_movements") or () if is_ours(one)]
    opened = dispute_json.get("create_time")
    amount = dispute_json["dispute_amount"]
    return ReportedDispute(
        number, Decimal(amount["value"]), amount["currency_code"], str(dispute_json.get("reason") or ""),
        state_of(dispute_json), datetime.fromisoformat(due) if due else None, moved,
        datetime.fromisoformat(opened) if opened else None,
    )  # fmt: skip


def transaction_in(number: str) -> tuple[str, str]:
    """What we called the payment that is disputed, and PayPal's number of its capture. Raises ProviderAway."""
    about = (dispute_at(number).get("disputed_transactions") or [{}])[0]
    return str(about.get("custom") or ""), str(about.get("seller_transaction_id") or "")


def state_of(dispute_json: dict[str, Any]) -> Dispute.State:
    if dispute_json.get("status") != "RESOLVED":
        return OPEN.get(str(dispute_json.get("status")), Dispute.State.IN_REVIEW)
    return ENDED.get(str((dispute_json.get("dispute_outcome") or {}).get("outcome_code")), Dispute.State.CLOSED)


def is_ours(one: dict[str, Any]) -> bool:
    """Whether the shop's money moved, and not PayPal's fee for the dispute."""
    return one.get("party") == "SELLER" and "FEE" not in str(one.get("reason")) and "amount" in one


def movement_of(number: str, one: dict[str, Any]) -> Movement:
    """It has no number of its own: a dispute moves money once in a moment in each direction."""
    amount, is_taken = one["amount"], one.get("type") == "DEBIT"
    value = abs(Decimal(amount["value"]))
    named = f"{number} {one.get('initiated_time', '')} {one.get('type')}"[:120]
    return Movement(named, -value if is_taken else value, amount["currency_code"])


def dispute_at(number: str) -> dict[str, Any]:
    return fetched(f"/v1/customer/disputes/{quote(number)}", "a dispute")
