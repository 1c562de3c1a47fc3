"""Paid orders, ready for the warehouse."""

from typing import Any

from django.utils import translation

from cart.actions import AddRequest, add_to_cart
from catalogue.models import ProductVariant
from checkout.actions import choose_logistics, enter_addresses, place_order
from checkout.models import Delivery, Placement
from checkout.payments.ledger import record_capture
from checkout.pricing.checkout import priced_checkout
from shop.models import Shop
from tests.checkout.placing import click_of, ready_cart, usual_carrier
from tests.factories import ADDRESS, first_variant, make_product, make_shop


def seller(slug: str = "", **fields: Any) -> Shop:
    given = {"seller_address": "Lagerweg 3\n10999 Berlin", "seller_vat_id": "DE123456788", "seller_name": "Motte GbR"}
    return make_shop(slug, **(given | fields))


def thing(shop: Shop, **fields: Any) -> ProductVariant:
    return first_variant(make_product(shop, **fields))


def ordered(*wishes: tuple[ProductVariant, int], **address: str) -> Placement:
    session, _request = ready_cart(*wishes, **address)
    return place_order(session=session, request=click_of(session, str(session.pk)))


def bought(shop: Shop, *requests: AddRequest, email: str, language: str = "de", **address: str) -> Placement:
    """An order of whatever is asked for, not paid yet."""
    added = add_to_cart(shop=shop, session=None, language=language, requests=list(requests))
    session, cart = added.session, added.contents.cart
    enter_addresses(session=session, billing=ADDRESS | address, shipping=None, email=email)
    cart.refresh_from_db()
    carrier = usual_carrier(priced_checkout(cart))
    choose_logistics(session=session, shipping_method=carrier, payment_method="bank_transfer")
    with translation.override(language):
        return place_order(session=session, request=click_of(session, str(session.pk)))


def pay(placement: Placement) -> Placement:
    for payment in placement.payments.filter(state="pending"):
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
    placement.refresh_from_db()
    return placement


def paid(*wishes: tuple[ProductVariant, int], **address: str) -> Placement:
    return pay(ordered(*wishes, **address))


def parcel(placement: Placement) -> Delivery:
    return placement.order.deliveries.get()
