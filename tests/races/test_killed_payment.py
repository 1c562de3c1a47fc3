"""Whatever dies while money is on its way: it is booked once, on its order (design §4, invariants 5 and 8)."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from checkout.models import Order, ProviderEvent
from tests import servers
from tests.peers.asking import asking
from tests.peers.stripe import StripePeer, stripe_peer
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.races.paying import Purchase, redirected
from tests.races.waiting import until
from tests.stage import check_invariants, on, one_event

ATTEMPTS = 5


@dataclass
class PayingShop:
    database: str
    ticket: int
    stripe: StripePeer
    url: str = ""


@pytest.fixture
def shop(template_database: str, django_db_blocker: DjangoDbBlocker, settings: Any) -> Iterator[PayingShop]:
    """Without a worker, and without a web server."""
    with django_db_blocker.unblock(), servers.database(template_database) as database, stripe_peer() as stripe:
        shop = PayingShop(database, one_event(database, 50), stripe)
        with asking(settings, stripe.environment), on(database):
            yield shop
        assert stripe.violations == []
        check_invariants(database)


def opened(shop: PayingShop, web: servers.Running) -> PayingShop:
    shop.url = web.url
    shop.stripe.webhook_url = f"{web.url}/api/v2/payments/stripe/events"
    return shop


def paid(shop: PayingShop) -> Purchase:
    """At Stripe, which has told it."""
    purchase = redirected(Buyer(shop.url), shop.ticket, "stripe_checkout")
    shop.stripe.pay(shop.stripe.session_at(purchase.url))
    assert shop.stripe.send(shop.stripe.last("checkout.session.completed")) == 204
    return purchase


@proves(
    "design §4",
    "a thousand events at once have one effect each; a worker or web server that is killed at any moment "
    "only delays a payment",
)
@pytest.mark.whole
def test_a_worker_that_is_killed_at_any_moment_only_delays_it(shop: PayingShop) -> None:
    with servers.web_server(shop.database, env=shop.stripe.environment) as web:
        opened(shop, web)
        purchases = []
        random = Random(5)
        shop.stripe.slow_seconds = 0.2  # so that some die while Stripe is asked
        for _attempt in range(ATTEMPTS):
            with servers.worker(shop.database, env=shop.stripe.environment) as doomed:
                purchases.append(paid(shop))
                time.sleep(random.uniform(0.0, 2.5))
                doomed.kill()
        with servers.worker(shop.database, env=shop.stripe.environment):
            until(lambda: not ProviderEvent.objects.filter(handled_at=None).exists())
        for purchase in purchases:
            assert purchase.entries() == [("capture", purchase.payment.amount)]
            assert purchase.order.placements.get().paid_at is not None


@pytest.mark.whole
def test_a_web_server_that_is_killed_while_it_begins_a_payment_leaves_the_order_to_be_paid(shop: PayingShop) -> None:
    with servers.web_server(shop.database, env=shop.stripe.environment) as web:
        buyer = Buyer(opened(shop, web).url)
        assert buyer.add(shop.ticket, 1)
        total = buyer.prepare("stripe_checkout")
        shop.stripe.slow_seconds = 20.0
        with ThreadPoolExecutor(1) as pool:
            click = pool.submit(buyer.place, total)
            until(Order.objects.exists)
            web.kill()
            assert isinstance(click.exception(60), httpx.TransportError)
    shop.stripe.slow_seconds = 0.0
    with servers.web_server(shop.database, env=shop.stripe.environment, port=web.port):
        buyer.place(total)
        assert buyer.outcome.placed, buyer.refusal
        assert Order.objects.count() == 1
        purchase = Purchase(buyer, buyer.outcome.placed["payment"]["url"])
        shop.stripe.pay(shop.stripe.session_at(purchase.url))
        assert purchase.confirm()["paymentReceived"] is True
        assert purchase.entries() == [("capture", purchase.payment.amount)]
