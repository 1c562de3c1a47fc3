"""One payment code in 32 carts, all placed at once, and the canary: without the lock this very check fails."""

from collections import Counter
from threading import Barrier

from tests import servers
from tests.factories import first_variant, make_event, make_payment_code, make_shop
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_without_locks
from tests.races.test_races import shop_on
from tests.servers import Databases
from tests.stage import check_invariants, on

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


def code_and_ticket(database: str) -> int:
    with on(database):
        event = make_event(make_shop("merchstand"), price="30.00", cart_limit=9)
        make_payment_code(event, "20.00", code="ONCE")
        return int(first_variant(event).pk)


def use_once(database: str, **env: str) -> tuple[list[Outcome], int]:
    variant = code_and_ticket(database)
    with shop_on(database, **env) as url:
        outcomes = together(buy_with_the_code, (url, variant))
    return outcomes, servers.number(database, PAID)


def check_once(database: str, outcomes: list[Outcome], paid: int) -> None:
    """One order has it; the others are told."""
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"PAYMENT_CODE_INVALID": BUYERS - 1}
    assert (sum(outcome.placed is not None for outcome in outcomes), paid) == (1, 1)
    check_invariants(database)


@proves("design §6", "a code is used exactly once, by 32 orders at once; canary")
def test_32_orders_at_once_use_a_code_exactly_once(fresh_database: str) -> None:
    check_once(fresh_database, *use_once(fresh_database))


def test_canary_without_the_lock_a_code_is_used_by_several(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, lambda database, **env: check_once(database, *use_once(database, **env)))
