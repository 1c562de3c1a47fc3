"""What tests of the checkout share."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.peers.asking import asking
from tests.peers.paypal import PayPal, paypal


@pytest.fixture
def paypal_peer(settings: Any) -> Iterator[PayPal]:
    """PayPal's stand-in, which this process asks."""
    with paypal() as peer, asking(settings, peer.environment):
        yield peer
