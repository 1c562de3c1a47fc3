"""What counts as sold and refunded, and when: to the cent what the ledger and the orders say."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalogue.models import ProductVariant
from checkout.actions import cancel_unpaid, invalidate_line, place_order
from checkout.actions.refunds.giving_back import refund_order
from checkout.actions.refunds.refunding import refund_overpayment
from checkout.actions.refunds.reversing import reverse_entry
from checkout.models import LedgerEntry, OrderLine, Placement, PlacementVat
from checkout.refunds.refundable import Disposition, RefundCommand, RefundScope
from checkout.sales.figures import Figures, Grouping, moved, sales_of
from checkout.sales.periods import Preset, SalesPeriod, period_of
from tests.checkout.discounts import make_code, with_code
from tests.checkout.exchanging import bought, exchange
from tests.checkout.giving_back import action_by, send_all, shirts, some_of
from tests.checkout.placing import place, shirt, transfer
from tests.checkout.sales.agreement import all_sales, all_time, assert_sales_agree
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.proofs import proves

pytestmark = pytest.mark.django_db
ALL = RefundCommand(RefundScope.ALL)


def give_back(placement: Placement, staff: User, command: RefundCommand) -> None:
    refund_order(order=placement.order, command=command, action=action_by(staff))


def sums() -> tuple[str, str, str]:
    """Sold, refunded, and what the ledger booked."""
    total = assert_sales_agree()
    return str(total.gross), str(total.back), str(moved(all_time(), shop=None))


@proves(
    "purchase §10",
    "in each state of an order's money sales less refunds are what is charged; what the ledger has beside them is no "
    "sale",
)
def test_each_state_of_an_order(staff: User) -> None:
    placement = place((shirt(capacity=9), 2))
    assert sums() == ("0.00", "0.00", "0.00"), "not paid"
    transfer(placement, "20.00", "some")
    assert sums() == ("0.00", "0.00", "20.00"), "part paid"
    transfer(placement, "25.90", "rest")
    assert sums() == ("45.90", "0.00", "45.90"), "paid"
    transfer(placement, "4.10", "more")
    assert sums() == ("45.90", "0.00", "50.00"), "too much paid"
    refund_overpayment(order=placement.order, staff=staff)
    send_all()
    assert sums() == ("45.90", "0.00", "45.90"), "what was too much is no refund of a sale"
    give_back(placement, staff, some_of(shirts(placement), 1))
    assert sums() == ("45.90", "0.00", "45.90"), "refund under way"
    send_all()
    assert sums() == ("45.90", "20.00", "25.90"), "part refunded"
    give_back(placement, staff, ALL)
    send_all()
    assert sums() == ("45.90", "45.90", "0.00"), "refunded"
    other = place((shirt(), 1), key="other")
    cancel_unpaid(order=other.order)
    assert sums() == ("45.90", "45.90", "0.00"), "cancelled"


def test_money_that_is_missing_changes_no_sale(staff: User) -> None:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    reverse_entry(entry=LedgerEntry.objects.get(), reason="Mixed up", staff=staff)
    assert sums() == ("25.90", "0.00", "0.00")


def test_a_price_that_went_back_for_a_kept_piece_counts(staff: User) -> None:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    give_back(placement, staff, some_of(shirts(placement), amount="5.00", disposition=Disposition.KEPT))
    send_all()
    assert sums() == ("25.90", "5.00", "20.90")


def test_what_ended_before_the_payment_was_never_sold() -> None:
    placement = place((shirt(capacity=9), 2))
    invalidate_line(line=placement.lines.get(), amount=1)
    transfer(placement, "25.90")
    assert sums() == ("25.90", "0.00", "25.90")
    assert all_sales().total.pieces == 1


@proves("purchase §10", "an order to which others were added counts once, and so does an exchange as none")
def test_added_and_exchanged_orders_count_once(staff: User) -> None:
    variant = shirt(capacity=9)
    assert variant.product is not None
    first = place((variant, 1))
    second = place((variant, 2), into=first.order, key="key-2")
    transfer(first, "25.90")
    transfer(second, "40.00", "second")
    total = all_sales().total
    assert (total.orders, total.pieces, total.gross) == (1, 3, Decimal("65.90"))
    other = make_variant(product=variant.product, price="25.00", capacity=9)
    exchange(shirts(first), other, staff)
    transfer(first, "5.00", "more")
    total = assert_sales_agree()
    assert (total.orders, total.pieces, total.gross, total.back) == (1, 4, Decimal("90.90"), Decimal("20.00"))
    assert total.left == moved(all_time(), shop=None) == Decimal("70.90")


def test_a_cheaper_exchange_refunds_the_difference_once(staff: User) -> None:
    variant = shirt(capacity=9)
    assert variant.product is not None
    placement = bought(variant)
    exchange(shirts(placement), make_variant(product=variant.product, price="15.00", capacity=9), staff)
    assert sums() == ("40.90", "15.00", "25.90"), "five euros are about to go"
    send_all()
    assert sums() == ("40.90", "20.00", "20.90")


@proves("purchase §10", "VAT is spread over the lines to the cent; shipping is a row of its own")
def test_vat_is_that_of_the_orders() -> None:
    shop = make_shop()
    code = make_code(shop, 33)
    things = [make_product(shop, price=price) for price in ("9.99", "0.07", "13.37")]
    session, request = with_code(code, *[(first_variant(one), 3) for one in things])
    placement = place_order(session=session, request=request)
    transfer(placement, str(placement.total))
    sales = all_sales(Grouping.ITEM)
    assert sales.total.vat == PlacementVat.objects.aggregate(sum=Sum("vat"))["sum"]
    assert sales.total.gross == sales.total.net + sales.total.vat == placement.total
    assert sales.by_key[""].gross == placement.shipping_total
    for one in things:
        line = OrderLine.objects.get(variant__product=one)
        assert sales.by_key[f"product {one.pk}"].gross == line.reduced_total
        assert abs(sales.by_key[f"product {one.pk}"].vat - line.reduced_total * 19 / 119) <= Decimal("0.01")


@pytest.fixture
def two_shops() -> list[ProductVariant]:
    bands = [make_shop("one"), make_shop("two")]
    return [first_variant(make_product(bands[0])), first_variant(make_event(bands[1]))]


@proves("purchase §10", "a shop's figures have no order of another shop")
def test_each_shop_has_its_own(two_shops: list[ProductVariant]) -> None:
    for number, variant in enumerate(two_shops):
        placement = place((variant, 1), key=f"key-{number}")
        transfer(placement, str(placement.total), f"event-{number}")
    found = []
    for variant in two_shops:
        thing = variant.product or variant.event
        assert thing is not None
        mine = all_sales(Grouping.SHOP, shop=thing.owner)
        assert list(mine.by_key) == [str(thing.owner_id)]
        assert mine.total.left == moved(all_time(), shop=thing.owner)
        found.append(mine.total.gross)
    assert found == [Decimal("25.90"), Decimal("30.00")]
    assert sum(found) == all_sales().total.gross
    assert set(all_sales(Grouping.ITEM).by_key) == {
        f"product {two_shops[0].product_id}",
        f"event {two_shops[1].event_id}",
        "",
    }
    assert set(all_sales(Grouping.METHOD).by_key) == {"bank_transfer"}
    assert set(all_sales(Grouping.COUNTRY).by_key) == {"de"}


@proves("purchase §10", "a sale counts on the shop's day of its payment, a refund on the day on which it went")
def test_days_are_those_of_the_shop(staff: User) -> None:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    late = datetime(2026, 3, 31, 22, 30, tzinfo=ZoneInfo("UTC"))
    Placement.objects.update(paid_at=late)
    give_back(placement, staff, ALL)
    send_all()
    march, april = SalesPeriod(date(2026, 3, 1), date(2026, 3, 31)), SalesPeriod(date(2026, 4, 1), date(2026, 4, 30))
    assert sales_of(march, shop=None, by=Grouping.DAY).total == Figures()
    sales = sales_of(april, shop=None, by=Grouping.DAY)
    assert list(sales.by_key) == ["2026-04-01"] and sales.total.gross == Decimal("25.90")
    assert sales.total.back == 0
    today = timezone.localdate()
    assert sales_of(SalesPeriod(today, today), shop=None, by=Grouping.DAY).total.back == Decimal("25.90")


def paid(variant: ProductVariant, key: str) -> Placement:
    placement = place((variant, 1), key=key)
    transfer(placement, "25.90", key)
    return placement


def test_a_day_alone_has_the_figures_of_its_row(staff: User) -> None:
    """Sales, refunds of pieces and shipping, what an exchange ended, and a refund that went before its order was paid;
    each on another day than its sale.
    """
    variant, now = shirt(capacity=9), timezone.now()
    assert variant.product is not None
    days = [now - timedelta(days=40), now - timedelta(days=20), now, now + timedelta(days=1)]
    returned, exchanged, early = (paid(variant, key) for key in ("one", "two", "three"))
    give_back(returned, staff, ALL)
    give_back(early, staff, some_of(shirts(early), amount="5.00", disposition=Disposition.KEPT))
    exchange(shirts(exchanged), make_variant(product=variant.product, price="15.00", capacity=9), staff)
    send_all()
    for placement, paid_at in ((returned, days[0]), (exchanged, days[1]), (early, days[3])):
        Placement.objects.filter(pk=placement.pk).update(paid_at=paid_at)
    rows = all_sales(Grouping.DAY).by_key
    dates = [timezone.localdate(one) for one in days]
    assert sorted(rows) == [one.isoformat() for one in dates]
    for one in dates:
        for by in Grouping:
            assert sales_of(SalesPeriod(one, one), shop=None, by=by).total == rows[one.isoformat()]


def plan_of(by: Grouping) -> list[dict[str, Any]]:
    """The nodes that PostgreSQL went through for today's figures."""
    today = timezone.localdate()
    with CaptureQueriesContext(connection) as seen:
        sales_of(SalesPeriod(today, today), shop=None, by=by)
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + seen.captured_queries[0]["sql"])
        nodes = [cursor.fetchone()[0][0]["Plan"]]
    for node in nodes:
        nodes += node.get("Plans", [])
    return nodes


