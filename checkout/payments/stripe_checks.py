"""What `manage.py check_payments` tries at Stripe."""

import re
from collections.abc import Iterator, Sequence
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.core.exceptions import ValidationError

from checkout.errors import ProviderAway
from checkout.models import ProviderEvent
from shop.core.values.validators import validate_domain
from shop.models import Shop

from .checking import check_of, endpoint_check, is_own_address, missing_events, own_address
from .interface import Check
from .stripe_api import CARD, call, client
from .stripe_express import StripeExpress

if TYPE_CHECKING:
    from stripe import PaymentIntent, PaymentMethodDomain, WebhookEndpoint

# The events that it has to send to this shop; docs/operations.md lists them, too.
STRIPE_EVENTS = (
    "checkout.session.completed", "checkout.session.expired", "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed", "payment_intent.processing", "payment_intent.succeeded",
    "payment_intent.payment_failed", "payment_intent.canceled", "charge.refunded", "refund.created", "refund.updated",
    "refund.failed", "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
    "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated",
)  # fmt: skip
TEST, KEYS = "test", re.compile(r"(sk|rk|pk)_(test|live)_")
TEST_CARD, TEST_CENTS = "pm_card_visa", 100
# As Stripe calls what the wallets' button shows (frontend/src/features/checkout/express/wallet.ts).
WALLETS = {"apple_pay": "Apple Pay", "google_pay": "Google Pay"}
# How long an event of the test payment is waited for, and how often is looked for it.
EVENT_SECONDS, LOOK_SECONDS = 30.0, 0.5
DASHBOARD = "in Stripe's dashboard"


def stripe_checks() -> Iterator[Check]:
    """None without a key. In test mode alone money seems to move, from a test card and back."""
    if not settings.STRIPE_SECRET_KEY:
        return
    mode = mode_of(settings.STRIPE_SECRET_KEY, "sk", "rk")
    keys = check_of(f"Stripe: keys of {mode or 'no'} mode", lambda: wrong_keys(mode), advice_for)
    yield keys
    yield Check("Stripe: signing secret of the webhook", wrong_secret(settings.STRIPE_WEBHOOK_SECRET))
    if keys.failure:
        yield endpoint_check("Stripe", own_address("stripe"), is_stand_in=is_stand_in())
        return
    webhook = list(webhook_checks())
    yield from webhook
    if settings.STRIPE_PUBLISHABLE_KEY:
        yield from wallet_checks()
    if mode == TEST:
        yield from payment_checks(waits=not any(one.failure for one in webhook))


def mode_of(key: str, *kinds: str) -> str:
    """Of a key of one of these kinds; "" for what is none."""
    found = KEYS.match(key)
    return found[2] if found and found[1] in kinds else ""


def is_stand_in() -> bool:
    return not (urlsplit(settings.STRIPE_API_BASE).hostname or "").endswith(".stripe.com")


def advice_for(away: ProviderAway) -> str:
    import stripe

    match away.__cause__:
        case stripe.AuthenticationError():
            return f"Stripe does not know STRIPE_SECRET_KEY: copy it anew {DASHBOARD} (Developers, API keys)"
        case stripe.PermissionError():
            return f"STRIPE_SECRET_KEY may not ask for that: let it {DASHBOARD}, or take a key without limits"
        case stripe.InvalidRequestError() | stripe.CardError():
            return away.message
    return f"{away.message}: try again later"


# Keys


def wrong_keys(mode: str) -> str:
    """Raises ProviderAway."""
    if not mode:
        return "STRIPE_SECRET_KEY is none: it begins with sk_test_, sk_live_, rk_test_ or rk_live_"
    public = settings.STRIPE_PUBLISHABLE_KEY
    if public and mode_of(public, "pk") != mode:
        return f"STRIPE_PUBLISHABLE_KEY is not of the same mode: take the one that begins with pk_{mode}_"
    call(lambda: client().v1.refunds.list({"limit": 1}))
    return ""


def wrong_secret(secret: str) -> str:
    if secret.startswith("whsec_"):
        return ""
    return f"STRIPE_WEBHOOK_SECRET is {'none' if secret else 'missing'}: it stands at the webhook {DASHBOARD}, whsec_…"


# The webhook


def webhook_checks() -> Iterator[Check]:
    """What is registered, and whether this shop answers there."""
    own: list[WebhookEndpoint] = []
    yield check_of(f"Stripe: webhook to {own_address('stripe')}", lambda: wrong_webhook(own), advice_for)
    yield endpoint_check("Stripe", own[0].url if own else own_address("stripe"), is_stand_in=is_stand_in())


def wrong_webhook(own: "list[WebhookEndpoint]") -> str:
    """Those of this shop get into the list. Raises ProviderAway."""
    known = call(lambda: list(client().v1.webhook_endpoints.list({"limit": 100}).auto_paging_iter()))
    own += sorted((one for one in known if is_own_address(one.url, "stripe")), key=lambda one: one.status != "enabled")
    enabled = [one for one in own if one.status == "enabled"]
    if not own:
        return f"none is registered: add it {DASHBOARD} (Developers, Webhooks), and its secret to STRIPE_WEBHOOK_SECRET"
    if not enabled:
        return f"it is disabled: enable it {DASHBOARD} (Developers, Webhooks)"
    if len(enabled) > 1:
        return f"{len(enabled)} are enabled, each with a secret of its own, and the shop knows one: disable the others"
    return missing_events(STRIPE_EVENTS, enabled[0].enabled_events)


