"""What the slower one of two is told, through real HTTP: a refusal or the advice to try again, never a failure."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg

from tests import servers
from tests.proofs import proves
from tests.races.buyers import Buyer, Outcome, together
from tests.races.test_races import CAPACITY, WANTED, shop_on
from tests.races.test_session_end import WAITING, wait_until
from tests.races.waiting import until
from tests.stage import check_invariants, one_event

CARTS = 8


def place_with_the_same_key(barrier: Barrier, argument: tuple[str, int], number: int) -> Outcome:
    url, variant = argument
    buyer = Buyer(url, number)
    assert buyer.add(variant, WANTED)
    total = buyer.prepare()
    barrier.wait(timeout=120)
    buyer.place(total, key="one key")
    return buyer.outcome


@proves("design §4", "one key on several carts at once makes one order and refusals")
def test_one_key_on_8_carts_at_once_makes_one_order_and_7_refusals(fresh_database: str) -> None:
    variant = one_event(fresh_database, CAPACITY)
    with shop_on(fresh_database) as url:
        outcomes = together(place_with_the_same_key, (url, variant), CARTS)
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"IDEMPOTENCY_KEY_REUSED": CARTS - 1}
    assert sum(outcome.placed is not None for outcome in outcomes) == 1
    check_invariants(fresh_database)


@proves(
    "design §3",
    "who loses a race (lock timeout, deadlock, unique key) is told to try again, on both wires; a "
    "database that is away is told as such; never as a failure, never with values in the log",
)
def test_who_waits_too_long_for_a_cart_is_told_to_try_again_and_can(fresh_database: str) -> None:
    variant = one_event(fresh_database, CAPACITY)
    with shop_on(fresh_database) as url:
        buyer = Buyer(url, 0)
        assert buyer.add(variant, WANTED)
        total = buyer.prepare()
        with psycopg.connect(fresh_database) as holder, ThreadPoolExecutor(1) as pool:
            holder.execute("SELECT id FROM sessions_queue_visitorsession FOR UPDATE")
            placing = pool.submit(buyer.place, total, "attempt")
            answer = buyer.client.patch(f"{buyer.base}/cart/logistics", json={"payment_method": "bank_transfer"})
            placing.result()
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["status"]) == (429, "BUSY", 429)
        assert (buyer.outcome.codes, buyer.outcome.placed) == (["BUSY"], None)
        buyer.place(total, "attempt")
        assert buyer.outcome.placed is not None


@proves(
    "design §4",
    "a write that lost to others is tried again, else answered as `BUSY`: 429 with Retry-After by REST, "
    "a code on GraphQL, never 503",
)
def test_whom_the_database_takes_out_of_a_deadlock_gets_its_pieces_all_the_same(fresh_database: str) -> None:
    """Two have the stock, one of them wants what the guest has, who waits for the stock.

    PostgreSQL looks for a deadlock once in a wait, and takes out who looks. The guest waits for the one, then for the
    other, who by then waits for the guest: however slow the machine is, the guest's second look closes the circle.
    """
    variant = one_event(fresh_database, CAPACITY)
    with shop_on(fresh_database) as url:
        buyer = Buyer(url, 0)
        assert buyer.add(variant, WANTED)
        with (
            psycopg.connect(fresh_database) as first,
            psycopg.connect(fresh_database) as second,
            ThreadPoolExecutor(2) as pool,
        ):
            for holder in (first, second):
                holder.execute("SELECT id FROM catalogue_stock FOR SHARE")
            second.execute("SET deadlock_timeout = '60s'")
            adding = pool.submit(buyer.add, variant, WANTED)
            wait_until(lambda: someone_waits(fresh_database, "catalogue_stock"))
            wanting = pool.submit(second.execute, "SELECT id FROM cart_cart FOR UPDATE")
            wait_until(lambda: someone_waits(fresh_database, "FROM cart_cart FOR UPDATE"))
            first.commit()
            wanting.result()
            second.commit()
            assert adding.result()
        deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        until(lambda: servers.number(fresh_database, deadlocks) == 1)  # told a while after it happened
    assert (buyer.outcome.codes, buyer.outcome.bad_statuses) == ([], [])
    check_invariants(fresh_database)


def someone_waits(database: str, statement: str) -> bool:
    return servers.number(database, f"{WAITING} AND position('{statement}' IN query) > 0") > 0
