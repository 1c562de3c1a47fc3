"""Express payments: the buyer agrees at the payment service, then orders on our page (docs/decisions/0049)."""

from django.db import transaction

from cart.errors import CartEmpty
from cart.queries import CartContents, open_cart
from checkout.errors import ExpressAddressUnusable, ExpressCountry, NoDeliveryMethod, PaymentMethodUnavailable
from checkout.payments.interface import ExpressMethod
from checkout.pricing.checkout import PricedCheckout, price_checkout
from checkout.shipping.options import ShippingOption
from sessions_queue.locks import lock_session
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import restore_full_lifetime
from shop.core.database.transactions import retry_transaction
from shop.core.errors import FieldErrors

from .details import choose_logistics, enter_addresses
from .placing import contents_to_place


def begin_express(*, method: ExpressMethod, session: VisitorSession, with_address: bool) -> str:
    """Begin a payment at the method's provider for the session's cart. Returns the provider's number of it.
    `with_address`: the provider gives the buyer's.

    Raises CartEmpty, PaymentMethodUnavailable, NoDeliveryMethod, ProviderAway.
    """
    checkout = express_checkout(session, method)
    carrier = usual_carrier(checkout)
    amount = checkout.due if checkout.shipping or carrier is None else checkout.due + carrier.price
    number = method.begin(checkout.cart, amount, with_address=with_address)
    give_time_to_agree(session)
    return number


@retry_transaction
@transaction.atomic
def give_time_to_agree(session: VisitorSession) -> None:
    """As to somebody who enters the address here, which the provider will give."""
    locked = lock_session(session)
    if locked is not None:
        restore_full_lifetime(locked)


def take_over_express(*, method: ExpressMethod, session: VisitorSession, external_id: str) -> CartContents:
    """Make the method the cart's, and the provider's address its own where the provider has given one.

    Goods without a carrier get the cheapest, which the shopper sees before ordering. Raises as `begin_express`, and
    ExpressNotAgreed, ExpressCountry, ExpressAddressUnusable.
    """
    checkout = express_checkout(session, method)
    agreed = method.agreed(checkout.cart, external_id)
    if agreed.address is not None:
        if agreed.address["country_code"] != checkout.cart.country_code:
            raise ExpressCountry
        try:
            enter_addresses(session=session, billing=agreed.address, shipping=None, email=agreed.email)
        except FieldErrors as error:
            raise ExpressAddressUnusable from error
    carrier = None if checkout.shipping else usual_carrier(checkout)
    return choose_logistics(
        session=session,
        shipping_method=carrier.id if carrier else None,
        payment_method=method.id,
        payment_external_id=external_id,
    )


def express_checkout(session: VisitorSession, method: ExpressMethod) -> PricedCheckout:
    cart = open_cart(session)
    if cart is None:
        raise CartEmpty
    checkout = price_checkout(contents_to_place(cart))
    if method.id not in {offer.id for offer in checkout.offers}:
        raise PaymentMethodUnavailable
    return checkout


def usual_carrier(checkout: PricedCheckout) -> ShippingOption | None:
    """Return the cheapest carrier, None if nothing is shipped. Raises NoDeliveryMethod."""
    if not checkout.priced.physical:
        return None
    if not checkout.options:
        raise NoDeliveryMethod
    return min(checkout.options, key=lambda option: option.price)
