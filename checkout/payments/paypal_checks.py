"""What `manage.py check_payments` tries at PayPal."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings

from checkout.errors import ProviderAway

from .checking import check_of, endpoint_check, is_own_address, missing_events, own_address
from .interface import Check
from .paypal_api import NotAllowed, call, client, fetched, is_ours, money, order_at

Webhook = dict[str, Any]
# The events that it has to send to this shop; docs/operations.md lists them, too.
PAYPAL_EVENTS = (
    "CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED",
    "PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED", "PAYMENT.REFUND.FAILED", "CUSTOMER.DISPUTE.CREATED",
    "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED",
)  # fmt: skip
TEST, LIVE = "test", "live"
TEST_AMOUNT = Decimal(1)
APP = "in PayPal's developer dashboard, at the app"
WEBHOOKS, DISPUTES = "/v1/notifications/webhooks", "/v1/customer/disputes?page_size=1"


def paypal_checks() -> Iterator[Check]:
    """None without a client's id. In the sandbox alone an order is made, which nobody pays."""
    if not settings.PAYPAL_CLIENT_ID:
        return
    keys = check_of(f"PayPal: keys of {mode()} mode", wrong_keys, advice_for)
    yield keys
    if keys.failure:
        yield endpoint_check("PayPal", own_address("paypal"), is_stand_in=is_stand_in())
        return
    yield from webhook_checks()
    yield check_of("PayPal: disputes can be seen", wrong_disputes, advice_for)
    if mode() == TEST:
        yield check_of("PayPal: a test order is made and its money is the shop's", wrong_order, advice_for)


def mode() -> str:
    """PayPal's keys do not say it, but which of its addresses knows them does. A stand-in moves no money either."""
    return TEST if is_stand_in() or api_host().endswith(".sandbox.paypal.com") else LIVE


def is_stand_in() -> bool:
    return not api_host().endswith(".paypal.com")


def api_host() -> str:
    return urlsplit(settings.PAYPAL_API_BASE).hostname or ""


def advice_for(away: ProviderAway) -> str:
    return f"{away.message}: try again later"


def status_of(away: ProviderAway) -> int | None:
    return getattr(away.__cause__, "response_code", None)


def wrong_keys() -> str:
    """Raises ProviderAway."""
    try:
        call(lambda: client().oauth_2.fetch_token())
    except ProviderAway as away:
        if status_of(away) != 401:
            raise
        return (
            f"{api_host()} does not know PAYPAL_CLIENT_ID with this PAYPAL_CLIENT_SECRET: copy both anew {APP}; the "
            "sandbox has keys of its own and is asked where PAYPAL_API_BASE says so"
        )
    return ""


def webhook_checks() -> Iterator[Check]:
    """What is registered, and whether this shop answers there."""
    own: list[Webhook] = []
    yield check_of(f"PayPal: webhook to {own_address('paypal')}", lambda: wrong_webhook(own), advice_for)
    yield endpoint_check("PayPal", own[0]["url"] if own else own_address("paypal"), is_stand_in=is_stand_in())


def wrong_webhook(own: list[Webhook]) -> str:
    """That of this shop gets into the list. Raises ProviderAway."""
    known = fetched(WEBHOOKS, "webhooks").get("webhooks") or []
    number = settings.PAYPAL_WEBHOOK_ID
    own += [one for one in known if is_own_address(one["url"], "paypal")]
    own.sort(key=lambda one: one["id"] != number)
    if not own:
        return f"none is registered: add it {APP}, and its id to PAYPAL_WEBHOOK_ID"
    if own[0]["id"] != number:
        return f"PAYPAL_WEBHOOK_ID is {'of another one' if number else 'missing'}: the id of this one is {own[0]['id']}"
    sent = [one["name"] for one in own[0]["event_types"] if one.get("status") != "DISABLED"]
    return missing_events(PAYPAL_EVENTS, sent)


def wrong_disputes() -> str:
    """Raises ProviderAway."""
    try:
        fetched(DISPUTES, "disputes")
    except NotAllowed:
        return f"the app may not: switch “Disputes” on among its features, {APP}"
    return ""


def wrong_order() -> str:
    """Only a buyer can approve it; PayPal forgets it after some hours. Raises ProviderAway."""
    from paypalserversdk.models.order_request import OrderRequest

    body = OrderRequest.from_dictionary(order_to_try())
    wanted = {"body": body, "paypal_request_id": f"check-{uuid4()}", "prefer": "return=representation"}
    order = call(lambda: client().orders.create_order(wanted).body)
    if is_ours(order_at(order.id).purchase_units[0]):
        return ""
    return "PAYPAL_MERCHANT_ID is another account's: it stands in the account settings (Business information)"


def order_to_try() -> dict[str, Any]:
    context = {
        "return_url": settings.PUBLIC_URL,
        "cancel_url": settings.PUBLIC_URL,
        "shipping_preference": "NO_SHIPPING",
        "user_action": "PAY_NOW",
    }
    unit = {"amount": money(TEST_AMOUNT), "description": "manage.py check_payments"}
    source = {"paypal": {"experience_context": context}}
    return {"intent": "CAPTURE", "purchase_units": [unit], "payment_source": source}
