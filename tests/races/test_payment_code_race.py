"""One payment code in 32 carts, all placed at once, and the canary: without the lock this very check fails."""

from collections import Counter
from threading import Barrier

import pytest

from tests.factories import first_variant, make_event, make_payment_code, make_shop
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_on
from tests.races.ground import Ground
from tests.stage import on

PAID = "SELECT count(*) FROM checkout_payment WHERE payment_code_id = %s"


def buy_with_the_code(barrier: Barrier, argument: tuple[Ground, str, int, str], number: int) -> Outcome:
    ground, slug, variant, code = argument
    buyer = Buyer(ground.url, slug=slug)
    assert buyer.add(variant, 1)
    assert buyer.client.post(f"{buyer.base}/cart/payment-code", json={"code": code}).status_code == 200
    buyer.prepare()
    barrier.wait(timeout=120)
    buyer.place("10.00")
    return buyer.outcome


def use_once(ground: Ground) -> None:
    """One order has it; the others are told."""
    with on(ground.database):
        shop = make_shop()
        event = make_event(shop, price="30.00", cart_limit=9)
        code, ticket = make_payment_code(event, "20.00"), first_variant(event).pk
    outcomes = together(buy_with_the_code, (ground, shop.slug, ticket, code.code))
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(one for outcome in outcomes for one in outcome.codes)
    assert codes == {"PAYMENT_CODE_INVALID": BUYERS - 1}
    assert sum(outcome.placed is not None for outcome in outcomes) == ground.number(PAID, code.pk) == 1
    ground.check()


@proves("design §6", "a code is used exactly once, by 32 orders at once; canary")
def test_32_orders_at_once_use_a_code_exactly_once(ground: Ground) -> None:
    use_once(ground)


@pytest.mark.whole
def test_canary_without_the_lock_a_code_is_used_by_several(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, use_once)
