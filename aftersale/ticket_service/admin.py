"""The ticket service: deadlines of events, and guests' requests."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.core.files.storage import default_storage
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import action, display
from unfold.enums import ActionVariant

from aftersale.models import TicketServiceItem, TicketServicePeriod, TicketServiceRequest
from aftersale.refunds.admin.requests import DecisionNoteForm
from aftersale.refunds.errors import RequestDecided
from aftersale.ticket_service.actions import approve, decline, settle
from aftersale.ticket_service.errors import CannotBeDone
from aftersale.ticket_service.queries import LINE, Kind, mismatches, period_end
from aftersale.ticket_service.uploads import kept_name
from aftersale.ticket_service.words import PROBLEMS
from aftersale.tickets.admin import WRITERS as TICKET_WRITERS
from catalogue.admin.venue_clock import VenueClock, clock_text
from checkout.admin.order_money import REFUNDERS
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.core.values.formats import moment_text
from shop.core.values.languages import in_all_languages
from shop.web.redirects import Redirect

State = TicketServiceRequest.State
COLOURS = {State.RECEIVED: "warning", State.DONE: "success", State.SETTLED: "default", State.DECLINED: "danger"}
WRITERS = "aftersale.change_ticketservicerequest"
PROOF_HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Disposition": 'inline; filename="proof.jpg"',
    "X-Content-Type-Options": "nosniff",
}


@admin.register(TicketServicePeriod)
class TicketServicePeriodAdmin(VenueClock, BaseAdmin):
    shop_path = "event__owner"
    list_display = ["event", "change", "cancel"]
    list_select_related = ["event__venue"]
    search_fields = [*in_all_languages("event__name"), "event__venue__city"]
    autocomplete_fields = ["event"]
    readonly_fields = ["change", "cancel"]
    fieldsets = [(None, {"fields": ["event", ("change_until", "cancel_until"), ("change", "cancel")]})]

    def get_fieldsets(self, request: HttpRequest, obj: TicketServicePeriod | None = None) -> Any:
        clock_help = clock_text(self.venue_of(request, str(obj.pk) if obj else None))
        return [(title, {**shown, "description": clock_help}) for title, shown in super().get_fieldsets(request, obj)]

    def get_readonly_fields(self, request: HttpRequest, obj: TicketServicePeriod | None = None) -> Any:
        """The event is fixed, because requests belong to it."""
        return [*super().get_readonly_fields(request, obj), *(["event"] if obj else [])]

    @display(description=_("form for name changes"))
    def change(self, period: TicketServicePeriod) -> str:
        return period_badge(period, Kind.CHANGE)

    @display(description=_("form for cancellations"))
    def cancel(self, period: TicketServicePeriod) -> str:
        return period_badge(period, Kind.CANCEL)


def period_badge(period: TicketServicePeriod, kind: str) -> str:
    """Show the state that guests see: for personalised tickets the form closes 48 hours before the
    event, or earlier.
    """
    end = period_end(period, kind) if period.pk else None
    if end is None:
        return badge(pgettext_lazy("ticket service", "closed"), "default")
    if end <= timezone.now():
        return badge(pgettext_lazy("ticket service", "over"), "warning")
    return badge(
        pgettext_lazy("ticket service", "open until %(moment)s")
        % {"moment": moment_text(end, period.event.venue.zone)},
        "success",
    )


@admin.register(TicketServiceRequest)
class TicketServiceRequestAdmin(ReadOnly, BaseAdmin):
    shop_path = "order__shop"
    scoped_pages = frozenset({"aftersale_ticketproof"})
    list_display = ["created_at", "kind", "of_order", "of_event", "tickets", "status", "mismatch"]
    list_filter = ["state", "kind", ("order__shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["order__billing_address"]
    search_fields = ["order__reference", "order__email", "email", "name", "items__number"]
    search_help_text = _("Order, e-mail, name or ticket number")
    date_hierarchy = "created_at"
    show_full_result_count = False
    actions_detail = ["approve", "settle", "decline"]
    readonly_fields = ["of_order", "state_text", "to_check", "of_tickets", "money"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("kind", "of_order", "state_text"),
                    "to_check",
                    "of_tickets",
                    ("name", "email", "reference"),
                    "comment",
                    ("created_at", "language", "decided_at", "staff"),
                    "note",
                    "money",
                ]
            },
        )
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        items = Prefetch("items", TicketServiceItem.objects.select_related(*LINE))
        return super().get_queryset(request).prefetch_related(items)

    @display(description=pgettext_lazy("purchase", "order"), ordering="order__reference")
    def of_order(self, request: TicketServiceRequest) -> str:
        address = reverse("admin:checkout_order_change", args=[quote(request.order_id)])
        return format_html('<a href="{}">{}</a>', address, request.order.reference)

    @display(description=_("event"))
    def of_event(self, request: TicketServiceRequest) -> str:
        return ", ".join(dict.fromkeys(str(one.line.variant.event) for one in request.items.all()))

    @display(description=_("tickets"))
    def tickets(self, request: TicketServiceRequest) -> str:
        return str(len(request.items.all()))

    @display(description=_("state"), ordering="state", label=COLOURS)
    def status(self, request: TicketServiceRequest) -> tuple[str, str]:
        return request.state, request.get_state_display()

    @display(description=_("state"))
    def state_text(self, request: TicketServiceRequest) -> str:
        return badge(request.get_state_display(), COLOURS[request.state])  # type: ignore[index]

    @display(description=_("does not match"))
    def mismatch(self, request: TicketServiceRequest) -> str:
        return ", ".join(str(one) for one in mismatch_texts(request)) or "–"

    @display(description=_("does not match"))
    def to_check(self, request: TicketServiceRequest) -> str:
        found = mismatch_texts(request)
        return format_html_join(" ", "{}", ((badge(one, "warning"),) for one in found)) or "–"

    @display(description=_("tickets"))
    def of_tickets(self, request: TicketServiceRequest) -> str:
        items = list(request.items.all())
        holders = mismatches(request, items)["holders"]
        rows = [(one, holders.get(one.pk, "")) for one in items]
        return render_to_string("admin/aftersale/ticket_service/items.html", {"rows": rows, "request": request})

    @display(description=_("refunds"))
    def money(self, request: TicketServiceRequest) -> str:
        rows = (
            (reverse("admin:checkout_refund_change", args=[quote(one.pk)]), one, one.get_state_display())
            for one in request.refunds.select_related("payment")
        )
        return format_html_join("", '<a href="{}">{}</a> · {}<br>', rows) or "–"

    def get_urls(self) -> list[Any]:
        proof = path("proofs/<int:item_id>", self.admin_site.admin_view(self.proof), name="aftersale_ticketproof")
        return [proof, *super().get_urls()]

    def proof(self, request: HttpRequest, item_id: int) -> HttpResponse:
        """Serve the redrawn picture. It has no public address."""
        if not self.has_view_permission(request):
            raise Http404
        items = TicketServiceItem.objects.select_related("proof").exclude(proof=None)
        item = get_object_or_404(
            items.filter(request__in=self.in_sight(request, TicketServiceRequest.objects.all())), pk=item_id
        )
        assert item.proof is not None
        try:
            with default_storage.open(kept_name(item.proof)) as file:
                content = file.read()
        except FileNotFoundError as error:
            raise Http404 from error
        return HttpResponse(content, content_type="image/jpeg", headers=PROOF_HEADERS)

    def has_decide_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        if not request.user.has_perm(WRITERS) or not self.has_view_permission(request):
            return False
        return object_id is None or self.row_of(str(object_id)).is_open

    def has_approve_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Approval needs the right to refund for a cancellation, the right to change tickets for another name."""
        if not self.has_decide_permission(request, object_id):
            return False
        if object_id is None:
            return bool(request.user.has_perm(REFUNDERS) or request.user.has_perm(TICKET_WRITERS))
        needed = REFUNDERS if self.row_of(str(object_id)).is_cancellation else TICKET_WRITERS
        return bool(request.user.has_perm(needed))

    def row_of(self, object_id: str) -> TicketServiceRequest:
        """Raises Http404."""
        return get_object_or_404(TicketServiceRequest.objects.select_related("order__shop"), pk=object_id)

    @action(
        description=_("Approve"), url_path="approve", icon="done_all", permissions=["approve"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def approve(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.row_of(object_id)
        if request.method != "POST":
            return self.step(request, row, "approve", _("Approve"), forms.Form())
        return self.done(request, row, lambda: approve(request=row, staff=request.user))  # type: ignore[arg-type]

    @action(description=_("Settled by hand"), url_path="settle", icon="edit_note", permissions=["decide"])
    def settle(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.with_note(request, object_id, "settle", _("Settled by hand"), settle)

    @action(
        description=_("Decline"), url_path="decline", icon="block", permissions=["decide"], variant=ActionVariant.DANGER
    )
    def decline(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.with_note(request, object_id, "decline", _("Decline"), decline)

    def with_note(
        self, request: HttpRequest, object_id: str, template: str, title: Any, act: Callable[..., TicketServiceRequest]
    ) -> HttpResponse:
        row = self.row_of(object_id)
        form = DecisionNoteForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return self.step(request, row, template, title, form)
        return self.done(request, row, lambda: act(request=row, staff=request.user, **form.cleaned_data))

    def done(self, request: HttpRequest, row: TicketServiceRequest, act: Callable[[], Any]) -> HttpResponse:
        try:
            act()
            messages.success(request, _("Noted."))
        except RequestDecided:
            messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))
        except CannotBeDone as refused:
            why = PROBLEMS[str(refused.extensions["problem"])]
            messages.error(
                request,
                _("The request cannot be carried out automatically: %(why)s. Nothing was changed.") % {"why": why},
            )
        return Redirect(self.page_of(row))

    def page_of(self, row: TicketServiceRequest) -> str:
        return reverse("admin:aftersale_ticketservicerequest_change", args=[quote(row.pk)])

    def step(
        self, request: HttpRequest, row: TicketServiceRequest, template: str, title: Any, form: forms.Form
    ) -> TemplateResponse:
        items = row.items.select_related(*LINE)
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": title, "row": row, "form": form,
            "back": self.page_of(row), "media": self.media + form.media, "items": items,
        }  # fmt: skip
        return TemplateResponse(request, f"admin/aftersale/ticket_service/{template}.html", context)


def mismatch_texts(request: TicketServiceRequest) -> list[Any]:
    """Return the mismatches for staff to check. Empty once the request's data is erased."""
    if not request.name:
        return []
    found = mismatches(request, request.items.all())
    texts = {"reference": _("no order number"), "email": _("another e-mail address"), "name": _("another name"),
             "holders": _("another ticket holder")}  # fmt: skip
    return [text for key, text in texts.items() if found[key]]
