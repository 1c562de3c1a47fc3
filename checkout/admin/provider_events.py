"""What payment services reported, to read: above all what of it did not fit and was not booked."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from checkout.models import Payment, ProviderEvent
from shop.admin.base import HouseAdmin, ReadOnly


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
class ProviderEventAdmin(ReadOnly, HouseAdmin):
    list_display = ["received_at", "provider", "what", "of_order", "handled_at"]
    list_filter = [MisfitFilter, "provider"]
    search_fields = ["event_id", "external_id"]
    search_help_text = _("The provider's numbers")
    date_hierarchy = "received_at"
    show_full_result_count = False
    ordering = ["-id"]
    readonly_fields = ["what", "of_order"]
    fields = ["received_at", "handled_at", "provider", "what", "of_order", "event_id", "external_id"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[ProviderEvent]:
        """With the order, as far as the provider's number leads to it."""
        payments = Payment.objects.exclude(external_id="").filter(
            provider=models.OuterRef("provider"), external_id=models.OuterRef("external_id")
        )
        events: models.QuerySet[ProviderEvent] = super().get_queryset(request)
        return events.annotate(
            order_id=models.Subquery(payments.values("order")[:1]),
            order_reference=models.Subquery(payments.values("order__reference")[:1]),
        )

    @display(description=_("problem"), ordering="problem")
    def what(self, event: ProviderEvent) -> str:
        return gettext(event.problem) if event.problem else "–"

    @display(description=pgettext_lazy("purchase", "order"))
    def of_order(self, event: Any) -> str:
        if event.order_id is None:
            return "–"
        address = reverse("admin:checkout_order_change", args=[quote(event.order_id)])
        return format_html('<a href="{}">{}</a>', address, event.order_reference)
