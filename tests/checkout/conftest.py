"""What tests of the checkout share."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.apart import changes_apart as changes_apart
from tests.apart import django_db_setup as django_db_setup
from tests.apart import nothing_remembered as nothing_remembered
from tests.peers.asking import asking
from tests.peers.paypal import PayPal, paypal


@pytest.fixture
def paypal_peer(settings: Any) -> Iterator[PayPal]:
    """PayPal's stand-in, which this process asks."""
    with paypal() as peer, asking(settings, peer.environment):
        yield peer
