"""A discount code for ten orders under 32 hands, and the canary: without the lock this very check fails (design §4)."""

from collections import Counter
from threading import Barrier

import httpx

from shop.models import DiscountCode
from tests import servers
from tests.factories import make_product, make_shop, make_variant
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_without_locks
from tests.races.test_races import shop_on
from tests.servers import Databases
from tests.stage import check_invariants, on

LIMIT = 10
USED = "SELECT used FROM shop_discountcode"


def buy_with_the_code(barrier: Barrier, argument: tuple[str, int, dict[str, str]], number: int) -> Outcome:
    url, variant, cookies = argument
    buyer = Buyer(url, number, cookies=cookies)
    assert buyer.add(variant, 1)
    total = buyer.prepare()
    barrier.wait(timeout=120)
    buyer.place(total, key=f"buyer-{number}")
    return buyer.outcome


def code_and_goods(database: str) -> int:
    with on(database):
        shop = make_shop("merchstand")
        DiscountCode.objects.create(shop=shop, code="ONLYTEN", percent=50, usage_limit=LIMIT)
        return int(make_variant(product=make_product(shop, variants=()), physical=False).pk)


def use_up(database: str, **env: str) -> tuple[list[Outcome], int]:
    variant = code_and_goods(database)
    with shop_on(database, **env) as url:
        entered = httpx.post(
            f"{url}/api/v2/shops/merchstand/discount", json={"code": "only ten"}, headers={"Origin": url}
        )
        assert entered.status_code == 200
        outcomes = together(buy_with_the_code, (url, variant, dict(entered.cookies)))
    return outcomes, servers.number(database, USED)


def check_limit(database: str, outcomes: list[Outcome], used: int) -> None:
    """As many orders as the code allows; the others are told."""
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"DISCOUNT_CODE_USED_UP": BUYERS - LIMIT}
    placed = sum(outcome.placed is not None for outcome in outcomes)
    assert (placed, used) == (LIMIT, LIMIT)
    check_invariants(database)


@proves("design §4", "a limited code is used exactly as often as it allows, by 32 at once; canary")
def test_32_orders_at_once_use_a_code_exactly_as_often_as_it_allows(fresh_database: str) -> None:
    check_limit(fresh_database, *use_up(fresh_database))


def test_canary_without_locks_a_code_is_used_too_often(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, lambda database, **env: check_limit(database, *use_up(database, **env)))
