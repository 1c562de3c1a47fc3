"""What the slower one of two is told: a refusal or the advice to try again, never a failure."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import psycopg
from django.db import connection

from tests import servers
from tests.factories import first_variant, make_event, make_shop
from tests.guest import ready
from tests.proofs import proves
from tests.races.buyers import Outcome, together
from tests.races.ground import Ground, Sale, one_sale
from tests.races.waiting import WAITING, until
from tests.stage import on

CAPACITY, WANTED = 50, 2
CARTS = 8
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"


def place_with_the_same_key(barrier: Barrier, sale: Sale, number: int) -> Outcome:
    buyer = sale.buyer()
    assert buyer.add(sale.variant, WANTED)
    total = buyer.prepare()
    barrier.wait(timeout=120)
    buyer.place(total, key="one key")
    return buyer.outcome


@proves("design §4", "one key on several carts at once makes one order and refusals")
def test_one_key_on_8_carts_at_once_makes_one_order_and_7_refusals(ground: Ground) -> None:
    sale = one_sale(ground, CAPACITY)
    outcomes = together(place_with_the_same_key, sale, CARTS)
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"IDEMPOTENCY_KEY_REUSED": CARTS - 1}
    assert sum(outcome.placed is not None for outcome in outcomes) == sale.orders == 1
    ground.check()


@contextmanager
def impatient() -> Iterator[None]:
    """Who waits for a lock on this connection gives up soon."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '300ms'")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")


@proves(
    "design §3",
    "who loses a race (lock timeout, deadlock, unique key) is told to try again, on both wires; a "
    "database that is away is told as such; never as a failure, never with values in the log",
)
def test_who_waits_too_long_for_a_cart_is_told_to_try_again_and_can(fresh_database: str, settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False
    with on(fresh_database):
        shop = make_shop("merchstand")
        guest = ready(shop, first_variant(make_event(shop)), WANTED)
        total = guest.cart()["totalDue"]
        with impatient(), psycopg.connect(fresh_database) as holder:
            holder.execute("SELECT id FROM sessions_queue_visitorsession FOR UPDATE")
            placed = guest.place(expectedTotal=total)
            answer = guest.patch("cart/logistics", {"payment_method": "bank_transfer"})
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["status"]) == (429, "BUSY", 429)
        assert placed.refusal["code"] == "BUSY"
        assert guest.place(expectedTotal=total).data["order"]["reference"]


@proves(
    "design §4",
    "a write that lost to others is tried again, else answered as `BUSY`: 429 with Retry-After by REST, "
    "a code on GraphQL, never 503",
)
def test_whom_the_database_takes_out_of_a_deadlock_gets_its_pieces_all_the_same(ground: Ground) -> None:
    """Two have the stock, one of them wants what the guest has, who waits for the stock.

    PostgreSQL looks for a deadlock once in a wait, and takes out who looks. The guest waits for the one, then for the
    other, who by then waits for the guest: however slow the machine is, the guest's second look closes the circle.
    """
    sale = one_sale(ground, CAPACITY)
    buyer = sale.buyer()
    assert buyer.add(sale.variant, WANTED)
    before = ground.number(DEADLOCKS)
    with (
        psycopg.connect(ground.database) as first,
        psycopg.connect(ground.database) as second,
        ThreadPoolExecutor(2) as pool,
    ):
        for holder in (first, second):
            holder.execute("SELECT id FROM catalogue_stock WHERE id = %s FOR SHARE", [sale.stock])
        second.execute("SET deadlock_timeout = '60s'")
        adding = pool.submit(buyer.add, sale.variant, WANTED)
        until(lambda: someone_waits(ground.database, "catalogue_stock"))
        wanting = pool.submit(second.execute, "SELECT id FROM cart_cart FOR UPDATE")
        until(lambda: someone_waits(ground.database, "FROM cart_cart FOR UPDATE"))
        first.commit()
        wanting.result()
        second.commit()
        assert adding.result()
    until(lambda: ground.number(DEADLOCKS) > before)  # told a while after it happened
    assert (buyer.outcome.codes, buyer.outcome.bad_statuses) == ([], [])
    ground.check()


def someone_waits(database: str, statement: str) -> bool:
    return servers.number(database, f"{WAITING} AND position('{statement}' IN query) > 0") > 0
