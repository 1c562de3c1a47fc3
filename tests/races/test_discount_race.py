"""A discount code for ten orders under 32 hands, and the canary: without the lock this very check fails (design §4)."""

from collections import Counter
from threading import Barrier

import httpx
import pytest

from shop.core.limits.passes import COOKIE
from shop.models import DiscountCode
from tests.factories import make_product, make_shop, make_variant
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_on
from tests.races.ground import Ground
from tests.stage import on

LIMIT = 10
USED = "SELECT used FROM shop_discountcode WHERE id = %s"


def buy_with_the_code(barrier: Barrier, argument: tuple[Ground, str, int, dict[str, str]], number: int) -> Outcome:
    ground, slug, variant, cookies = argument
    buyer = Buyer(ground.url, slug=slug, cookies=cookies)
    assert buyer.add(variant, 1)
    total = buyer.prepare()
    barrier.wait(timeout=120)
    buyer.place(total)
    return buyer.outcome


def use_up(ground: Ground) -> None:
    """As many orders as the code allows; the others are told."""
    with on(ground.database):
        shop = make_shop(transfer_share=100)
        code = DiscountCode.objects.create(shop=shop, code="ONLYTEN", percent=50, usage_limit=LIMIT)
        variant = make_variant(product=make_product(shop, variants=()), physical=False).pk
    entered = httpx.post(
        f"{ground.url}/api/v2/shops/{shop.slug}/discount", json={"code": "only ten"}, headers={"Origin": ground.url}
    )
    assert entered.status_code == 200
    # Each has entered the code in a browser of their own.
    code_cookie = {name: value for name, value in entered.cookies.items() if name != COOKIE}
    outcomes = together(buy_with_the_code, (ground, shop.slug, variant, code_cookie))
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert codes == {"DISCOUNT_CODE_USED_UP": BUYERS - LIMIT}
    assert sum(outcome.placed is not None for outcome in outcomes) == ground.number(USED, code.pk) == LIMIT
    ground.check()


@proves("design §4", "a limited code is used exactly as often as it allows, by 32 at once; canary")
def test_32_orders_at_once_use_a_code_exactly_as_often_as_it_allows(ground: Ground) -> None:
    use_up(ground)


@pytest.mark.whole
def test_canary_without_locks_a_code_is_used_too_often(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, use_up)
