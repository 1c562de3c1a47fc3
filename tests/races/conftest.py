from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.peers.asking import asking
from tests.peers.paypal import paypal
from tests.peers.stripe import stripe_peer
from tests.races.paying import PayingShop
from tests.stage import check_invariants, on, one_event


@pytest.fixture(scope="module")
def running_paying_shop(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[PayingShop]:
    """One shop for all tests: each of them has a buyer of its own."""
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        database = stack.enter_context(servers.database(template_database))
        shop = PayingShop(
            "", database, one_event(database, 500), stack.enter_context(paypal()), stack.enter_context(stripe_peer())
        )
        shop.url = stack.enter_context(servers.web_server(database, env=shop.environment)).url
        stack.enter_context(servers.worker(database, env=shop.environment))
        shop.paypal.webhook_url = f"{shop.url}/api/v2/payments/paypal/events"
        shop.stripe.webhook_url = f"{shop.url}/api/v2/payments/stripe/events"
        yield shop


@pytest.fixture
def shop(running_paying_shop: PayingShop, settings: Any) -> Iterator[PayingShop]:
    """What staff do, the test does itself, on the shop's database. Afterwards all invariants hold, and nobody asked a
    payment service for what it does not do.
    """
    running = running_paying_shop
    running.paypal.violations.clear()
    running.stripe.violations.clear()
    with asking(settings, running.environment), on(running.database):
        yield running
        running.paypal.behave()
        running.stripe.behave()
    assert running.paypal.violations == running.stripe.violations == []
    check_invariants(running.database)
