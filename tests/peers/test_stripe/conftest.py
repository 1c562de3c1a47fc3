from collections.abc import Iterator
from typing import Any

import pytest

from tests.peers.stripe import StripePeer, stripe_peer
from tests.peers.stripe.client import client_of


@pytest.fixture
def peer() -> Iterator[StripePeer]:
    with stripe_peer() as peer:
        yield peer


@pytest.fixture
def client(peer: StripePeer) -> Any:
    return client_of(peer)
