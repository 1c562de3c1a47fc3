"""All invoices, read-only, with download and export. A job writes them and nothing changes them."""

from collections.abc import Iterator
from decimal import Decimal

from django.contrib import admin, messages
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

from checkout.actions.invoices.invoicing import awaiting_invoices, queue_missing_invoices
from checkout.invoices.content import tax_from_json
from checkout.invoices.documents import PDF, invoice_pdf
from checkout.invoices.report import incomplete_sellers, numbers_of_sellers
from checkout.models import Invoice
from shop.admin.base import BaseAdmin, ReadOnly
from shop.core.values.exports import csv_file
from shop.core.values.formats import euros
from shop.web.redirects import Redirect

KIND_COLOURS = {Invoice.Kind.INVOICE: "success", Invoice.Kind.CANCELLATION: "warning"}
HEADS = (
    "number", "kind", "corrects", "issued_on", "seller", "order", "buyer", "company", "country", "rate", "net", "vat",
    "gross", "paid_by", "vat_rule", "vat_country",
)  # fmt: skip
AT_MOST_SHOWN = 200


@admin.register(Invoice)
class InvoiceAdmin(ReadOnly, BaseAdmin):
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
    actions_list = ["check_numbers"]
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
        return pdf_answer(get_object_or_404(Invoice, pk=object_id))

    @admin.action(description=_("Export (CSV)"), permissions=["export"])
    def export(self, request: HttpRequest, queryset: models.QuerySet[Invoice]) -> HttpResponse:
        invoices = queryset.select_related("seller", "corrects", "placement__order").order_by("seller", "sequence")
        return csv_file("invoices", HEADS, rows_of(invoices))

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


def pdf_answer(invoice: Invoice) -> HttpResponse:
    """Return a download that no cache stores."""
    named = {
        "Content-Disposition": f'attachment; filename="{invoice.file_name}"', "Cache-Control": "private, no-store",
    }  # fmt: skip
    return HttpResponse(invoice_pdf(invoice), content_type=PDF, headers=named)


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
