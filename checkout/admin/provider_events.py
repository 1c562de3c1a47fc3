"""Events of payment services, read-only: above all those that did not fit and were not booked."""

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from checkout.models import ProviderEvent
from shop.admin.base import BaseAdmin, ReadOnly
from shop.admin.scope import HOUSE


class MisfitFilter(admin.SimpleListFilter):
    title = _("what became of it")
    parameter_name = "found"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("misfit", str(_("does not fit"))), ("waiting", str(_("not handled yet")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "misfit":
                return queryset.exclude(problem="")
            case "waiting":
                return queryset.filter(handled_at=None)
        return queryset


@admin.register(ProviderEvent)
class ProviderEventAdmin(ReadOnly, BaseAdmin):
    shop_path = HOUSE
    list_display = ["received_at", "provider", "what", "of_order", "handled_at"]
    list_filter = [MisfitFilter, "provider"]
    search_fields = ["event_id", "external_id"]
    search_help_text = _("The provider's numbers")
    date_hierarchy = "received_at"
    show_full_result_count = False
    ordering = ["-id"]
    readonly_fields = ["what", "of_order"]
    fields = ["received_at", "handled_at", "provider", "what", "of_order", "event_id", "external_id"]

    list_select_related = ["payment__order"]

    @display(description=_("problem"), ordering="problem")
    def what(self, event: ProviderEvent) -> str:
        return gettext(event.problem) if event.problem else "–"

    @display(description=pgettext_lazy("purchase", "order"))
    def of_order(self, event: ProviderEvent) -> str:
        if event.payment is None:
            return "–"
        order = event.payment.order
        address = reverse("admin:checkout_order_change", args=[quote(order.pk)])
        return format_html('<a href="{}">{}</a>', address, order.reference)
