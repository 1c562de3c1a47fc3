"""Sales figures for staff: a period, a shop and a grouping, as tiles, bars, a table and a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from unfold.widgets import UnfoldAdminSelectWidget

from checkout.sales.figures import Figures, Grouping, Sales, moved, sales_of, total_of
from checkout.sales.labels import keys_of_time, labels_of
from checkout.sales.periods import Preset, SalesPeriod
from shop.core.values.exports import csv_file
from shop.core.values.formats import euros
from shop.models import Shop
from shop.staff.access import NO_SHOP, shops_with

from .periods import PeriodForm, asked_of, links_of

RIGHT = "checkout.view_sales"
# The file has all rows.
MOST_ROWS, MOST_BARS = 200, 12
HEADS = (
    _("orders"), _("pieces"), _("gross"), _("net"), _("VAT"), _("refunds"), _("after refunds"),
)  # fmt: skip


class SalesForm(PeriodForm):
    shop: "forms.ModelChoiceField[Shop]" = forms.ModelChoiceField(
        label=_("shop"), queryset=Shop.objects.order_by("name"), required=False, empty_label=_("All shops"),
        widget=UnfoldAdminSelectWidget,
    )  # fmt: skip
    by = forms.ChoiceField(label=_("grouped by"), choices=Grouping.choices, widget=UnfoldAdminSelectWidget)


@dataclass(frozen=True)
class Row:
    """`percent`: the length of its bar."""

    label: str
    figures: Figures
    percent: int = 0


@dataclass(frozen=True)
class Tile:
    """A number, what it was before, and by how many percent it changed: None without a number before."""

    label: Any
    value: str
    before: str
    change: int | None

    @property
    def change_text(self) -> str:
        return "" if self.change is None else f"{self.change:+d} %".replace("-", "−")


@require_safe
def sales_page(request: HttpRequest) -> HttpResponse:
    """Show the figures; `format=csv` downloads all rows."""
    shops = shops_with(request.user, RIGHT)
    if shops == NO_SHOP:
        raise PermissionDenied
    form = SalesForm({"by": Grouping.DAY.value, **asked_of(request, Preset.THIS_MONTH)})
    form.limit_choice("shop", shops)
    context = {**admin.site.each_context(request), "title": _("Sales"), "form": form, "heads": HEADS}
    if form.is_valid():
        period = form.period
        shop, by = form.cleaned_data["shop"], Grouping(form.cleaned_data["by"])
        sales = sales_of(period, shop=shop, by=by)
        if request.GET.get("format") == "csv":
            return csv_file("sales", [capfirst(str(one)) for one in (by.label, *HEADS)], file_rows(sales, period, by))
        context |= shown(sales, period, shop, by)
    context["presets"] = links_of(form.data, "shop", "by")
    return TemplateResponse(request, "admin/checkout/sales.html", context)


def shown(sales: Sales, period: SalesPeriod, shop: Shop | None, by: Grouping) -> dict[str, Any]:
    rows = rows_of(sales, period, by)
    before, booked = total_of(period.before, shop=shop), moved(period, shop=shop)
    query = {"first": period.first, "last": period.last, "shop": shop.pk if shop else "", "by": by.value}
    return {
        "period": period, "by": by, "rows": rows[:MOST_ROWS], "number": len(rows), "total": sales.total,
        "tiles": tiles(sales.total, before), "bars": rows if by.is_of_time else rows[:MOST_BARS],
        "has_names": len(rows) <= 31, "booked": booked, "other": booked - sales.total.left,
        "file": "?" + urlencode({**query, "format": "csv"}),
    }  # fmt: skip


def rows_of(sales: Sales, period: SalesPeriod, by: Grouping) -> list[Row]:
    """Return the rows in the order of time, otherwise the largest first."""
    keys = list(keys_of_time(period, by) if by.is_of_time else sales.by_key)
    labels = labels_of(keys, by)
    rows = [Row(labels[key], sales.by_key.get(key, Figures())) for key in keys]
    if not by.is_of_time:
        rows.sort(key=lambda row: (-row.figures.left, row.label))
    most = max([Decimal(1), *(row.figures.left for row in rows)])
    return [Row(row.label, row.figures, max(0, round(100 * row.figures.left / most))) for row in rows]


def tiles(now: Figures, before: Figures) -> Sequence[Tile]:
    return [
        Tile(_("orders"), str(now.orders), str(before.orders), change(now.orders, before.orders)),
        Tile(_("pieces"), str(now.pieces), str(before.pieces), change(now.pieces, before.pieces)),
        Tile(_("gross"), euros(now.gross), euros(before.gross), change(now.gross, before.gross)),
        Tile(_("after refunds"), euros(now.left), euros(before.left), change(now.left, before.left)),
    ]


def change(now: Decimal | int, before: Decimal | int) -> int | None:
    return round(100 * (now - before) / before) if before > 0 else None


def file_rows(sales: Sales, period: SalesPeriod, by: Grouping) -> Iterator[list[object]]:
    for row in rows_of(sales, period, by):
        one = row.figures
        yield [row.label, one.orders, one.pieces, one.gross, one.net, one.vat, one.back, one.left]
