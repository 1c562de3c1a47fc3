"""Money is booked at the moment at which its order ends, by several workers: one of the two happens, wholly."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest
from django.db.models import F
from django.test import override_settings
from django.utils import timezone

from catalogue.models import Stock
from checkout.actions.payments.expiring import expire
from checkout.actions.payments.reconciling import book_capture
from checkout.models import Placement, Refund
from checkout.orders.deadlines import past_expiry
from checkout.payments.interface import Movement
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on, placed_order

ORDERS, WORKERS = 4, 3
# Of one shirt with its parcel.
PRICE = Decimal("25.90")


def end_and_pay(database: str, **env: str) -> None:
    """Several workers end orders whose money comes just now; each worker is told of it, too."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        shop = make_shop("merchstand")
        product = make_product(shop, capacity=ORDERS)
        orders = [placed_order(shop, product, email=f"guest-{n}@example.org") for n in range(ORDERS)]
        earlier = timedelta(days=30)
        Placement.objects.update(pay_by=F("pay_by") - earlier, ends_on=F("ends_on") - earlier)
        acts: list[Callable[[], object]] = []
        for order in orders:
            placement, payment = order.placements.get(), order.payments.get()
            ending = partial(expire, placement=placement, due=past_expiry(timezone.localdate()))
            acts += [ending, partial(book_capture, payment, Movement(f"money {order.pk}", PRICE, "EUR"))] * WORKERS
        results = at_once(acts)
        assert [one for one in results if one not in (True, False, None)] == []
        paid = Placement.objects.filter(paid_at__isnull=False, cancelled_at=None)
        ended = Placement.objects.filter(paid_at=None, cancelled_at__isnull=False)
        assert paid.count() + ended.count() == ORDERS
        assert results.count(True) == ended.count() == Mail.objects.filter(kind="expired").count()
        assert Mail.objects.filter(kind="payment_received").count() == paid.count()
        assert Stock.objects.get().sold == paid.count()
        assert sorted(Refund.objects.values_list("payment__placement")) == sorted(ended.values_list("pk"))
        assert broken_invariants() == {}


@proves("design §4", "of money and end at the same moment exactly one wins; without the lock this check fails")
def test_of_money_and_end_exactly_one_wins(fresh_database: str) -> None:
    end_and_pay(fresh_database)


@pytest.mark.whole
def test_canary_without_the_lock_both_do(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, end_and_pay)
