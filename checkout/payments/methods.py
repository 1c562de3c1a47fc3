"""All ways to pay, and who moves the money of those that go over the network."""

from django.db.models import Q

from cart.codes.kinds import KINDS
from checkout.errors import PaymentMethodUnavailable
from checkout.models import BoxOfficeMethod, Payment

from .codes import CodeMethod
from .interface import PaymentMethod, PaymentProvider
from .paypal import PayPal, PayPalMethod
from .paypal_express import PayPalExpress
from .stripe import Stripe, StripeCheckout, StripeSofort
from .stripe_express import StripeExpress
from .without_provider import BankTransfer, BoxOffice, FreeOfCharge

# In the order in which they are offered.
ALL: tuple[PaymentMethod, ...] = (
    StripeCheckout(),
    StripeExpress(),
    PayPalMethod(),
    PayPalExpress(),
    StripeSofort(),
    BankTransfer(),
    FreeOfCharge(),
    *(CodeMethod(kind) for kind in KINDS.values()),
    *(BoxOffice(method) for method in BoxOfficeMethod.values),
)
METHODS: dict[str, PaymentMethod] = {method.id: method for method in ALL}
# Those that are asked over the network. Transfers and codes move without them.
PROVIDERS: dict[str, PaymentProvider] = {provider.id: provider for provider in (Stripe(), PayPal())}
# Payments that a job refunds, through their provider or to their payment code; of others staff do.
REFUNDED_BY_ITSELF = Q(provider__in=PROVIDERS) | Q(payment_code__isnull=False)


def is_refunded_by_itself(payment: Payment) -> bool:
    """As `REFUNDED_BY_ITSELF`."""
    return payment.provider in PROVIDERS or payment.payment_code_id is not None


def method_of(name: str) -> PaymentMethod:
    """Raises PaymentMethodUnavailable for a method that does not exist."""
    try:
        return METHODS[name]
    except KeyError:
        raise PaymentMethodUnavailable from None
