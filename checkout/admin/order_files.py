"""The list of orders as files."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from checkout.orders.exports import LINE_HEADS, ORDER_HEADS, line_rows, order_rows
from shop.admin.list_files import ListFiles
from shop.core.values.exports import csv_file


class OrderFiles(ListFiles):
    actions_list = ["export_orders", "export_lines"]

    @action(
        description=_("Export orders (CSV)"), url_path="export-orders", icon="download", permissions=["export"],
    )  # fmt: skip
    def export_orders(self, request: HttpRequest) -> HttpResponse:
        return self.list_file(request, lambda orders: csv_file("orders", ORDER_HEADS, order_rows(orders)))

    @action(
        description=_("Export order lines (CSV)"), url_path="export-lines", icon="download", permissions=["export"],
    )  # fmt: skip
    def export_lines(self, request: HttpRequest) -> HttpResponse:
        return self.list_file(request, lambda orders: csv_file("order-lines", LINE_HEADS, line_rows(orders)))
