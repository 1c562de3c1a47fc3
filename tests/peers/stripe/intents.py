"""Payment intents, and the charges that come of them.

requires_payment_method -> requires_confirmation -> requires_action -> processing -> succeeded, or canceled; what fails
goes back to requires_payment_method. A declined attempt leaves a failed charge as `latest_charge`.
"""

from urllib.parse import urlencode

from tests.peers.peer import Json

from . import checks, objects
from .account import Account, now, shown
from .cards import CARDS, VISA, Card, message
from .errors import Refused, card_error, invalid, missing, none_such, unexpected_state

CONFIRMABLE = ("requires_payment_method", "requires_confirmation", "requires_action")
CANCELABLE = (*CONFIRMABLE, "requires_capture", "processing")
# Their money arrives days after the buyer has agreed.
DELAYED = "sepa_debit"
TEXTS = (
    "description", "receipt_email", "shipping", "statement_descriptor", "statement_descriptor_suffix",
)  # fmt: skip
NEW_METHOD = (
    "You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again."
)
# What a browser's key shows.
PUBLIC = (
    "id", "object", "amount", "amount_details", "automatic_payment_methods", "canceled_at", "cancellation_reason",
    "capture_method", "client_secret", "confirmation_method", "created", "currency", "description",
    "last_payment_error", "livemode", "next_action", "payment_method", "payment_method_types", "processing",
    "receipt_email", "setup_future_usage", "shipping", "source", "status",
)  # fmt: skip


def create(account: Account, _name: str, asked: Json) -> Json:
    checks.currency(asked["currency"])
    checks.amount(asked["amount"])
    checks.url(asked, "return_url")
    if "return_url" in asked and not asked.get("confirm"):
        raise invalid("`return_url` can only be given with `confirm`.", param="return_url")
    made = objects.intent(asked["amount"], asked["currency"])
    made["automatic_payment_methods"] = _automatic(asked)
    made.update({name: asked.get(name) for name in (checks.ALLOWED, checks.EXCLUDED)})
    made["payment_method_types"] = checks.types(asked)
    _write(made, asked)
    _attach(account, made, asked)
    account.add(made)
    return confirm(account, made, asked) if asked.get("confirm") else made


def update(account: Account, name: str, asked: Json) -> Json:
    found = account.find("payment_intent", name, "intent")
    if found["status"] in ("succeeded", "canceled", "processing") and asked.keys() - {"metadata", "description"}:
        raise unexpected_state(
            f"This PaymentIntent could not be updated because it has a status of {found['status']}. You may only "
            "update its metadata and description."
        )
    if "_session" in found and asked.keys() - {"metadata", "description"}:
        raise invalid("You cannot update a PaymentIntent that a Checkout Session created.")
    checks.currency(asked.get("currency", checks.CURRENCY))
    checks.amount(asked.get("amount", checks.LEAST))
    _write(found, asked)
    _attach(account, found, asked)
    found.update({name: asked[name] for name in ("amount", "currency") if name in asked})
    return found


def confirm_named(account: Account, name: str, asked: Json) -> Json:
    return confirm(account, account.find("payment_intent", name, "intent"), asked)


def confirm(account: Account, intent: Json, asked: Json) -> Json:
    """Raises Refused, also for a card that is declined."""
    if "_session" in intent:
        raise invalid("You cannot confirm a PaymentIntent that a Checkout Session created.")
    if intent["status"] == "succeeded":
        raise unexpected_state(
            "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
        )
    if intent["status"] not in CONFIRMABLE:
        raise unexpected_state(f"You cannot confirm this PaymentIntent because it has a status of {intent['status']}.")
    checks.url(asked, "return_url")
    checks.email(asked, "receipt_email")
    _attach(account, intent, asked)
    if intent["payment_method"] is None:
        raise unexpected_state(
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the "
            "PaymentIntent with a payment method and then confirm it again, or confirm it again directly."
        )
    method = account.find("payment_method", intent["payment_method"])
    _return_url(intent, method, asked)
    intent.update({name: asked[name] or None for name in ("receipt_email", "shipping") if name in asked})
    if method["type"] != "card":
        return challenge(account, intent)
    card = CARDS[method["_card"]]
    if card.code:
        raise card_error({**decline(account, intent, card), "payment_intent": shown(intent)})
    if account.payments_wait:
        return wait(account, intent)
    return challenge(account, intent) if card.is_challenged else succeed(account, intent)


