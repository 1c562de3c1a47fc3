"""What tests of the checkout share."""

from collections.abc import Iterator
from typing import Any

import pytest

from checkout.payments.paypal_api import client
from tests.peers.paypal import PayPal, paypal


@pytest.fixture
def paypal_peer(settings: Any) -> Iterator[PayPal]:
    """PayPal's stand-in, which this process asks."""
    with paypal() as peer:
        for name, value in peer.environment.items():
            setattr(settings, name, value)
        client.cache_clear()
        yield peer
    client.cache_clear()
