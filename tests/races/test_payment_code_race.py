"""One payment code in 32 carts, all placed at once, and the canary: without the lock this very check fails."""

from collections import Counter
from multiprocessing.synchronize import Barrier

import pytest

from tests import servers
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.stage import stage
from tests.races.test_races import CANARY_ROUNDS, shop_on

pytestmark = pytest.mark.slow
CODE_AND_TICKET = """
event = make_event(shop, price="30.00", cart_limit=9)
make_payment_code(event, "20.00", code="ONCE")
answer = first_variant(event).pk
"""
PAID = "SELECT count(*) FROM checkout_payment WHERE payment_code_id IS NOT NULL"


def buy_with_the_code(barrier: Barrier, argument: tuple[str, int], number: int) -> Outcome:
    url, variant = argument
    buyer = Buyer(url, number)
    assert buyer.add(variant, 1)
    assert buyer.client.post(f"{buyer.base}/cart/payment-code", json={"code": "once"}).status_code == 200
    buyer.prepare()
    barrier.wait(timeout=120)
    buyer.place("10.00", key=f"buyer-{number}")
    return buyer.outcome


def use_once(database: str, **env: str) -> tuple[list[Outcome], int]:
    variant = stage(database, CODE_AND_TICKET)
    with shop_on(database, **env) as url:
        outcomes = together(buy_with_the_code, (url, variant))
    return outcomes, servers.number(database, PAID)


def check_once(database: str, outcomes: list[Outcome], paid: int) -> None:
    """One order has it; the others are told."""
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"PAYMENT_CODE_INVALID": BUYERS - 1}
    assert (sum(outcome.placed is not None for outcome in outcomes), paid) == (1, 1)
    servers.manage(database, "check_invariants", "--skip-checks")


def test_32_orders_at_once_use_a_code_exactly_once(fresh_database: str) -> None:
    check_once(fresh_database, *use_once(fresh_database))


def test_canary_without_the_lock_a_code_is_used_by_several(template_database: str) -> None:
    for _round in range(CANARY_ROUNDS):
        with servers.database(template_database) as database:
            try:
                check_once(database, *use_once(database, TEST_WITHOUT_LOCKS="1"))
            except AssertionError:
                return
    pytest.fail("The race test passes without the lock: it proves nothing.")
