"""Refunds of charges, and what banks do with charges on their own."""

from tests.peers.peer import Json

from . import checks, objects
from .account import Account
from .errors import invalid, none_such

MOST_LISTED, LISTED = 100, 10
BY = {"charge", "payment_intent"}


def create(account: Account, _name: str, asked: Json) -> Json:
    charge = _charge(account, asked)
    left = charge["amount_captured"] - charge["amount_refunded"]
    wanted = asked.get("amount", left)
    if "amount" in asked and wanted < 1:
        raise invalid("This value must be greater than or equal to 1.", "parameter_invalid_integer", "amount")
    if charge["disputed"]:
        raise invalid(
            "This charge has been charged back; cannot issue a refund.", "charge_disputed", is_violation=False
        )
    if left == 0:
        raise invalid(f"Charge {charge['id']} has already been refunded.", "charge_already_refunded")
    if wanted > left:
        message = f"Refund amount ({_money(wanted)}) is greater than unrefunded amount on charge ({_money(left)})"
        raise invalid(message, "amount_too_large", "amount")
    if account.refusal:
        raise invalid(account.refusal, "charge_not_refundable", is_violation=False)
    metadata = checks.metadata({}, asked.get("metadata", {}))
    return refund(account, charge, wanted, {"reason": asked.get("reason"), "metadata": metadata})


def retrieve(account: Account, name: str, _asked: Json) -> Json:
    return account.find("refund", name)


def listed(account: Account, _name: str, asked: Json) -> Json:
    """The newest first."""
    limit = asked.get("limit", LISTED)
    if not 1 <= limit <= MOST_LISTED:
        raise invalid(f"This value must be between 1 and {MOST_LISTED}.", "parameter_invalid_integer", "limit")
    for name in asked.keys() & BY:
        account.find(name, asked[name], name, 400)
    found = account.all("refund", lambda one: all(one[name] == asked[name] for name in asked.keys() & BY))[::-1]
    names = [one["id"] for one in found]
    if "starting_after" in asked:
        found = found[_place(names, asked["starting_after"], "starting_after") + 1 :]
    if "ending_before" in asked:
        found = found[: _place(names, asked["ending_before"], "ending_before")][-limit:]
    data = found[:limit]
    return {"object": "list", "data": data, "has_more": len(found) > limit, "url": "/v1/refunds"}


def refund(account: Account, charge: Json, amount: int, told: Json) -> Json:
    """Also one that nobody asked for by the API: made by hand on the provider's own pages."""
    made = account.add({**objects.refund(amount, charge), **told})
    made["status"] = "pending" if account.refunds_wait else "succeeded"
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount_captured"]
    account.happened("refund.created", made)
    account.happened("charge.refunded", charge)
    return made


def settle(account: Account, refund: Json, status: str) -> Json:
    """Also "failed" after "succeeded": the bank sends the money back."""
    refund["status"] = status
    if status == "failed":
        refund["failure_reason"] = "expired_or_canceled_card"
        charge = account.objects[refund["charge"]]
        charge["amount_refunded"] -= refund["amount"]
        charge["refunded"] = False
        account.happened("refund.failed", refund)
    return account.happened("refund.updated", refund)


def charge_of(account: Account, payment: Json) -> Json:
    """The money of a session or intent, or the charge itself. Raises Refused if there is none."""
    if payment["object"] == "charge":
        return payment
    name = payment["payment_intent"] if payment["object"] == "checkout.session" else payment["id"]
    found = account.all("charge", lambda one: bool(one["payment_intent"] == name and one["status"] == "succeeded"))
    if not name or not found:
        raise invalid(f"This PaymentIntent ({name}) does not have a successful charge to refund.")
    return found[0]


def _charge(account: Account, asked: Json) -> Json:
    named = [name for name in ("charge", "payment_intent") if name in asked]
    if len(named) != 1:
        message = "One, and only one, of the following params should be provided: charge or payment_intent."
        raise invalid(message, "" if named else "parameter_missing", "payment_intent")
    charge = charge_of(account, account.find(named[0], asked[named[0]], named[0], 400))
    if charge["status"] != "succeeded":
        raise invalid(f"Charge {charge['id']} did not succeed and cannot be refunded.", "charge_not_refundable")
    return charge


def _place(names: list[str], name: str, param: str) -> int:
    if name not in names:
        raise none_such("refund", name, param)
    return names.index(name)


def _money(amount: int) -> str:
    return f"€{amount / 100:.2f}"