# Wallets


def wallet_checks() -> Iterator[Check]:
    hosts = hosts_with_wallets()
    if not hosts:
        yield Check("Stripe: no host of this shop has to be registered for wallets")
        return
    what = f"Stripe: wallets at {', '.join(hosts)}"
    try:
        known = call(lambda: list(client().v1.payment_method_domains.list({"limit": 100}).auto_paging_iter()))
    except ProviderAway as away:
        yield Check(what, advice_for(away))
        return
    by_name = {one.domain_name: one for one in known}
    for host in hosts:
        yield Check(f"Stripe: wallets at {host}", wrong_domain(by_name.get(host)))


def hosts_with_wallets() -> Sequence[str]:
    """Where a shop offers them. Nobody can register an address or a name of this machine alone."""
    shops = Shop.objects.exclude(domain=None).order_by("domain")
    own = [shop.domain or "" for shop in shops if StripeExpress.id not in shop.payment_blacklist]
    return [host for host in dict.fromkeys([*settings.MAIN_HOSTS, *own]) if is_registrable(host)]


def is_registrable(host: str) -> bool:
    try:
        validate_domain(host)
    except ValidationError:
        return False
    return not host.endswith(".localhost")


def wrong_domain(known: "PaymentMethodDomain | None") -> str:
    where = f"{DASHBOARD} (Settings, Payment method domains)"
    if known is None:
        return f"the host is not registered: add it {where}"
    if not known.enabled:
        return f"the host is switched off: enable it {where}"
    for name, wallet in WALLETS.items():
        state = getattr(known, name)
        if state.status != "active":
            why = getattr(getattr(state, "status_details", None), "error_message", "")
            return f"{wallet} is not active there: validate the host anew {where}{f'; {why}' if why else ''}"
    return ""


# A payment in test mode


def payment_checks(*, waits: bool) -> Iterator[Check]:
    """`waits`: whether an event of it can be expected to come."""
    made: list[PaymentIntent] = []
    paid = check_of("Stripe: a test payment comes in", lambda: wrong_payment(made), advice_for)
    yield paid
    if not made:
        return
    [intent] = made
    yield check_of("Stripe: it goes back", lambda: wrong_refund(intent.id), advice_for)
    if settings.STRIPE_PUBLISHABLE_KEY:
        yield check_of(
            "Stripe: the publishable key is of the same account", lambda: wrong_public_key(intent), advice_for
        )
    if waits and not paid.failure:
        yield Check("Stripe: an event of it has come, signed as it must be", wrong_event(intent.id))


def wrong_payment(made: "list[PaymentIntent]") -> str:
    """The payment gets into the list. Raises ProviderAway."""
    wanted: Any = {
        "amount": TEST_CENTS,
        "currency": "eur",
        "allowed_payment_method_types": [CARD],
        "payment_method": TEST_CARD,
        "confirm": True,
        "description": "manage.py check_payments",
    }
    intent = call(lambda: client().v1.payment_intents.create(wanted, once()))
    made.append(intent)
    return "" if intent.status == "succeeded" else f"Stripe says {intent.status}: look at it {DASHBOARD}"


def wrong_refund(intent: str) -> str:
    """Raises ProviderAway."""
    refund = call(lambda: client().v1.refunds.create({"payment_intent": intent}, once()))
    return "" if refund.status in ("succeeded", "pending") else f"Stripe says {refund.status}"


def wrong_public_key(intent: "PaymentIntent") -> str:
    """What a browser can ask with it, it can of the same account's payments alone. Raises ProviderAway."""
    shown: Any = {"client_secret": intent.client_secret}
    as_browser: Any = {"api_key": settings.STRIPE_PUBLISHABLE_KEY}
    try:
        call(lambda: client().v1.payment_intents.retrieve(intent.id, shown, as_browser))
    except ProviderAway as away:
        if is_refused(away):
            return f"STRIPE_PUBLISHABLE_KEY is of another one: copy it anew {DASHBOARD} (Developers, API keys)"
        raise
    return ""


def is_refused(away: ProviderAway) -> bool:
    import stripe

    return isinstance(away.__cause__, (stripe.AuthenticationError, stripe.PermissionError, stripe.InvalidRequestError))


def wrong_event(intent: str) -> str:
    deadline = monotonic() + EVENT_SECONDS
    while not ProviderEvent.objects.filter(provider="stripe", external_id=intent).exists():
        if monotonic() > deadline:
            return (
                f"none within {EVENT_SECONDS:.0f} seconds: compare STRIPE_WEBHOOK_SECRET with the webhook's secret, "
                "and look at what Stripe says of its deliveries (Developers, Webhooks)"
            )
        sleep(LOOK_SECONDS)
    return ""


def once() -> Any:
    return {"idempotency_key": f"check-{uuid4()}"}
