"""Adds tickets and printed numbers to the checkout's page of an order."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display

from aftersale.admin.order_timeline import (
    declared_timeline,
    event_timeline,
    events_of,
    mails_about_requests,
    mails_beside,
)
from aftersale.models import FormerNumber, PrintedNumber, Ticket
from aftersale.numbers.tickets import entered_number, grouped_number
from aftersale.printed_tickets.admin.numbers import STATE_COLOURS as PRINTED_COLOURS
from aftersale.printed_tickets.admin.numbers import state_of as printed_state
from aftersale.printed_tickets.queries import numbers_of
from aftersale.printed_tickets.rules import number_key
from aftersale.tickets.actions import send_tickets
from aftersale.tickets.admin import STATE_COLOURS, WRITERS, state_of
from catalogue.models import Event
from checkout.actions.refunds.giving_back import StepOutcome
from checkout.admin.order_search import Member, Orders, compact, may_view
from checkout.admin.order_steps import PreviewSection
from checkout.admin.orders import OrderAdmin
from checkout.mails.timeline import OrderAudit, TimelineEntry, in_order, timeline_of
from checkout.models import Order
from checkout.orders.texts import seat_text
from shop.admin.base import badge
from shop.mails.kind_labels import kind_label
from shop.models import Mail
from shop.web.redirects import Redirect

admin.site.unregister(Order)
EVENT_COLOURS: dict[str, str] = {
    Event.State.CANCELLED: "danger",
    Event.State.POSTPONED: "warning",
    Event.State.MOVED: "info",
}


@admin.register(Order)
class OrderWithTicketsAdmin(OrderAdmin):
    search_help_text = _(
        "Number of an order, payment, invoice, ticket, parcel or shipment; name, e-mail, address, note, event or "
        "product; sum such as 61.90"
    )
    readonly_fields = [*OrderAdmin.readonly_fields, "events", "tickets", "printed"]
    fieldsets: Any = [
        *OrderAdmin.fieldsets,
        (_("Tickets"), {"fields": [("events",), ("tickets",), ("printed",)]}),
    ]
    actions_detail: Any = [
        *OrderAdmin.actions_detail[:-1],
        {**OrderAdmin.actions_detail[-1], "items": [*OrderAdmin.actions_detail[-1]["items"], "send_tickets"]},
    ]

    def by_number(self, request: HttpRequest, text: str) -> list[Orders]:
        return [*super().by_number(request, text), *by_ticket(text, request.user)]

    @display(description=_("events"))
    def events(self, order: Order) -> str:
        """The events of its tickets, with those that do not take place as announced marked."""
        rows = (
            (
                reverse("admin:catalogue_event_change", args=[one.pk]), str(one), one.begins,
                badge(one.get_state_display(), EVENT_COLOURS[one.state]) if one.state in Event.DECIDED else "",
            )
            for one in events_of(order)
        )  # fmt: skip
        return format_html_join("", '<a href="{}">{}</a> · {} {}<br>', rows) or "–"

    def all_mails(self, order: Order) -> list[tuple[Mail, str]]:
        return [*super().all_mails(order), *((mail, kind_label(mail.kind)) for mail in mails_beside(order))]

    @display(description=_("issued"))
    def tickets(self, order: Order) -> str:
        found = Ticket.objects.filter(line__placement__order=order).select_related("line__ticket_holder").in_order()
        rows = (
            (
                reverse("admin:aftersale_ticket_change", args=[quote(one.pk)]),
                grouped_number(one.number),
                " · ".join(
                    text for text in (one.line.name, seat_text(one.line), str(one.line.ticket_holder or "")) if text
                ),
                badge(state_of(one)[1], STATE_COLOURS[state_of(one)[0]]),
            )
            for one in found
        )
        return format_html_join("", '<a href="{}">{}</a> · {} {}<br>', rows) or "–"

    @display(description=_("printed tickets"))
    def printed(self, order: Order) -> str:
        rows = (
            (
                reverse("admin:aftersale_printednumber_change", args=[one.pk]),
                one.number,
                one.line.name if one.line else "",
                badge(printed_state(one)[1], PRINTED_COLOURS[printed_state(one)[0]]),
            )
            for one in numbers_of(order)
        )
        return format_html_join("", '<a href="{}">{}</a> · {} {}<br>', rows) or "–"

    def state_before(self, order: Order) -> set[UUID]:
        """Return the ids of valid tickets."""
        return set(Ticket.objects.valid().filter(line__placement__order=order).values_list("pk", flat=True))

    def consequences(self, order: Order, outcome: StepOutcome, before: set[UUID]) -> list[PreviewSection]:
        ended = Ticket.objects.filter(pk__in=before).exclude(invalidated_at=None).in_order()
        numbers = [grouped_number(one.number) for one in ended]
        consequences = super().consequences(order, outcome, before)
        return [*consequences, (gettext("Tickets that end"), numbers)] if numbers else consequences

    def happened(self, order: Order) -> list[TimelineEntry]:
        noted = OrderAudit(order)
        own = (
            *ticket_timeline(order, noted), *event_timeline(order), *declared_timeline(order),
            *mails_about_requests(order),
        )  # fmt: skip
        return in_order([*timeline_of(order, noted), *own])

    def has_send_tickets_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Only if the order has valid tickets."""
        if not request.user.has_perm(WRITERS):
            return False
        return object_id is None or Ticket.objects.valid().filter(line__placement__order=object_id).exists()

    @action(
        description=_("Send tickets again"), url_path="send-tickets", icon="confirmation_number",
        permissions=["send_tickets"],
    )  # fmt: skip
    def send_tickets(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        if request.method != "POST":
            return self.step(request, order, "send_tickets", _("Send tickets again"), email=order.email)
        placements = order.placements.select_related("order__shop")
        number = sum(send_tickets(placement=placement) for placement in placements)
        messages.success(request, _("Mails to be sent: %(number)s") % {"number": number})
        return Redirect(self.page_of(order))


def by_ticket(text: str, member: Member) -> Iterator[Orders]:
    """Look for the number of a ticket, also one from before it was reissued, or of a printed ticket."""
    if (number := entered_number(compact(text))) and may_view(member, Ticket):
        yield Ticket.objects.filter(number=number).order_by().values("line__placement__order_id")
        yield FormerNumber.objects.filter(number=number).order_by().values("ticket__line__placement__order_id")
    if (key := number_key(text)) and may_view(member, PrintedNumber):
        given = PrintedNumber.objects.filter(key=key, line__isnull=False)
        yield given.order_by().values("line__placement__order_id")


def ticket_timeline(order: Order, noted: OrderAudit) -> Iterable[TimelineEntry]:
    for ticket in Ticket.objects.filter(line__placement__order=order).select_related("line"):
        number = grouped_number(ticket.number)
        moments = {
            "issued_at": gettext("Ticket issued: %(number)s"),
            "reissued_at": gettext("Ticket issued anew: %(number)s"),
            "invalidated_at": gettext("Ticket ended: %(number)s"),
        }
        for column, what in moments.items():
            if moment := getattr(ticket, column):
                why = {
                    "issued_at": ticket.line.name,
                    "reissued_at": ticket.reason,
                    "invalidated_at": " · ".join(filter(None, [str(ticket.get_ended_display()), ticket.reason])),
                }
                yield TimelineEntry(
                    moment, what % {"number": number}, noted.who(ticket, column), [one for one in (why[column],) if one]
                )
