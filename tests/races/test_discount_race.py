"""A discount code for ten orders under 32 hands, and the canary: without the lock this very check fails (design §4)."""

from collections import Counter
from multiprocessing.synchronize import Barrier

import httpx
import pytest

from tests import servers
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.stage import stage
from tests.races.test_races import CANARY_ROUNDS, shop_on

pytestmark = pytest.mark.slow
LIMIT = 10
CODE_AND_GOODS = f"""
from shop.models import DiscountCode
DiscountCode.objects.create(shop=shop, code="ONLYTEN", percent=50, usage_limit={LIMIT})
answer = make_variant(product=make_product(shop, variants=()), physical=False).pk
"""
USED = "from shop.models import DiscountCode; print(DiscountCode.objects.get().used)"


def buy_with_the_code(barrier: Barrier, argument: tuple[str, int, dict[str, str]], number: int) -> Outcome:
    url, variant, cookies = argument
    buyer = Buyer(url, number, cookies=cookies)
    assert buyer.add(variant, 1)
    total = buyer.prepare()
    barrier.wait(timeout=120)
    buyer.place(total, key=f"buyer-{number}")
    return buyer.outcome


def use_up(database: str, **env: str) -> tuple[list[Outcome], int]:
    variant = stage(database, CODE_AND_GOODS)
    with shop_on(database, **env) as url:
        entered = httpx.post(
            f"{url}/api/v2/shops/merchstand/discount", json={"code": "only ten"}, headers={"Origin": url}
        )
        assert entered.status_code == 200
        outcomes = together(buy_with_the_code, (url, variant, dict(entered.cookies)))
    return outcomes, int(servers.manage(database, "shell", "--no-imports", "-c", USED).strip().splitlines()[-1])


def check_limit(database: str, outcomes: list[Outcome], used: int) -> None:
    """As many orders as the code allows; the others are told."""
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"DISCOUNT_CODE_USED_UP": BUYERS - LIMIT}
    placed = sum(outcome.placed is not None for outcome in outcomes)
    assert (placed, used) == (LIMIT, LIMIT)
    servers.manage(database, "check_invariants", "--skip-checks")


def test_32_orders_at_once_use_a_code_exactly_as_often_as_it_allows(fresh_database: str) -> None:
    check_limit(fresh_database, *use_up(fresh_database))


def test_canary_without_locks_a_code_is_used_too_often(template_database: str) -> None:
    for _round in range(CANARY_ROUNDS):
        with servers.database(template_database) as database:
            try:
                check_limit(database, *use_up(database, TEST_WITHOUT_LOCKS="1"))
            except AssertionError:
                return
    pytest.fail("The race test passes without the lock: it proves nothing.")
