"""Adds links to check-in, ticket service and refunds to the catalogue's page of an event."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from aftersale.models import CheckInForm, RefundOffer, TicketServicePeriod
from catalogue.admin.events import EventAdmin
from catalogue.models import Event
from shop.web.redirects import Redirect

admin.site.unregister(Event)


@admin.register(Event)
class EventAfterSaleAdmin(EventAdmin):
    actions_detail = [*EventAdmin.actions_detail, "check_in_form", "ticket_service", "refund_offer"]

    def has_refund_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("aftersale.add_refundoffer"))

    def has_check_in_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("aftersale.add_checkinform"))

    @action(description=_("Check-in"), url_path="check-in", icon="how_to_reg", permissions=["check_in"])
    def check_in_form(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Open the event's check-in form, or add one."""
        event = get_object_or_404(Event, pk=object_id)
        form = CheckInForm.objects.filter(event=event).first()
        if form is not None:
            return Redirect(reverse("admin:aftersale_checkinform_change", args=[form.pk]))
        return Redirect(f"{reverse('admin:aftersale_checkinform_add')}?event={event.pk}")

    def has_ticket_service_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("aftersale.add_ticketserviceperiod"))

    @action(
        description=_("Ticket service"), url_path="ticket-service", icon="support_agent",
        permissions=["ticket_service"],
    )  # fmt: skip
    def ticket_service(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Open the event's deadlines, or add them."""
        event = get_object_or_404(Event, pk=object_id)
        period = TicketServicePeriod.objects.filter(event=event).first()
        if period is not None:
            return Redirect(reverse("admin:aftersale_ticketserviceperiod_change", args=[period.pk]))
        return Redirect(f"{reverse('admin:aftersale_ticketserviceperiod_add')}?event={event.pk}")

    @action(description=_("Cancelled or moved"), url_path="refund-offer", icon="event_busy", permissions=["refund"])
    def refund_offer(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Open the event's refund offer, or add one."""
        event = get_object_or_404(Event, pk=object_id)
        offer = RefundOffer.objects.filter(event=event).first()
        if offer is not None:
            return Redirect(reverse("admin:aftersale_refundoffer_change", args=[offer.pk]))
        return Redirect(f"{reverse('admin:aftersale_refundoffer_add')}?event={event.pk}")
