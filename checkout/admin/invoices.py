"""All invoices, read-only, with download and export. A job writes them and nothing changes them."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import groupby
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminSelectWidget

from checkout.actions.invoices.invoicing import awaiting_invoices, queue_missing_invoices
from checkout.invoices.content import tax_from_json
from checkout.invoices.documents import PDF, invoice_pdf
from checkout.invoices.report import incomplete_sellers, numbers_of_sellers
from checkout.invoices.vat_report import VatSum, vat_sums
from checkout.models import Invoice
from checkout.sales.periods import Preset
from shop.admin.base import BaseAdmin, ReadOnly
from shop.core.values.exports import csv_file
from shop.core.values.formats import euros
from shop.models import Shop
from shop.staff.access import is_member, limit_to
from shop.web.downloads import download
from shop.web.redirects import Redirect

from .periods import PeriodForm, asked_of, links_of

KIND_COLOURS = {Invoice.Kind.INVOICE: "success", Invoice.Kind.CANCELLATION: "warning"}
HEADS = (
    "number", "kind", "corrects", "issued_on", "seller", "order", "buyer", "company", "country", "rate", "net", "vat",
    "gross", "paid_by", "vat_rule", "vat_country",
)  # fmt: skip
VAT_HEADS = ("seller", "vat_rule", "vat_country", "rate", "invoices", "net", "vat", "gross")
AT_MOST_SHOWN = 200


class VatForm(PeriodForm):
    seller: "forms.ModelChoiceField[Shop]" = forms.ModelChoiceField(
        label=_("seller"), queryset=Shop.objects.order_by("name"), required=False, empty_label=_("All sellers"),
        widget=UnfoldAdminSelectWidget,
    )  # fmt: skip


@admin.register(Invoice)
class InvoiceAdmin(ReadOnly, BaseAdmin):
    shop_path = "seller"
    scoped_pages = frozenset({"checkout_invoice_vat"})
    list_display = ["number", "what", "seller", "buyer", "sum", "order", "issued_on"]
    list_filter = [("seller", admin.RelatedOnlyFieldListFilter), "kind", "language"]
    list_select_related = ["seller", "placement__order"]
    search_fields = [
        "number", "placement__order__reference", "content__buyer__name", "content__buyer__company",
        "content__buyer__email",
    ]  # fmt: skip
    search_help_text = _("Number, order, name, company or e-mail")
    date_hierarchy = "issued_on"
    show_full_result_count = False
    actions = ["export"]
    actions_list = ["vat", "check_numbers"]
    actions_detail = ["download"]
    readonly_fields = ["order", "sum", "address", "corrected_by"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("number", "kind", "issued_on"),
                    ("seller", "order", "sum"),
                    ("corrects", "corrected_by"),
                    ("address", "language"),
                ]
            },
        )
    ]

    @display(description=_("kind"), label=KIND_COLOURS)
    def what(self, invoice: Invoice) -> tuple[str, str]:
        return invoice.kind, invoice.get_kind_display()

    @display(description=_("buyer"), header=True)
    def buyer(self, invoice: Invoice) -> list[str]:
        buyer = invoice.content["buyer"]
        return [buyer["company"] or buyer["name"], buyer["email"]]

    @display(description=_("total"), ordering="total")
    def sum(self, invoice: Invoice) -> str:
        return euros(invoice.total)

    @display(description=pgettext_lazy("purchase", "order"), ordering="placement__order__reference")
    def order(self, invoice: Invoice) -> str:
        order = invoice.placement.order
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:checkout_order_change", args=[order.pk]), order.reference
        )

    @display(description=_("billing address"))
    def address(self, invoice: Invoice) -> str:
        return "\n".join(invoice.content["buyer"]["lines"])

    @display(description=_("corrected by"))
    def corrected_by(self, invoice: Invoice) -> str:
        return ", ".join(one.number for one in invoice.corrections.order_by("sequence")) or "–"

    @action(description=_("Download PDF"), url_path="pdf", icon="download", permissions=["view"])
    def download(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        invoice = get_object_or_404(Invoice, pk=object_id)
        return download(invoice_pdf(invoice), PDF, invoice.file_name)

    @admin.action(description=_("Export (CSV)"), permissions=["export"])
    def export(self, request: HttpRequest, queryset: models.QuerySet[Invoice]) -> HttpResponse:
        invoices = queryset.select_related("seller", "corrects", "placement__order").order_by("seller", "sequence")
        return csv_file("invoices", HEADS, rows_of(invoices))

    @action(description=_("VAT"), url_path="vat", icon="percent", permissions=["view"])
    def vat(self, request: HttpRequest) -> HttpResponse:
        """Show the VAT of a period by kind, country and rate; `format=csv` downloads it, for those who may export."""
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        form, may_export = VatForm(asked_of(request, Preset.LAST_QUARTER)), self.has_export_permission(request)
        form.limit_choice("seller", self.shops_where(request, "view"))
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": _("VAT"), "form": form,
            "presets": links_of(form.data, "seller"), "may_export": may_export,
        }  # fmt: skip
        if form.is_valid():
            period, seller = form.period, form.cleaned_data["seller"]
            if seller is not None and is_member(request.user):
                limit_to(request.user, frozenset({seller.pk}))
                may_export = context["may_export"] = self.has_export_permission(request)
            sums = vat_sums(period.first, period.last, seller)
            if request.GET.get("format") == "csv":
                if not may_export:
                    raise PermissionDenied
                return csv_file(f"vat-{period.first}-{period.last}", VAT_HEADS, vat_rows(sums))
            query = {"first": period.first, "last": period.last, "seller": seller.pk if seller else ""}
            context |= {
                "period": period, "sellers": [list(rows) for _seller, rows in groupby(sums, lambda one: one.seller)],
                "file": "?" + urlencode({**query, "format": "csv"}),
            }  # fmt: skip
        return TemplateResponse(request, "admin/checkout/invoice/vat.html", context)

    def has_check_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("checkout.view_invoice"))

    @action(
        description=_("Check numbers"), url_path="numbers", icon="rule", permissions=["check"],
        variant=ActionVariant.DEFAULT,
    )  # fmt: skip
    def check_numbers(self, request: HttpRequest) -> HttpResponse:
        """Show the gap report. Staff who may book queue waiting invoices again."""
        may_write = request.user.has_perm("checkout.add_ledgerentry")
        if request.method == "POST" and may_write:
            messages.success(request, _("Queued: %(number)s.") % {"number": queue_missing_invoices()})
            return Redirect(request.path)
        waiting = list(awaiting_invoices().select_related("order")[:AT_MOST_SHOWN])
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": _("Check numbers"),
            "sellers": numbers_of_sellers(), "waiting": waiting, "lacking": incomplete_sellers(waiting),
            "may_write": may_write, "back": reverse("admin:checkout_invoice_changelist"),
        }  # fmt: skip
        return TemplateResponse(request, "admin/checkout/invoice/numbers.html", context)


def vat_rows(sums: Iterable[VatSum]) -> Iterator[list[object]]:
    for one in sums:
        yield [
            one.seller.slug, one.tax.rule, one.country, one.tax.rate, one.invoices, one.net, one.vat, one.gross,
        ]  # fmt: skip


def rows_of(invoices: models.QuerySet[Invoice]) -> Iterator[list[object]]:
    """Return one row for each VAT rate of each country, so that they add up. Without VAT the country is the
    destination. A cancellation has the payment of the invoice that it corrects; invoices stored without ids of payment
    methods have their names.
    """
    for one in invoices.iterator(chunk_size=500):
        buyer, paid = one.content["buyer"], (one.corrects or one).content.get("paid", {}).get("by", [])
        for share in one.content["vat"]:
            yield [
                one.number, one.kind, one.corrects.number if one.corrects else "", one.issued_on.isoformat(),
                one.seller.slug, one.placement.order.reference, buyer["name"], buyer["company"], buyer["country"],
                *(Decimal(share[name]) for name in ("rate", "net", "vat", "gross")),
                ", ".join(part.get("id", part["method"]) for part in paid),
                tax_from_json(share).rule, tax_from_json(share).country or one.content["seller"]["country"],
            ]  # fmt: skip
