from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from catalogue.stock.actions import create_stock, limit_variant
from checkout.payments.stripe_settings import stripe_script
from shop.invariants import broken_invariants
from tests.checkout.payments.paying import PayingShop
from tests.factories import first_variant, make_event, make_shop
from tests.peers.asking import asking
from tests.peers.here import Here
from tests.peers.paypal import PayPal, paypal
from tests.peers.stripe import StripePeer, stripe_peer

EVENTS = "http://localhost/api/v2/payments/{}/events"


@pytest.fixture(scope="module")
def peers() -> Iterator[tuple[PayPal, StripePeer]]:
    """They report to this process."""
    with paypal() as first, stripe_peer() as second:
        first.client = second.sender.client = httpx.Client(transport=Here())
        first.webhook_url, second.webhook_url = EVENTS.format("paypal"), EVENTS.format("stripe")
        yield first, second


@pytest.fixture
def shop(peers: tuple[PayPal, StripePeer], open_wire: None, db: None, settings: Any) -> Iterator[PayingShop]:
    """Afterwards all invariants hold, and nobody asked a payment service for what it does not do."""
    of_paypal, of_stripe = peers
    of_paypal.violations.clear()
    of_stripe.violations.clear()
    shop = make_shop("merchstand")
    ticket = first_variant(make_event(shop, cart_limit=9))
    limit_variant(variant=ticket, stock=create_stock(owner=shop, name="Hall", capacity=500))
    settings.STRIPE_SCRIPT = stripe_script(of_stripe.url)
    with asking(settings, of_paypal.environment | of_stripe.environment):
        yield PayingShop(shop, ticket, of_paypal, of_stripe)
        of_paypal.behave()
        of_stripe.behave()
    assert of_paypal.violations == of_stripe.violations == []
    assert broken_invariants() == {}