def test_the_payments_of_an_order_are_read_once_and_for_methods_only() -> None:
    shop = make_shop()
    placement = place((first_variant(make_product(shop)), 1), (first_variant(make_event(shop)), 2))
    transfer(placement, str(placement.total))

    def reads(by: Grouping) -> int:
        return sum(one["Actual Loops"] for one in plan_of(by) if one.get("Relation Name") == "checkout_payment")

    assert (reads(Grouping.METHOD), reads(Grouping.DAY)) == (1, 0)


def test_a_day_reads_no_orders_of_other_days() -> None:
    variant = shirt(capacity=9)
    old = paid(variant, "old")
    paid(variant, "new")
    Placement.objects.filter(pk=old.pk).update(paid_at=timezone.now() - timedelta(days=300))
    placed = [one for one in plan_of(Grouping.DAY) if one.get("Subplan Name") == "CTE placed"]
    assert [one["Actual Rows"] for one in placed] == [1]


@pytest.mark.parametrize(
    ("first", "last", "before"),
    [
        ("2026-03-01", "2026-03-31", ("2026-02-01", "2026-02-28")),
        ("2026-01-01", "2026-12-31", ("2025-01-01", "2025-12-31")),
        ("2026-03-01", "2026-03-10", ("2026-02-19", "2026-02-28")),
        ("2026-03-05", "2026-03-05", ("2026-03-04", "2026-03-04")),
    ],
)
def test_the_period_before(first: str, last: str, before: tuple[str, str]) -> None:
    found = SalesPeriod(date.fromisoformat(first), date.fromisoformat(last)).before
    assert (found.first.isoformat(), found.last.isoformat()) == before


def test_presets_end_today_unless_they_are_over() -> None:
    today = date(2026, 3, 10)
    found = {one: period_of(one, today) for one in Preset}
    assert found == {
        Preset.THIS_MONTH: SalesPeriod(date(2026, 3, 1), today),
        Preset.LAST_MONTH: SalesPeriod(date(2026, 2, 1), date(2026, 2, 28)),
        Preset.LAST_QUARTER: SalesPeriod(date(2025, 10, 1), date(2025, 12, 31)),
        Preset.LAST_30_DAYS: SalesPeriod(today - timedelta(days=29), today),
        Preset.THIS_YEAR: SalesPeriod(date(2026, 1, 1), today),
    }
    assert found[Preset.LAST_30_DAYS].days == 30
