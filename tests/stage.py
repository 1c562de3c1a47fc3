"""Rows for the shop's processes, made with the factories in this process, and what must hold there afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from django.db import connection

from cart.models import Cart
from catalogue.models import Product
from catalogue.stock.actions import create_stock, limit_variant
from checkout.actions import PlaceRequest, choose_logistics, enter_addresses, place_order
from checkout.models import Carrier, Order
from checkout.pricing.checkout import priced_checkout
from shop.invariants import broken_invariants
from shop.models import Shop
from tests.factories import ADDRESS, fill_cart, first_variant, make_event, make_product, make_shop


@contextmanager
def on(database: str) -> Iterator[None]:
    """Django works on that database, committing, instead of the tests' own."""
    connection.close()
    there, settings = urlsplit(database), connection.settings_dict
    own = {name: settings[name] for name in ("NAME", "HOST", "PORT")}
    settings.update(NAME=there.path[1:], HOST=there.hostname, PORT=there.port)
    try:
        yield
    finally:
        connection.close()
        settings.update(own)


def one_event(database: str, capacity: int) -> int:
    """An event of the main shop with a stock; its ticket."""
    with on(database):
        event = make_event(make_shop("merchstand"), cart_limit=9)
        ticket = first_variant(event)
        limit_variant(variant=ticket, stock=create_stock(owner=event.owner, name="Hall", capacity=capacity))
        return int(ticket.pk)


def placed_order(
    shop: Shop, product: Product | None = None, email: str = "mira@example.org", method: str = "bank_transfer"
) -> Order:
    """An order sent as a parcel, not paid yet."""
    session, cart = fill_cart(shop, (first_variant(product or make_product(shop)), 1))
    enter_addresses(session=session, billing=ADDRESS, shipping=None, email=email)
    parcel = str(Carrier.objects.get(only_single_disc=False, checks_age=False).pk)
    choose_logistics(session=session, shipping_method=parcel, payment_method=method)
    total = priced_checkout(Cart.objects.get(pk=cart.pk)).total
    return place_order(session=session, request=PlaceRequest(email, total, accepted_terms=True)).order


def check_invariants(database: str) -> None:
    with on(database):
        broken = broken_invariants()
    assert not broken, broken
