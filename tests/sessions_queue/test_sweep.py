"""What expired visitors held is free again within three seconds, released by the running worker (design §4)."""

import time

from django.db.models.functions import Now

from sessions_queue.models import VisitorSession
from tests import servers
from tests.factories import fill_cart, first_variant, make_product, make_shop
from tests.proofs import proves
from tests.stage import check_invariants, on


def hold_and_expire(database: str) -> None:
    with on(database):
        shop = make_shop("merchstand")
        session, _cart = fill_cart(shop, (first_variant(make_product(shop, capacity=5)), 5))
        VisitorSession.objects.filter(pk=session.pk).update(expires_at=Now())


def held(database: str) -> int:
    return servers.number(database, "SELECT held FROM catalogue_stock")


@proves("design §4", "the sweep gives back what expired within 3 s")
def test_expired_holds_are_released_within_three_seconds(fresh_database: str) -> None:
    with servers.worker(fresh_database) as worker:
        while not servers.number(fresh_database, "SELECT count(*) FROM procrastinate_workers"):
            assert worker.process.poll() is None, worker.log()
            time.sleep(0.05)
        hold_and_expire(fresh_database)
        expired = time.monotonic()
        while held(fresh_database):
            assert time.monotonic() - expired < 3, "still held"
            time.sleep(0.05)
        check_invariants(fresh_database)
