"""Wallets (Apple Pay, Google Pay) by Stripe's script (purchase §4 "Express payment flow").

The wallet's sheet gives an address and a payment method before ordering; once the cart is placed, the buyer's browser
confirms an intent with it.
"""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from checkout.errors import ProviderAway
from checkout.models import Payment
from shop.models.shop import PaymentMethodId

from .interface import PaymentContext, PaymentOffer, PaymentReport, Script, Start
from .stripe_api import CARD, call, captures_of, cents, client, disputes_of, on_its_way, refunds_of

# States of an intent that its buyer can still leave as it is.
OPEN = frozenset({"requires_payment_method", "requires_confirmation", "requires_action"})


class StripeExpress:
    """Where the browser has a wallet that can pay."""

    id = PaymentMethodId.STRIPE_EXPRESS.value
    provider = "stripe"
    reference_prefix = "CCX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        keys = settings.STRIPE_SECRET_KEY and settings.STRIPE_PUBLISHABLE_KEY
        if not keys or not sale.takes(self.id):
            return None
        text = gettext("Your wallet pays once you order here.")
        return PaymentOffer(self.id, "Apple Pay / Google Pay", text, test_mode=settings.STRIPE_IS_TEST, script=script())


def script() -> Script:
    return Script(settings.STRIPE_SCRIPT, settings.STRIPE_PUBLISHABLE_KEY)


def start(payment: Payment) -> Start:
    """An intent for what is due, with what the wallet gave; the buyer's browser confirms it. Raises ProviderAway."""
    if payment.external_id:
        intent = call(lambda: client().v1.payment_intents.retrieve(payment.external_id))
    else:
        wanted = intent_of(payment)
        once: Any = {"idempotency_key": f"start-{payment.pk}"}
        intent = call(lambda: client().v1.payment_intents.create(wanted, once))
    if intent.amount != cents(payment.amount) or intent.currency != "eur" or not intent.client_secret:
        raise ProviderAway("Stripe began another payment than it was asked for")
    return Start("authorize", external_id=intent.id, token=intent.client_secret)


def intent_of(payment: Payment) -> Any:
    given = payment_method_of_wallet(payment)
    return {
        "amount": cents(payment.amount),
        "currency": "eur",
        "allowed_payment_method_types": [CARD],
        "description": payment.reference,
        "metadata": {"payment": str(payment.pk)},
        **({"payment_method": given} if given else {}),
    }


def close(payment: Payment) -> bool:
    """Raises ProviderAway."""
    intent = call(lambda: client().v1.payment_intents.retrieve(payment.external_id))
    if intent.status in OPEN:
        intent = call(lambda: client().v1.payment_intents.cancel(payment.external_id))
    return intent.status == "canceled"


def payment_method_of_wallet(payment: Payment) -> str:
    """A wallet's approval is valid for its own payment; a further payment needs a new approval."""
    cart = payment.placement.cart if payment.placement else None
    if cart is None or cart.payment_method != StripeExpress.id:
        return ""
    is_first = not payment.order.payments.filter(method=payment.method, created_at__lt=payment.created_at).exists()
    return cart.payment_external_id if is_first else ""


def report(payment: Payment) -> PaymentReport:
    """Raises ProviderAway."""
    expanded: Any = {"expand": ["latest_charge"]}
    intent = call(lambda: client().v1.payment_intents.retrieve(payment.external_id, expanded))
    refunds, lost = call(lambda: refunds_of(intent.id))
    if intent.metadata.to_dict().get("payment") != str(payment.pk):
        raise ProviderAway("Stripe answered with another payment")
    charge = intent.latest_charge
    known = None if charge is None or isinstance(charge, str) else charge
    captures = captures_of(known) if known else []
    disputes = call(lambda: disputes_of(known)) if known else []
    declined = intent.status == "requires_payment_method" and intent.last_payment_error is not None
    failed = declined or intent.status == "canceled"
    failure = f"payment {intent.status}" if failed and not captures else ""
    return PaymentReport([*captures, *refunds], failure, lost, disputes, "" if captures else on_its_way(intent))