def cancel(account: Account, name: str, asked: Json) -> Json:
    found = account.find("payment_intent", name, "intent")
    if "_session" in found:
        raise invalid("You cannot cancel a PaymentIntent that a Checkout Session created: expire the session.")
    if found["status"] not in CANCELABLE:
        raise unexpected_state(
            f"You cannot cancel this PaymentIntent because it has a status of {found['status']}. Only a PaymentIntent "
            f"with one of the following statuses may be canceled: {', '.join(CANCELABLE)}."
        )
    return canceled(account, found, asked.get("cancellation_reason"))


def retrieve(account: Account, name: str, asked: Json) -> Json:
    found = account.find("payment_intent", name, "intent")
    if asked.get("client_secret", found["client_secret"]) != found["client_secret"]:
        raise wrong_client_secret()
    return found


def charge(account: Account, name: str, _asked: Json) -> Json:
    return account.find("charge", name)


# What becomes of a payment


def succeed(account: Account, intent: Json) -> Json:
    made = _charge(account, intent, account.captures)
    intent.update(status="succeeded", amount_received=made["amount"], next_action=None, processing=None)
    intent.update(currency=made["currency"], last_payment_error=None)
    account.happened("charge.succeeded", made)
    account.happened("payment_intent.succeeded", intent)
    return intent


def decline(account: Account, intent: Json, card: Card) -> Json:
    """The error."""
    made = _charge(account, intent)
    made.update(status="failed", paid=False, captured=False, amount_captured=0)
    made.update(failure_code=card.code, failure_message=message(card))
    made["outcome"] = {
        "network_status": "declined_by_network",
        "reason": card.decline_code or card.code,
        "type": "issuer_declined",
    }
    error = {"type": "card_error", "code": card.code, "message": message(card), "charge": made["id"]}
    if card.decline_code:
        error["decline_code"] = card.decline_code
    account.happened("charge.failed", made)
    fail(account, intent, error)
    return error


def fail(account: Account, intent: Json, error: Json) -> Json:
    """The attempt is over; another may follow."""
    method = account.find("payment_method", intent["payment_method"])
    intent.update(status="requires_payment_method", payment_method=None, next_action=None, processing=None)
    intent["last_payment_error"] = {**error, "payment_method": shown(method)}
    account.happened("payment_intent.payment_failed", intent)
    return intent


def challenge(account: Account, intent: Json) -> Json:
    """Wait for the buyer to agree on another page."""
    url, back = f"{account.pages_at}/redirect/{intent['id']}", intent.get("_return_url", "")
    if back:
        action: Json = {"type": "redirect_to_url", "redirect_to_url": {"return_url": back, "url": url}}
    else:
        script = {"type": "three_d_secure_redirect", "stripe_js": url}
        action = {"type": "use_stripe_sdk", "use_stripe_sdk": script}
    intent.update(status="requires_action", next_action=action)
    account.happened("payment_intent.requires_action", intent)
    return intent


def agree(account: Account, intent: Json) -> Json:
    """The buyer does, or the bank of a 3-D Secure card."""
    method = account.find("payment_method", intent["payment_method"])
    return wait(account, intent) if method["type"] == DELAYED else succeed(account, intent)


def refuse(account: Account, intent: Json) -> Json:
    method = account.find("payment_method", intent["payment_method"])
    if method["type"] == "card":
        code, text = "payment_intent_authentication_failure", "The provided PaymentMethod has failed authentication."
    else:
        code, text = "payment_method_customer_decline", "The customer did not approve the PaymentIntent."
    return fail(account, intent, {"type": "invalid_request_error", "code": code, "message": f"{text} {NEW_METHOD}"})


def wait(account: Account, intent: Json) -> Json:
    """The buyer has agreed; the money arrives later, or never."""
    intent.update(status="processing", next_action=None)
    account.happened("payment_intent.processing", intent)
    return intent


def get_lost(account: Account, intent: Json) -> Json:
    """Money that was to arrive does not."""
    error = {"type": "invalid_request_error", "code": "payment_intent_payment_attempt_failed"}
    return fail(account, intent, {**error, "message": f"The payment attempt failed. {NEW_METHOD}"})


def in_state(intent: Json, status: str) -> Json:
    """The same; raises Refused in another state."""
    if intent["status"] != status:
        raise unexpected_state(f"This PaymentIntent has a status of {intent['status']}, not of {status}.")
    return intent


def canceled(account: Account, intent: Json, reason: str | None) -> Json:
    intent.update(status="canceled", canceled_at=now(), cancellation_reason=reason, next_action=None)
    account.happened("payment_intent.canceled", intent)
    return intent


