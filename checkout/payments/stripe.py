"""Stripe: cards on its own page, and what followed sofort (purchase §7, "Third-party calls")."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import gettext, pgettext

from checkout.errors import ProviderAway, RefundRefused, SignatureWrong
from checkout.models import Payment, Refund
from checkout.orders.links import cancel_page, success_page
from sessions_queue.models import Activity
from shop.models.shop import PaymentMethodId

from . import stripe_express
from .interface import (
    Check,
    EventNotice,
    Movement,
    PaymentContext,
    PaymentOffer,
    PaymentProblem,
    PaymentReport,
    ProviderMessage,
    ReportedDispute,
    Start,
)
from .stripe_api import CARD, call, captures_of, cents, client, disputes_of, on_its_way, refunds_of

if TYPE_CHECKING:
    from stripe.checkout import Session


class StripeCheckout:
    """A card, entered on Stripe's own page."""

    id = PaymentMethodId.STRIPE_CHECKOUT.value
    provider = "stripe"
    reference_prefix = "CCX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if not settings.STRIPE_SECRET_KEY or not sale.takes(self.id):
            return None
        text = gettext("You enter your card on the page of our payment service Stripe.")
        return PaymentOffer(self.id, gettext("Credit or debit card"), text, test_mode=settings.STRIPE_IS_TEST)


class StripeSofort:
    """What the shopper pays at once from a bank account: sofort, or what the provider has in its place."""

    id = PaymentMethodId.STRIPE_SOFORT.value
    provider = "stripe"
    reference_prefix = "SSX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if not settings.STRIPE_SECRET_KEY or not settings.STRIPE_SOFORT_METHOD or not sale.takes(self.id):
            return None
        text = gettext("You pay on the page of our payment service Stripe.")
        return PaymentOffer(
            self.id, SOFORT_NAMES.get(settings.STRIPE_SOFORT_METHOD, "Sofort"), text, test_mode=settings.STRIPE_IS_TEST
        )


SOFORT_NAMES = {"klarna": "Klarna", "pay_by_bank": "Pay by Bank", "ideal": "iDEAL", "sepa_debit": "SEPA"}


class Stripe:
    """Its payments are Checkout Sessions, of which each carries our payment's id; those of wallets are intents."""

    id = "stripe"
    signed_by: tuple[str, ...] = ("Stripe-Signature",)
    lists_disputed_as_refunds = False

    def start(self, payment: Payment) -> Start:
        if payment.method == stripe_express.StripeExpress.id:
            return stripe_express.start(payment)
        wanted = session_of(payment)
        once: Any = {"idempotency_key": f"start-{payment.pk}"}
        session = call(lambda: client().v1.checkout.sessions.create(wanted, once))
        if session.amount_total != cents(payment.amount) or session.currency != "eur" or not session.url:
            raise ProviderAway("Stripe began another payment than it was asked for")
        return Start("redirect", session.url, session.id)

    def report(self, payment: Payment, *, take: Callable[[], bool]) -> PaymentReport:
        if payment.method == stripe_express.StripeExpress.id:
            return stripe_express.report(payment)
        expanded: Any = {"expand": ["payment_intent.latest_charge"]}
        session = call(lambda: client().v1.checkout.sessions.retrieve(payment.external_id, expanded))
        intent = session.payment_intent
        charge, refunds, failed = None, list[Movement](), list[str]()
        if intent is not None and not isinstance(intent, str):
            number, charge = intent.id, intent.latest_charge
            refunds, failed = call(lambda: refunds_of(number))
        if session.client_reference_id != payment.reference:
            raise ProviderAway("Stripe answered with another payment")
        known = None if charge is None or isinstance(charge, str) else charge
        captures = captures_of(known) if known else []
        disputes = call(lambda: disputes_of(known)) if known else []
        failure, comes = failure_of(session, bool(captures)), "" if captures else on_its_way(intent)
        return PaymentReport([*captures, *refunds], failure, failed, disputes, comes)

    def close(self, payment: Payment) -> bool:
        if payment.method == stripe_express.StripeExpress.id:
            return stripe_express.close(payment)
        sessions = client().v1.checkout.sessions
        session = call(lambda: sessions.retrieve(payment.external_id))
        if session.status == "open":
            session = call(lambda: sessions.expire(payment.external_id))
        return session.status == "expired"

    def refund(self, refund: Refund) -> str:
        wanted: Any = {
            "payment_intent": intent_of(refund.payment),
            "amount": cents(refund.amount),
            "metadata": {"payment": str(refund.payment_id)},
        }
        once: Any = {"idempotency_key": f"refund-{refund.pk}"}
        return call(lambda: client().v1.refunds.create(wanted, once), is_refund=True).id

    def event(self, provider_message: ProviderMessage) -> EventNotice:
        import stripe

        if not settings.STRIPE_WEBHOOK_SECRET:
            raise SignatureWrong
        try:
            event = stripe.Webhook.construct_event(
                provider_message.body, provider_message.headers["Stripe-Signature"], settings.STRIPE_WEBHOOK_SECRET
            )
        except (ValueError, stripe.SignatureVerificationError):
            raise SignatureWrong from None
        stripe_object = json.loads(provider_message.body)["data"]["object"]
        return EventNotice(id=event.id, external_id=payment_in(stripe_object))

    def fetch_proof(self, provider_message: ProviderMessage) -> None:
        """The secret is here."""

    def dispute_of(self, external_id: str) -> ReportedDispute | None:
        """Its charge knows it."""

    def payment_of(self, external_id: str) -> str:
        """What somebody begins at Stripe itself, refund or dispute, names intent and charge of its money, and nothing
        of ours. Raises ProviderAway.
        """
        kind = external_id.partition("_")[0]
        return (call(lambda: payment_id_at(kind, external_id)) if kind in NAMED_BY else None) or external_id

    def activity_of(self, trouble: PaymentProblem, payment: Payment, why: str) -> Activity | None:
        is_known = trouble is PaymentProblem.NOT_BEGUN and payment.method == StripeSofort.id
        return Activity.SOFORT_NOT_BEGUN if is_known else None

    def checks(self) -> Iterator[Check]:
        from .stripe_checks import stripe_checks

        return stripe_checks()


