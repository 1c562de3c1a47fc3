"""Store what the shopper enters on the way: country, addresses, carrier and payment method (purchase §4, §5)."""

from collections.abc import Mapping

from django.db import transaction

from cart import actions as cart_actions
from cart.codes.kinds import KINDS
from cart.locks import lock_cart
from cart.models import ADDRESS_FIELDS, Cart
from cart.queries import CartContents, contents_of
from catalogue.errors import TransferNotOffered
from checkout import rules
from checkout.errors import CountryUnknown, NoDeliveryMethod, PaymentMethodUnavailable
from checkout.pricing.checkout import price_checkout, without_refused_transfer
from checkout.pricing.offers import TRANSFER
from checkout.shipping.reach import countries_of_contents, countries_of_session
from sessions_queue.models import VisitorSession
from shop.core.database.compiled_statements import update_row
from shop.core.database.transactions import retry_transaction
from shop.core.errors import FieldErrors
from shop.mails.links import one_line

NO_SHIPPING = "-1"


def choose_country(*, session: VisitorSession, country_code: str) -> Cart:
    """Change the cart's country. Raises CountryUnknown if the shop does not deliver there."""
    if country_code not in {country.code for country in countries_of_session(session.shop, session)}:
        raise CountryUnknown
    return cart_actions.change_country(session=session, country_code=country_code)


@retry_transaction
@transaction.atomic
def enter_addresses(
    *, session: VisitorSession, billing: Mapping[str, str], shipping: Mapping[str, str] | None, email: str
) -> CartContents:
    """Check and store the addresses. Raises FieldErrors with all errors at once, by field path.

    A postal address is needed if the cart needs it as it is now. Placing checks it again: prices depend on the country.
    """
    contents = contents_of(lock_cart(session))
    countries = {country.code for country in countries_of_contents(contents)}
    postal = price_checkout(contents).needs_postal_address
    billing = cleaned_address(billing)
    errors = rules.address_errors(billing, "billing_address", countries, postal=postal)
    if shipping is not None:
        shipping = cleaned_address(shipping)
        errors |= rules.address_errors(shipping, "shipping_address", countries, postal=postal)
    email = email.strip()
    errors |= rules.email_errors(email)
    if errors:
        raise FieldErrors(errors)
    cart_actions.set_addresses(
        cart=contents.cart, billing=dict(billing), shipping=dict(shipping) if shipping else None, email=email
    )
    return contents


def cleaned_address(address: Mapping[str, str]) -> dict[str, str]:
    """Return the known fields, each in one line; drops `country_name` and the like. A single name becomes the last
    name: clients read that the address has a name.
    """
    values = {field: one_line(str(address.get(field) or "")) for field in ADDRESS_FIELDS}
    values["country_code"] = values["country_code"].lower()
    if not values["last_name"]:
        values["last_name"], values["first_name"] = values["first_name"], ""
    return values


@retry_transaction
@transaction.atomic
def choose_logistics(
    *,
    session: VisitorSession,
    shipping_method: str | None,
    payment_method: str | None,
    payment_external_id: str | None = None,
) -> CartContents:
    """Store the carrier and the payment method if they fit the cart. `-1` stands for nothing to ship, the method of
    a payment code and "" for no method (purchase §4), None leaves one as it is. `payment_external_id`: what the buyer
    agreed to at the method's provider.

    Raises NoDeliveryMethod, PaymentMethodUnavailable, TransferNotOffered.
    """
    if payment_method in KINDS:
        payment_method = ""  # codes pay without being chosen
    cart = lock_cart(session)
    if shipping_method is not None:
        cart.shipping_method = "" if shipping_method == NO_SHIPPING else shipping_method
    contents = contents_of(cart)
    checkout = price_checkout(contents)
    if shipping_method is not None and cart.shipping_method and checkout.shipping is None:
        raise NoDeliveryMethod
    if payment_method and payment_method not in {offer.id for offer in checkout.offers}:
        raise PaymentMethodUnavailable
    if payment_method == TRANSFER and without_refused_transfer(checkout).transfer_refused:
        raise TransferNotOffered
    if payment_method is not None:
        cart.payment_method = payment_method
    if payment_external_id is not None:
        cart.payment_external_id = payment_external_id
    update_row(cart, "shipping_method", "payment_method", "payment_external_id")
    return contents
