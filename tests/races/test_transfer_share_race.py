"""Buyers who want to transfer the money, all at once: no more pieces wait than may."""

from functools import partial

import pytest
from django.test import override_settings

from catalogue.models import Stock
from checkout.actions import pay_order
from checkout.models import Placement
from checkout.orders.access import access_order
from shop.invariants import broken_invariants
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.races.acts import Act, at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on, placed_order

# Of forty pieces, see `catalogue.transfer_share.ONE_ORDER`.
GUESTS, MAY_WAIT = 20, 9


def order_by_transfer(database: str, **env: str) -> None:
    """Half of them order by transfer, half have ordered by card and would rather transfer the money now."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env), STRIPE_SECRET_KEY="sk_test_1"):
        shop = make_shop("merchstand")
        product = make_product(shop, capacity=2 * GUESTS)
        open_ones = [placed_order(shop, product, f"fan-{n}@example.org", "stripe_checkout") for n in range(GUESTS // 2)]
        known = [access_order(one.shop, one.secret) for one in open_ones]
        acts: list[Act] = [partial(pay_order, order=one, method="bank_transfer") for one in known]
        acts += [partial(placed_order, shop, product, email=f"guest-{n}@example.org") for n in range(GUESTS // 2)]
        results = at_once(acts)
        codes = {one for one in results if isinstance(one, str)}
        assert codes <= {"TRANSFER_NOT_OFFERED", "PAYMENT_METHOD_UNAVAILABLE"}
        waiting = Placement.objects.filter(payments__method="bank_transfer").count()
        assert Stock.objects.get().waiting == waiting == MAY_WAIT
        assert broken_invariants() == {}


@proves(
    "docs/decisions/0074",
    "buyers who order by transfer at once, or change to it, are no more than may wait; without the lock this check"
    " fails",
)
def test_no_more_wait_than_may(fresh_database: str) -> None:
    order_by_transfer(fresh_database)


@pytest.mark.whole
def test_canary_without_the_lock_more_do(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, order_by_transfer)
