"""The sale under many hands, through real HTTP, and canaries: without the lock these very checks fail (design §4)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest

from tests import servers
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import check_invariants, one_event

pytestmark = pytest.mark.slow
CAPACITY = 50
WANTED = 2


def buy_two(barrier: Barrier, argument: tuple[str, int], number: int) -> Outcome:
    url, variant = argument
    buyer = Buyer(url, number)
    barrier.wait(timeout=120)
    if buyer.add(variant, WANTED):
        buyer.place(buyer.prepare(), key=f"buyer-{number}")
    return buyer.outcome


def place_the_same_cart(barrier: Barrier, argument: tuple[str, dict[str, str], str], number: int) -> Outcome:
    url, cookies, total = argument
    buyer = Buyer(url, number, cookies=cookies)
    barrier.wait(timeout=120)
    buyer.place(total, key="one attempt")
    return buyer.outcome


@contextmanager
def shop_on(database: str, **env: str) -> Iterator[str]:
    with servers.web_server(database, workers=2, env=env) as web:
        yield web.url


def sell_out(database: str, **env: str) -> tuple[list[Outcome], int]:
    variant = one_event(database, CAPACITY)
    with shop_on(database, **env) as url:
        outcomes = together(buy_two, (url, variant))
    return outcomes, servers.number(database, "SELECT sum(sold) FROM catalogue_stockslot")


def check_sell_out(database: str, outcomes: list[Outcome], sold: int) -> None:
    """Exactly the capacity is sold, every refusal is the sold-out answer, nothing else goes wrong."""
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"SOLD_OUT": BUYERS - CAPACITY // WANTED}
    assert sum(outcome.placed is not None for outcome in outcomes) == CAPACITY // WANTED
    assert sold == CAPACITY
    check_invariants(database)


def place_together(database: str, **env: str) -> list[Outcome]:
    variant = one_event(database, CAPACITY)
    with shop_on(database, **env) as url:
        buyer = Buyer(url, BUYERS)
        assert buyer.add(variant, WANTED)
        return together(place_the_same_cart, (url, dict(buyer.client.cookies), buyer.prepare()))


def check_one_order(database: str, outcomes: list[Outcome]) -> None:
    """One order, and as many equal answers as were asked."""
    assert [(outcome.bad_statuses, outcome.codes) for outcome in outcomes] == [([], [])] * BUYERS
    answers: list[Any] = [outcome.placed for outcome in outcomes]
    assert answers[0] is not None
    assert answers == [answers[0]] * BUYERS
    check_invariants(database)


def test_32_buyers_at_once_buy_exactly_the_50_tickets_there_are(fresh_database: str) -> None:
    check_sell_out(fresh_database, *sell_out(fresh_database))


def test_32_clicks_at_once_on_one_cart_make_one_order(fresh_database: str) -> None:
    check_one_order(fresh_database, place_together(fresh_database))


def test_canary_without_locks_the_sale_goes_wrong(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, lambda database, **env: check_sell_out(database, *sell_out(database, **env)))


def test_canary_without_locks_one_cart_makes_trouble(fresh_databases: Databases) -> None:
    fails_without_locks(
        fresh_databases, lambda database, **env: check_one_order(database, place_together(database, **env))
    )
