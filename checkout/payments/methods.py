"""All ways to pay, and who moves the money of those that go over the network."""

from checkout.errors import PaymentMethodUnavailable
from checkout.models import BoxOfficeMethod

from .culture_pass import CulturePass
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
    CulturePass(),
    *(BoxOffice(method) for method in BoxOfficeMethod.values),
)
METHODS: dict[str, PaymentMethod] = {method.id: method for method in ALL}
# Those that are asked over the network. Transfers and codes move without them.
PROVIDERS: dict[str, PaymentProvider] = {provider.id: provider for provider in (Stripe(), PayPal())}


def method_of(name: str) -> PaymentMethod:
    """Raises PaymentMethodUnavailable for a method that does not exist."""
    try:
        return METHODS[name]
    except KeyError:
        raise PaymentMethodUnavailable from None