def back_from(intent: Json) -> str:
    """Where the buyer goes from the page that a payment sent them to; "" if the shop's page is still open."""
    if not (url := intent.get("_return_url", "")):
        return ""
    status = "failed" if intent["status"] == "requires_payment_method" else "succeeded"
    told = {
        "payment_intent": intent["id"],
        "payment_intent_client_secret": intent["client_secret"],
        "redirect_status": status,
    }
    return with_query(url, told)


def with_query(url: str, told: dict[str, str]) -> str:
    address, mark, fragment = url.partition("#")
    return f"{address}{'&' if '?' in address else '?'}{urlencode(told)}{mark}{fragment}"


def wrong_client_secret() -> Refused:
    message = "The client_secret provided does not match the client_secret associated with the PaymentIntent."
    return invalid(message, "payment_intent_invalid_parameter", "client_secret")


def method_of(account: Account, given: str, param: str = "payment_method") -> Json:
    """A payment method there is, or a new one of a test card. Raises Refused."""
    if given in CARDS:
        return account.add(objects.payment_method("card", card=CARDS[given]))
    if given not in account.objects:
        raise none_such("PaymentMethod", given, param)
    return account.find("payment_method", given, param, 400)


def _automatic(asked: Json) -> Json | None:
    if checks.ALLOWED in asked:
        return None
    given = asked.get("automatic_payment_methods") or {"enabled": True}
    if not given["enabled"]:
        raise missing(checks.ALLOWED)
    return {"allow_redirects": "always", **given}


def _write(intent: Json, asked: Json) -> None:
    checks.statements(asked, intent["payment_method_types"] if intent[checks.ALLOWED] else ())
    checks.email(asked, "receipt_email")
    intent.update({name: asked[name] or None for name in TEXTS if name in asked})
    intent["metadata"] = checks.metadata(intent["metadata"], asked.get("metadata", {}))


def _attach(account: Account, intent: Json, asked: Json) -> None:
    if "payment_method" in asked and "payment_method_data" in asked:
        raise invalid("You may only specify one of these parameters: payment_method, payment_method_data.")
    if "payment_method_data" in asked:
        method = _described(account, asked["payment_method_data"])
    elif asked.get("payment_method"):
        method = method_of(account, asked["payment_method"])
    else:
        return
    allowed = intent["payment_method_types"]
    if method["type"] not in allowed:
        raise invalid(
            f"The PaymentMethod provided ({method['type']}) is not allowed for this PaymentIntent: it allows "
            f"{', '.join(allowed)}.",
            "payment_intent_incompatible_payment_method",
            "payment_method",
        )
    intent["payment_method"] = method["id"]
    if intent["status"] == "requires_payment_method":
        intent["status"] = "requires_confirmation"


def _described(account: Account, given: Json) -> Json:
    kind, billing = given["type"], given.get("billing_details") or {}
    if kind not in checks.TYPES:
        message = f'The payment method type "{kind}" is invalid. Please ensure that it is activated.'
        raise invalid(message, param="payment_method_data[type]")
    if kind == "card":
        raise invalid("Card numbers are not taken here: use a payment method.", param="payment_method_data[type]")
    if kind == "klarna" and not billing.get("email"):
        raise missing("payment_method_data[billing_details][email]")
    if kind == "klarna" and not (billing.get("address") or {}).get("country"):
        raise missing("payment_method_data[billing_details][address][country]")
    if kind == DELAYED and kind not in given:
        raise missing(f"payment_method_data[{kind}]")
    return account.add(objects.payment_method(kind, billing))


def _return_url(intent: Json, method: Json, asked: Json) -> None:
    automatic = intent["automatic_payment_methods"]
    may_redirect = automatic is not None and automatic["allow_redirects"] == "always"
    if "return_url" in asked:
        intent["_return_url"] = asked["return_url"]
    elif method["type"] != "card" or (may_redirect and not asked.get("use_stripe_sdk")):
        message = "Payment methods of this PaymentIntent may redirect: you must provide a `return_url`."
        raise invalid(message, "parameter_missing", "return_url")
    else:
        intent.pop("_return_url", None)


def _charge(account: Account, intent: Json, instead: tuple[int, str] | None = None) -> Json:
    method = account.find("payment_method", intent["payment_method"])
    kind = method["type"]
    amount, currency = instead or (intent["amount"], intent["currency"])
    details = {"type": kind, kind: CARDS.get(method["_card"], VISA).details() if kind == "card" else {}}
    made = account.add(objects.charge(amount, currency, details))
    made.update({name: intent[name] for name in (*TEXTS, "payment_method")})
    made.update(
        payment_intent=intent["id"], metadata=dict(intent["metadata"]), billing_details=method["billing_details"]
    )
    intent["latest_charge"] = made["id"]
    return made
