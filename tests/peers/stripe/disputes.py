"""Disputes: a buyer's bank takes money back, the shop answers, the bank decides."""

from tests.peers.peer import Json

from . import objects
from .account import Account
from .errors import invalid

LISTED, MOST_LISTED = 10, 100
FEE = 2000
INQUIRY = "warning_"


def opened(account: Account, charge: Json, amount: int, *, is_inquiry: bool = False) -> Json:
    """The event that tells it. An inquiry only asks: no money moves until it becomes a dispute."""
    charge["disputed"] = True
    made = account.add(objects.dispute(charge) | {"amount": amount})
    if is_inquiry:
        made["status"] = f"{INQUIRY}needs_response"
        return account.happened("charge.dispute.created", made)
    made["balance_transactions"].append(objects.dispute_transaction(made, -amount, FEE))
    event = account.happened("charge.dispute.created", made)
    account.happened("charge.dispute.funds_withdrawn", made)
    return event


def answered(account: Account, dispute: Json) -> Json:
    """The shop has sent what it knows."""
    begin = INQUIRY if dispute["status"].startswith(INQUIRY) else ""
    dispute["status"] = f"{begin}under_review"
    dispute["evidence_details"] |= {"has_evidence": True, "submission_count": 1}
    return account.happened("charge.dispute.updated", dispute)


def decided(account: Account, dispute: Json, *, is_won: bool) -> Json:
    """The event that tells the end; the money of one that is won comes back."""
    if dispute["status"].startswith(INQUIRY):
        dispute["status"] = f"{INQUIRY}closed"
        return account.happened("charge.dispute.closed", dispute)
    dispute["status"] = "won" if is_won else "lost"
    if is_won:
        dispute["balance_transactions"].append(objects.dispute_transaction(dispute, dispute["amount"], 0))
    event = account.happened("charge.dispute.closed", dispute)
    if is_won:
        account.happened("charge.dispute.funds_reinstated", dispute)
    return event


def listed(account: Account, _name: str, asked: Json) -> Json:
    """The newest first."""
    limit = asked.get("limit", LISTED)
    if not 1 <= limit <= MOST_LISTED:
        raise invalid(f"This value must be between 1 and {MOST_LISTED}.", "parameter_invalid_integer", "limit")
    by = asked.keys() & {"charge", "payment_intent"}
    for name in by:
        account.find(name, asked[name], name, 400)
    found = account.all("dispute", lambda one: all(one[name] == asked[name] for name in by))[::-1]
    return {"object": "list", "data": found[:limit], "has_more": len(found) > limit, "url": "/v1/disputes"}
