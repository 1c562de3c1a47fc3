"""Tickets by number, for staff; they end or reissue them with a reason."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminTextInputWidget

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from aftersale.tickets.actions import invalidate_ticket, reissue_ticket
from aftersale.tickets.errors import TicketEnded
from aftersale.tickets.papers import PDF, tickets_pdf
from aftersale.tickets.queries import PRINTED
from catalogue.admin.filters import EventFilter
from checkout.models import Order
from checkout.orders.texts import details, seat_text
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.core.values.formats import moment_text
from shop.web.downloads import download
from shop.web.redirects import Redirect

VALID, INVALID = "valid", "invalid"
STATE_COLOURS = {VALID: "success", INVALID: "danger"}
WRITERS = "aftersale.change_ticket"


def state_of(ticket: Ticket) -> tuple[str, Any]:
    return (VALID, _("valid")) if ticket.is_valid else (INVALID, ticket.get_ended_display())


class ValidFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [(VALID, _("valid")), *Ticket.Ended.choices]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Ticket]:
        if self.value() == VALID:
            return queryset.valid()
        return queryset.filter(ended=self.value()) if self.value() in Ticket.Ended.values else queryset


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("reason"), max_length=200, widget=UnfoldAdminTextInputWidget,
        help_text=_("Stays with the ticket, for your colleagues."),
    )  # fmt: skip


@admin.register(Ticket)
class TicketAdmin(ReadOnly, BaseAdmin):
    shop_path = "line__placement__order__shop"
    list_display = ["shown_number", "status", "what", "of_order", "issued_at"]
    list_filter = [
        ValidFilter, ("line__variant__event", EventFilter),
        ("line__placement__order__shop", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    list_select_related = ["line__placement__order", "line__ticket_holder"]
    search_fields = [
        "number", "former_numbers__number", "line__placement__order__reference", "line__placement__order__email",
        "line__name", "line__ticket_holder__first_name", "line__ticket_holder__last_name",
    ]  # fmt: skip
    search_help_text = _("Number, order, e-mail, event or holder")
    date_hierarchy = "issued_at"
    show_full_result_count = False
    actions_detail = ["print_ticket", "reissue", "invalidate"]
    readonly_fields = ["shown_number", "state_text", "of_order", "of_line", "seat", "holder", "former"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("shown_number", "state_text", "of_order"),
                    ("of_line", "seat", "holder"),
                    ("issued_at", "version", "reissued_at"),
                    "former",
                    ("invalidated_at", "reason"),
                ]
            },
        )
    ]

    @display(description=_("number"), ordering="number")
    def shown_number(self, ticket: Ticket) -> str:
        return grouped_number(ticket.number)

    @display(description=_("state"), label=STATE_COLOURS)
    def status(self, ticket: Ticket) -> tuple[str, Any]:
        return state_of(ticket)

    @display(description=_("state"))
    def state_text(self, ticket: Ticket) -> str:
        state, text = state_of(ticket)
        return badge(text, STATE_COLOURS[state])

    @display(description=_("ticket"), header=True)
    def what(self, ticket: Ticket) -> list[str]:
        return [ticket.line.name, seat_text(ticket.line) or str(ticket.line.ticket_holder or "")]

    @display(description=_("ticket"))
    def of_line(self, ticket: Ticket) -> str:
        return " · ".join([ticket.line.name, *details(ticket.line)])

    @display(description=_("seat"))
    def seat(self, ticket: Ticket) -> str:
        return seat_text(ticket.line) or "–"

    @display(description=_("former numbers"))
    def former(self, ticket: Ticket) -> str:
        """Former numbers, which guests may still tell staff."""
        known = ticket.former_numbers.all()
        texts = (f"{grouped_number(one.number)} ({moment_text(one.good_until)})" for one in known)
        return " · ".join(texts) or "–"

    @display(description=_("ticket holder"))
    def holder(self, ticket: Ticket) -> str:
        return str(ticket.line.ticket_holder or "–")

    @display(description=pgettext_lazy("purchase", "order"), ordering="line__placement__order__reference")
    def of_order(self, ticket: Ticket) -> str:
        order = ticket.line.placement.order
        return format_html('<a href="{}">{}</a>', page_of_order(order), order.reference)

    def has_write_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Reissuing needs more than the right to view: anybody with the code gets in."""
        return bool(request.user.has_perm(WRITERS))

    def has_of_valid_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Only for valid tickets."""
        if not request.user.has_perm(WRITERS):
            return False
        return object_id is None or Ticket.objects.valid().filter(pk=object_id).exists()

    @action(description=_("Download PDF"), url_path="pdf", icon="download", permissions=["of_valid"])
    def print_ticket(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        ticket = get_object_or_404(Ticket.objects.valid().select_related(*PRINTED), pk=object_id)
        return download(tickets_pdf(ticket.line.placement.order, [ticket]), PDF, f"Ticket-{ticket.number}.pdf")

    @action(description=_("Issue anew"), url_path="reissue", icon="autorenew", permissions=["write"])
    def reissue(self, request: HttpRequest, object_id: str) -> HttpResponse:
        done = _("Issued anew and sent. The former number and code are dead.")
        return self.with_reason(request, object_id, "reissue", _("Issue anew"), reissue_ticket, done)

    @action(
        description=_("Make invalid"), url_path="invalidate", icon="block", permissions=["of_valid"],
        variant=ActionVariant.DANGER,
    )  # fmt: skip
    def invalidate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        done = _("Nobody gets in with it any more.")
        return self.with_reason(request, object_id, "invalidate", _("Make invalid"), invalidate_ticket, done)

    def with_reason(
        self, request: HttpRequest, object_id: str, template: str, title: Any, act: Any, done: Any
    ) -> HttpResponse:
        """Ask for the reason, then run `act` with it."""
        ticket = get_object_or_404(Ticket.objects.select_related("line__placement__order"), pk=object_id)
        back = reverse("admin:aftersale_ticket_change", args=[quote(ticket.pk)])
        form = ReasonForm(request.POST or None)
        if form.is_valid():
            try:
                act(ticket=ticket, reason=form.cleaned_data["reason"])
                messages.success(request, done)
            except TicketEnded:
                messages.error(request, _("What it was given for is no longer part of the order. Nothing was changed."))
            return Redirect(back)
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": title, "ticket": ticket, "form": form,
            "number": grouped_number(ticket.number), "back": back, "media": self.media + form.media,
        }  # fmt: skip
        return TemplateResponse(request, f"admin/aftersale/ticket/{template}.html", context)


def page_of_order(order: Order) -> str:
    return reverse("admin:checkout_order_change", args=[quote(order.pk)])
