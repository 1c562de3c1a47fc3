"""Checkout sessions: open -> complete or expired. Their payment intent begins when the buyer first tries to pay."""

from tests.peers.peer import Json

from . import checks, intents, objects
from .account import Account, now
from .cards import CHALLENGED, DECLINED, VISA, Card
from .errors import invalid, missing, unexpected_state

SHORTEST, LONGEST = 30 * 60, 24 * 3600
PLACEHOLDER = "{CHECKOUT_SESSION_ID}"
LONGEST_REFERENCE = 200
KEPT = (
    "cancel_url", "client_reference_id", "customer_email", "locale", "submit_type", checks.ALLOWED, checks.EXCLUDED,
)  # fmt: skip


def create(account: Account, _name: str, asked: Json) -> Json:
    checks.require(asked, "mode", "line_items", "success_url")
    if asked["mode"] != "payment" or asked.get("ui_mode", "hosted_page") != "hosted_page":
        raise invalid("The stand-in knows sessions of one payment on a page of its own.", "not_in_stand_in")
    for name in ("success_url", "cancel_url"):
        checks.url(asked, name)
    checks.email(asked, "customer_email")
    if len(asked.get("client_reference_id", "")) > LONGEST_REFERENCE:
        message = f"Invalid string: client_reference_id must be at most {LONGEST_REFERENCE} characters"
        raise invalid(message, param="client_reference_id")
    types = checks.types(asked)
    payment = asked.get("payment_intent_data", {})
    checks.statements(payment, types if checks.ALLOWED in asked else ())
    lines = [_line(number, given) for number, given in enumerate(asked["line_items"])]
    total = sum(line["amount"] for line in lines)
    checks.amount(total, "line_items")
    made = objects.session(total, checks.CURRENCY, f"{account.pages_at}/pay/")
    made.update({name: asked[name] for name in KEPT if name in asked})
    made.update(
        payment_method_types=types,
        success_url=asked["success_url"],
        expires_at=_expiry(asked),
        _lines=lines,
        _payment=payment,
    )
    made["metadata"] = checks.metadata({}, asked.get("metadata", {}))
    if made["customer_email"]:
        made["customer_details"] = objects.customer_details(made["customer_email"])
    return account.add(made)


def retrieve(account: Account, name: str, _asked: Json) -> Json:
    return account.find("checkout.session", name, "session")


def expire(account: Account, name: str, _asked: Json) -> Json:
    found = account.find("checkout.session", name, "session")
    if found["status"] != "open":
        raise invalid(
            'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of '
            f"`{found['status']}`.",
            is_violation=False,
        )
    return end(account, found)


def end(account: Account, session: Json) -> Json:
    session.update(status="expired", url=None)
    if (payment := payment_of(account, session)) and payment["status"] in intents.CANCELABLE:
        intents.canceled(account, payment, "expired")
    account.happened("checkout.session.expired", session)
    return session


def end_old(account: Account) -> None:
    """Sessions whose time is over."""
    for session in account.all("checkout.session"):
        if session["status"] == "open" and session["expires_at"] <= now():
            end(account, session)


# What the buyer does


def pay(account: Account, session: Json) -> str:
    """Like the functions below: where the buyer goes then, "" if they stay on the session's page."""
    intents.succeed(account, _attempt(account, session, VISA))
    return _complete(account, session, "paid")


def decline(account: Account, session: Json, card: Card = DECLINED) -> str:
    intents.decline(account, _attempt(account, session, card), card)
    return ""


def challenge(account: Account, session: Json) -> str:
    """3-D Secure: the bank asks on another page."""
    intents.challenge(account, _attempt(account, session, CHALLENGED))
    return f"{account.pages_at}/pay/{session['id']}/challenge"


def agree(account: Account, session: Json) -> str:
    intents.succeed(account, _in_state(account, session, "requires_action"))
    return _complete(account, session, "paid")


