"""The calls that the stand-in knows, and of their parameters those it acts on."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stripe.params import (
    ChargeRetrieveParams,
    DisputeListParams,
    EventRetrieveParams,
    PaymentIntentCancelParams,
    PaymentIntentConfirmParams,
    PaymentIntentCreateParams,
    PaymentIntentRetrieveParams,
    PaymentIntentUpdateParams,
    PaymentMethodDomainListParams,
    RefundCreateParams,
    RefundListParams,
    RefundRetrieveParams,
    WebhookEndpointListParams,
)
from stripe.params.checkout import SessionCreateParams, SessionExpireParams, SessionRetrieveParams

from tests.peers.peer import Json

from . import disputes, intents, refunds, registered, sessions
from .account import Account, shown
from .errors import invalid

DEEPEST = 4


@dataclass(frozen=True)
class Call:
    """`path` with {} for the name of an object; `kind` of what it answers. `creates`: with an idempotency key.

    `is_public`: also for a browser's key, with the object's client secret.
    """

    method: str
    path: str
    shape: Any
    known: tuple[str, ...]
    kind: str
    do: Callable[[Account, str, Json], Json]
    creates: bool = False
    is_public: bool = False

    def name_in(self, path: str) -> str | None:
        """None for an address that is not this call's."""
        match = re.fullmatch(self.path.replace("{}", "([A-Za-z0-9_]+)"), path)
        return (match[1] if match.groups() else "") if match else None


def _event(account: Account, name: str, _asked: Json) -> Json:
    for event in account.events:
        if event["id"] == name:
            return event
    raise invalid(f"No such event: '{name}'", "resource_missing", "id", status=404)


SESSION = (
    "mode", "ui_mode", "success_url", "cancel_url", "client_reference_id", "customer_email", "locale", "submit_type",
    "allowed_payment_method_types", "excluded_payment_method_types", "expires_at", "metadata", "expand",
    "line_items[quantity]", "line_items[price_data][currency]",
    "line_items[price_data][unit_amount]", "line_items[price_data][product_data]", "payment_intent_data[description]",
    "payment_intent_data[metadata]", "payment_intent_data[receipt_email]", "payment_intent_data[shipping]",
    "payment_intent_data[statement_descriptor]", "payment_intent_data[statement_descriptor_suffix]",
)  # fmt: skip
DESCRIBED = (
    "description", "metadata", "receipt_email", "shipping", "statement_descriptor", "statement_descriptor_suffix",
)  # fmt: skip
METHOD = ("payment_method", "payment_method_data", "expand")
CONFIRM = (*METHOD, "return_url", "use_stripe_sdk", "receipt_email", "shipping")
PAYMENT = (*DESCRIBED, *METHOD, "amount", "currency")
CHOICE = ("allowed_payment_method_types", "excluded_payment_method_types", "automatic_payment_methods")
INTENT = (*PAYMENT, *CHOICE, "confirm", "return_url", "use_stripe_sdk")
REFUND = ("charge", "payment_intent", "amount", "reason", "metadata", "expand")
REFUNDS = ("charge", "payment_intent", "limit", "starting_after", "ending_before", "expand")
DISPUTES = ("charge", "payment_intent", "limit", "expand")
ONLY = ("expand",)
PAGE = ("limit", "starting_after")

S, P = "/v1/checkout/sessions", "/v1/payment_intents"
session, intent, charge, refund = "checkout.session", "payment_intent", "charge", "refund"
CALLS = (
    Call("POST", S, SessionCreateParams, SESSION, session, sessions.create, creates=True),
    Call("GET", S + "/{}", SessionRetrieveParams, ONLY, session, sessions.retrieve),
    Call("POST", S + "/{}/expire", SessionExpireParams, ONLY, session, sessions.expire),
    Call("POST", P, PaymentIntentCreateParams, INTENT, intent, intents.create, creates=True),
    Call(
        "GET", P + "/{}", PaymentIntentRetrieveParams, ("client_secret", *ONLY), intent, intents.retrieve,
        is_public=True,
    ),
    Call("POST", P + "/{}", PaymentIntentUpdateParams, PAYMENT, intent, intents.update),
    Call(
        "POST", P + "/{}/confirm", PaymentIntentConfirmParams, CONFIRM, intent, intents.confirm_named, is_public=True
    ),
    Call(
        "POST", P + "/{}/cancel", PaymentIntentCancelParams, ("cancellation_reason", *ONLY), intent, intents.cancel
    ),
    Call("GET", "/v1/charges/{}", ChargeRetrieveParams, ONLY, charge, intents.charge),
    Call("POST", "/v1/refunds", RefundCreateParams, REFUND, refund, refunds.create, creates=True),
    Call("GET", "/v1/refunds", RefundListParams, REFUNDS, "list of refund", refunds.listed),
    Call("GET", "/v1/refunds/{}", RefundRetrieveParams, ONLY, refund, refunds.retrieve),
    Call("GET", "/v1/disputes", DisputeListParams, DISPUTES, "list of dispute", disputes.listed),
    Call(
        "GET", "/v1/webhook_endpoints", WebhookEndpointListParams, PAGE, "list of webhook_endpoint",
        registered.endpoints,
    ),
    Call(
        "GET", "/v1/payment_method_domains", PaymentMethodDomainListParams, PAGE, "list of payment_method_domain",
        registered.domains,
    ),
    Call("GET", "/v1/events/{}", EventRetrieveParams, ONLY, "event", _event),
)  # fmt: skip

EXPANDABLE = {
    (session, "payment_intent"): intent,
    (intent, "latest_charge"): charge,
    (intent, "payment_method"): "payment_method",
    (charge, "payment_intent"): intent,
    (refund, "charge"): charge,
    (refund, "payment_intent"): intent,
    ("list of refund", "data"): refund,
}


def call_for(method: str, path: str) -> tuple[Call, str]:
    """With the object's name in the address. Raises Refused."""
    for call in CALLS:
        if call.method == method and (name := call.name_in(path)) is not None:
            return call, name
    raise invalid(f"Unrecognized request URL ({method}: {path}).", status=404)


def check_expand(kind: str, paths: list[str]) -> None:
    """Raises Refused."""
    for path in paths:
        steps, here = path.split("."), kind
        if len(steps) > DEEPEST:
            raise invalid(f"You cannot expand more than {DEEPEST} levels: {path}", param="expand")
        for step in steps:
            here = EXPANDABLE.get((here, step), "")
            if not here:
                raise invalid(f"This property cannot be expanded ({path}).", param="expand")


def expanded(account: Account, thing: Json, paths: list[str]) -> Json:
    """An object as others see it, with objects instead of names where they were asked for."""
    seen = shown(thing)
    below: dict[str, list[str]] = {}
    for path in paths:
        step, _dot, rest = path.partition(".")
        below.setdefault(step, []).extend([rest] if rest else [])
    for step, rest_of in below.items():
        value = seen[step]
        if isinstance(value, list):
            seen[step] = [expanded(account, one, rest_of) for one in value]
        elif value is not None:
            seen[step] = expanded(account, account.objects[value], rest_of)
    return seen
