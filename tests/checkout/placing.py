"""A guest in front of the order button, the click on it, and how the order stands."""

from decimal import Decimal
from typing import Any

from cart.models import Cart
from catalogue.models import ProductVariant
from checkout.actions import PlaceRequest, choose_logistics, enter_addresses, place_order
from checkout.graphql.order import OrderType, order_type
from checkout.models import Carrier, Order, Placement
from checkout.orders.access import access_order
from checkout.orders.order_state import PaymentState, order_with_state
from checkout.payments.ledger import record_capture
from checkout.pricing.checkout import PricedCheckout, priced_checkout
from sessions_queue.models import VisitorSession
from tests.factories import ADDRESS, fill_cart, first_variant, make_product, make_shop

from .merging import merge


def parcel() -> str:
    return str(Carrier.objects.get(only_single_disc=False, checks_age=False).pk)


def age_checked() -> str:
    return str(Carrier.objects.get(checks_age=True).pk)


def ready_cart(*wishes: tuple[ProductVariant, int], **address: str) -> tuple[VisitorSession, PlaceRequest]:
    """A guest in front of the order button, and what a click on it sends."""
    variant = wishes[0][0]
    thing = variant.product or variant.event
    assert thing is not None
    session, cart = fill_cart(thing.owner, *wishes)
    enter_addresses(session=session, billing=ADDRESS | address, shipping=None, email="mira@example.org")
    cart.refresh_from_db()
    checkout = priced_checkout(cart)
    choose_logistics(
        session=session,
        shipping_method=usual_carrier(checkout) if checkout.priced.physical else "-1",
        payment_method=checkout.offers[0].id,
    )
    cart.refresh_from_db()
    return session, PlaceRequest("key-1", priced_checkout(cart).total, accepted_terms=True)


def usual_carrier(checkout: PricedCheckout) -> str:
    return age_checked() if checkout.priced.over_18 else parcel()


def click_of(session: VisitorSession, key: str) -> PlaceRequest:
    """What a click on the order button sends, whatever codes the cart has."""
    return PlaceRequest(key, checkout_of(session).due, accepted_terms=True)


def checkout_of(session: VisitorSession) -> PricedCheckout:
    return priced_checkout(Cart.objects.get(session=session))


def state_of(placement: Placement) -> PaymentState:
    """How its order stands."""
    return PaymentState(order_with_state(placement.order).payment_state)


def shirt(**fields: Any) -> ProductVariant:
    return first_variant(make_product(make_shop(), **fields))


def place(*wishes: tuple[ProductVariant, int], into: Order | None = None, key: str = "key-1") -> Placement:
    session, _request = ready_cart(*wishes)
    if into is not None:
        return merge(session, into=into, key=key)
    return place_order(session=session, request=click_of(session, key))


def transfer(placement: Placement, amount: str, event: str = "statement") -> None:
    payment = placement.payments.get(method="bank_transfer")
    record_capture(payment=payment, amount=Decimal(amount), event_id=event)


def shown_to_buyer(placement: Placement) -> OrderType:
    return order_type(access_order(placement.order.shop, placement.order.secret), "en")
