"""Whether the sales figures agree with what orders owe, to the cent."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db.models import F, Sum
from django.utils import timezone

from checkout.models import Placement, Refund, RefundLine
from checkout.orders.order_state import with_owed
from checkout.sales.figures import Figures, Grouping, Sales, sales_of
from checkout.sales.periods import SalesPeriod
from shop.core.values.money import NOTHING


def all_time() -> SalesPeriod:
    today = timezone.localdate()
    return SalesPeriod(today - timedelta(days=365), today + timedelta(days=1))


def all_sales(by: Grouping = Grouping.DAY, **more: Any) -> Sales:
    return sales_of(all_time(), shop=more.get("shop"), by=by)


def added_up(sales: Sales) -> tuple[int, Decimal, Decimal, Decimal]:
    rows = sales.by_key.values()
    pieces, gross, vat, back = (sum(getattr(row, name) for row in rows) for name in ("pieces", "gross", "vat", "back"))
    return pieces, Decimal(gross), Decimal(vat), Decimal(back)


def assert_sales_agree(*groupings: Grouping) -> Figures:
    """Compare with what paid placements owe and with refunds of ended lines that have not gone yet; and that the rows
    of each grouping add up to the total.
    """
    paid = with_owed(Placement.objects.filter(paid_at__isnull=False))
    owed = sum((one.owed for one in paid), NOTHING)
    ended = RefundLine.objects.filter(
        line__invalidated_at__gt=F("line__placement__paid_at"), refund__in=Refund.objects.to_go()
    )  # fmt: skip
    going = ended.aggregate(sum=Sum("amount", default=NOTHING))["sum"]
    total = all_sales().total
    assert total.left == owed + going
    for by in groupings or Grouping:
        sales = all_sales(by)
        assert sales.total == total
        assert added_up(sales) == (total.pieces, total.gross, total.vat, total.back), by
    return total
