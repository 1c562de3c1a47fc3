"""What the shopper enters on the way: country, addresses, carrier and payment method (purchase §4, §5)."""

from collections.abc import Mapping

from django.db import transaction

from cart import actions as cart_actions
from cart.models import ADDRESS_FIELDS, Cart
from checkout import rules
from checkout.errors import CountryUnknown, NoDeliveryMethod, PaymentMethodUnavailable
from checkout.models import Carrier
from checkout.queries import active_countries, priced_checkout
from sessions_queue.models import VisitorSession
from shop.errors import FieldErrors

NO_SHIPPING = "-1"


def choose_country(*, session: VisitorSession, country_code: str) -> Cart:
    """Raises CountryUnknown for a country that is not delivered to."""
    if country_code not in {country.code for country in active_countries()}:
        raise CountryUnknown
    return cart_actions.change_country(session=session, country_code=country_code)


def enter_addresses(
    *, session: VisitorSession, billing: Mapping[str, str], shipping: Mapping[str, str] | None, email: str
) -> Cart:
    """Check and keep the addresses; all complaints come at once as FieldErrors, by field path."""
    countries = {country.code for country in active_countries()}
    billing = cleaned(billing)
    errors = rules.address_errors(billing, "billing_address", countries)
    if shipping is not None:
        shipping = cleaned(shipping)
        errors |= rules.address_errors(shipping, "shipping_address", countries)
    email = email.strip()
    errors |= rules.email_errors(email)
    if errors:
        raise FieldErrors(errors)
    return cart_actions.set_addresses(
        session=session, billing=dict(billing), shipping=dict(shipping) if shipping else None, email=email
    )


def cleaned(address: Mapping[str, str]) -> dict[str, str]:
    """Known fields only, without stray blanks; `country_name` and the like are dropped."""
    values = {field: " ".join(str(address.get(field) or "").split()) for field in ADDRESS_FIELDS}
    values["country_code"] = values["country_code"].lower()
    return values


@transaction.atomic
def choose_logistics(*, session: VisitorSession, shipping_method: str | None, payment_method: str | None) -> Cart:
    """Keep a carrier and a payment method that fit the cart; `-1` stands for nothing to ship (purchase §4)."""
    if shipping_method == NO_SHIPPING:
        shipping_method = ""
    if shipping_method and shipping_method not in {
        str(carrier) for carrier in Carrier.objects.values_list("pk", flat=True)
    }:
        raise NoDeliveryMethod
    cart = cart_actions.set_logistics(session=session, shipping_method=shipping_method, payment_method=None)
    checkout = priced_checkout(cart)
    if shipping_method and checkout.shipping is None:
        raise NoDeliveryMethod
    if payment_method and payment_method not in {offer.id for offer in checkout.offers}:
        raise PaymentMethodUnavailable
    return cart_actions.set_logistics(session=session, shipping_method=None, payment_method=payment_method)
