"""What expired visitors held is free again within three seconds, released by the running worker (design §4)."""

import time

import pytest

from tests import servers
from tests.races.stage import stage

pytestmark = pytest.mark.slow

HOLD_AND_EXPIRE = """
from django.db.models.functions import Now
variant = first_variant(make_product(shop, capacity=5))
session, cart = fill_cart(shop, (variant, 5))
type(session).objects.filter(pk=session.pk).update(expires_at=Now())
answer = variant.pk
"""
HELD = "from catalogue.models import StockSlot; print(StockSlot.objects.get().held)"


def held(database: str) -> int:
    return int(servers.manage(database, "shell", "--no-imports", "-c", HELD).strip().splitlines()[-1])


def test_expired_holds_are_released_within_three_seconds(fresh_database: str) -> None:
    with servers.worker(fresh_database):
        stage(fresh_database, HOLD_AND_EXPIRE)
        expired = time.monotonic()
        while held(fresh_database):
            assert time.monotonic() - expired < 3, "still held"
        servers.manage(fresh_database, "check_invariants")
