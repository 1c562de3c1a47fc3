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


def held(database: str) -> int:
    return servers.number(database, "SELECT held FROM catalogue_stockslot")


def test_expired_holds_are_released_within_three_seconds(fresh_database: str) -> None:
    with servers.worker(fresh_database) as worker:
        while not servers.number(fresh_database, "SELECT count(*) FROM procrastinate_workers"):
            assert worker.process.poll() is None, worker.log()
            time.sleep(0.05)
        stage(fresh_database, HOLD_AND_EXPIRE)
        expired = time.monotonic()
        while held(fresh_database):
            assert time.monotonic() - expired < 3, "still held"
            time.sleep(0.05)
        servers.manage(fresh_database, "check_invariants", "--skip-checks")
