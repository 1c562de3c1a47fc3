"""Sets country and addresses. The checkout decides which are allowed."""

from django.db import transaction

from cart.locks import lock_cart
from cart.models import Address, Cart
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import restore_full_lifetime
from shop.core.database.compiled_statements import insert_row, update_row
from shop.core.database.transactions import retry_transaction

# What another country changes.
OF_COUNTRY = ("country_code", "shipping_method", "payment_method", "payment_external_id")


@retry_transaction
@transaction.atomic
def change_country(*, session: VisitorSession, country_code: str) -> Cart:
    """Ship to another country. Clears the chosen carrier and payment method (purchase §4)."""
    cart = lock_cart(session)
    set_country(cart, country_code)
    update_row(cart, *OF_COUNTRY)
    return cart


def set_addresses(*, cart: Cart, billing: dict[str, str], shipping: dict[str, str] | None, email: str) -> None:
    """Store checked addresses; `shipping` is None if it equals billing. Another country clears carrier and payment.
    Caller must hold the cart's lock.
    """
    cart.billing_address = store_address(cart.billing_address, billing)
    previous = cart.shipping_address
    cart.shipping_address = store_address(previous, shipping) if shipping else None
    cart.email = email
    restore_full_lifetime(cart.session)
    country = (shipping or billing)["country_code"]
    if country != cart.country_code:
        set_country(cart, country)
    update_row(cart, "billing_address", "shipping_address", "email", *OF_COUNTRY)
    if previous is not None and shipping is None:
        previous.delete()


def set_country(cart: Cart, country_code: str) -> None:
    """Set the country and clear the carrier and payment method that were chosen for another one."""
    cart.country_code = country_code
    cart.shipping_method = cart.payment_method = cart.payment_external_id = ""


def store_address(address: Address | None, values: dict[str, str]) -> Address:
    stored = address or Address()
    for name, value in values.items():
        setattr(stored, name, value)
    if address is None:
        insert_row(stored)
    else:
        stored.save()
    return stored