def refuse(account: Account, session: Json) -> str:
    intents.refuse(account, _in_state(account, session, "requires_action"))
    return str(session["url"])


def pay_later(account: Account, session: Json) -> str:
    """The buyer is done; the money arrives days after, or never."""
    intents.wait(account, _attempt(account, session, VISA))
    return _complete(account, session, "unpaid")


def arrive(account: Account, session: Json) -> str:
    intents.succeed(account, _in_state(account, session, "processing"))
    session["payment_status"] = "paid"
    account.happened("checkout.session.async_payment_succeeded", session)
    return success_url(session)


def get_lost(account: Account, session: Json) -> str:
    intents.get_lost(account, _in_state(account, session, "processing"))
    account.happened("checkout.session.async_payment_failed", session)
    return success_url(session)


def payment_of(account: Account, session: Json) -> Json | None:
    return account.objects[session["payment_intent"]] if session["payment_intent"] else None


def success_url(session: Json) -> str:
    return str(session["success_url"]).replace(PLACEHOLDER, session["id"])


def _line(number: int, given: Json) -> Json:
    path = f"line_items[{number}]"
    price = given.get("price_data")
    if price is None:
        raise missing(f"{path}[price_data]")
    for name in ("unit_amount", "product_data"):
        if name not in price:
            raise missing(f"{path}[price_data][{name}]")
    if "quantity" not in given:
        raise missing(f"{path}[quantity]")
    checks.currency(price["currency"], f"{path}[price_data][currency]")
    _at_least(0, price["unit_amount"], f"{path}[price_data][unit_amount]")
    _at_least(1, given["quantity"], f"{path}[quantity]")
    amount = price["unit_amount"] * given["quantity"]
    return {"name": price["product_data"]["name"], "quantity": given["quantity"], "amount": amount}


def _at_least(least: int, value: int, param: str) -> None:
    if value < least:
        message = f"This value must be greater than or equal to {least}."
        raise invalid(message, "parameter_invalid_integer", param)


def _expiry(asked: Json) -> int:
    ahead: int = asked.get("expires_at", now() + LONGEST) - now()
    if not SHORTEST <= ahead <= LONGEST:
        bound = "at least 30 minutes" if ahead < SHORTEST else "less than 24 hours"
        message = f"The `expires_at` timestamp must be {bound} from Checkout Session creation."
        raise invalid(message, param="expires_at")
    return now() + ahead


def _attempt(account: Account, session: Json, card: Card) -> Json:
    """The session's payment intent with what it is tried with. Raises Refused where it can no longer be paid."""
    if session["status"] != "open":
        raise unexpected_state(f"This Checkout Session has a status of {session['status']}.")
    if session["payment_intent"] is None:
        session["payment_intent"] = account.add(_payment(session))["id"]
    kind = session["payment_method_types"][0] if card is VISA else "card"
    billing = {"email": session["customer_email"]}
    method = account.add(objects.payment_method(kind, billing, card if kind == "card" else None))
    payment: Json = account.objects[session["payment_intent"]]
    payment.update(status="requires_confirmation", payment_method=method["id"])
    return payment


def _payment(session: Json) -> Json:
    made = objects.intent(session["amount_total"], session["currency"])
    asked = session["_payment"]
    made.update({name: asked[name] for name in intents.TEXTS if name in asked})
    made["metadata"] = checks.metadata({}, asked.get("metadata", {}))
    made.update(payment_method_types=session["payment_method_types"], _session=session["id"])
    return made


def _in_state(account: Account, session: Json, status: str) -> Json:
    payment = payment_of(account, session)
    if payment is None:
        raise unexpected_state("Nobody has tried to pay this Checkout Session.")
    return intents.in_state(payment, status)


def _complete(account: Account, session: Json, payment_status: str) -> str:
    session.update(status="complete", url=None, payment_status=payment_status)
    session["customer_details"] = objects.customer_details(session["customer_email"])
    account.happened("checkout.session.completed", session)
    return success_url(session)