def payment_in(stripe_object: Any) -> str:
    """Our payment's id in what an event is about, or Stripe's number of its intent, of its charge, or of itself."""
    found = (
        (stripe_object.get("metadata") or {}).get("payment"),
        *(stripe_object.get(name) for name in ("payment_intent", "charge")),
    )
    return str(next(filter(None, (*found, stripe_object.get("id"))), ""))


# Beginnings of the numbers of intents and charges; those of what is no card have one of their own.
NAMED_BY = ("pi", "ch", "py")


def payment_id_at(kind: str, number: str) -> str:
    """Our payment's id, which its intent has, and its charge from there; "" where it is not of this shop."""
    import stripe

    calls = client().v1
    try:
        stripe_object = calls.payment_intents.retrieve(number) if kind == "pi" else calls.charges.retrieve(number)
    except stripe.InvalidRequestError as refused:
        if refused.http_status == 404:
            return ""
        raise
    return str(stripe_object.metadata.to_dict().get("payment") or "")


def intent_of(payment: Payment) -> str:
    """Stripe's number of what money came in by. Raises RefundRefused or ProviderAway."""
    if payment.method == stripe_express.StripeExpress.id:
        return payment.external_id
    intent = call(lambda: client().v1.checkout.sessions.retrieve(payment.external_id)).payment_intent
    if intent is None:
        raise RefundRefused(reason="no money came in")
    return intent if isinstance(intent, str) else intent.id


def session_of(payment: Payment) -> Any:
    """The data of a payment that Stripe gets: the sum, and of the buyer only the address that it fills in."""
    order = payment.order
    ours = {"payment": str(payment.pk)}
    kind = CARD if payment.method == StripeCheckout.id else settings.STRIPE_SOFORT_METHOD
    return {
        "mode": "payment",
        "client_reference_id": payment.reference,
        "allowed_payment_method_types": [kind],
        "line_items": [
            {
                "quantity": 1,
                "price_data": {
                    "currency": "eur",
                    "unit_amount": cents(payment.amount),
                    "product_data": {"name": pgettext("purchase", "Order %s") % payment.access.reference},
                },
            }
        ],
        # Who pays for what was merged into a stranger's order learns nothing of that one.
        **({} if payment.placement and payment.placement.secret else {"customer_email": order.email}),
        "locale": order.language,
        "metadata": ours,
        "payment_intent_data": {"metadata": ours, "description": payment.reference},
        "success_url": success_page(payment),
        "cancel_url": cancel_page(payment),
    }


def failure_of(session: "Session", paid: bool) -> str:
    """Why no money comes by it any more."""
    if paid or session.status == "open":
        return ""
    intent = session.payment_intent
    state = None if intent is None or isinstance(intent, str) else intent.status
    if session.status == "complete" and state not in ("requires_payment_method", "canceled"):
        return ""  # under way
    return f"session {session.status}, payment {state}"
