"""Printed numbers: free, given or void, with the reason, and a report by event."""

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant

from aftersale.models import PrintedNumber
from aftersale.printed_tickets.actions import release_number, replace_number, void_number
from aftersale.printed_tickets.errors import NoPrintedNumberLeft, PrintedNumberChanged
from aftersale.printed_tickets.queries import events_with_numbers
from aftersale.tickets.admin import ReasonForm, page_of_order
from catalogue.admin.filters import EventFilter
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.core.values.exports import csv_file
from shop.web.redirects import Redirect

FREE, USED, VOID = "free", "used", "void"
STATE_COLOURS = {FREE: "success", USED: "info", VOID: "danger"}
WRITERS = "aftersale.change_printednumber"


def state_of(number: PrintedNumber) -> tuple[str, Any]:
    if number.is_void:
        return VOID, number.get_ended_display()
    return (USED, _("given")) if number.is_used else (FREE, pgettext_lazy("number", "free"))


class NumberStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [(FREE, pgettext_lazy("number", "free")), (USED, _("given")), (VOID, pgettext_lazy("number", "void"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[PrintedNumber]:
        match self.value():
            case "free":
                return queryset.free()
            case "used":
                return queryset.used()
            case "void":
                return queryset.void()
        return queryset


@admin.register(PrintedNumber)
class PrintedNumberAdmin(ReadOnly, BaseAdmin):
    shop_path = "event__owner"
    list_display = ["number", "status", "event", "kind", "of_order", "given_at"]
    list_filter = [
        NumberStateFilter, ("event", EventFilter), ("list", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    list_select_related = [
        "event", "variant__event", "variant__pricing_category", "pricing_category", "line__placement__order",
    ]  # fmt: skip
    search_fields = ["number", "key", "line__placement__order__reference", "line__placement__order__email"]
    search_help_text = _("Number, order or e-mail")
    show_full_result_count = False
    actions = ["export"]
    actions_list = ["report"]
    actions_detail = ["replace", "make_void", "release"]
    readonly_fields = ["state_text", "kind", "of_order", "of_line"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("number", "state_text", "event"),
                    ("kind", "list", "place"),
                    ("of_order", "of_line", "given_at"),
                    ("voided_at", "reason"),
                ]
            },
        )
    ]

    @display(description=_("state"), label=STATE_COLOURS)
    def status(self, number: PrintedNumber) -> tuple[str, Any]:
        return state_of(number)

    @display(description=_("state"))
    def state_text(self, number: PrintedNumber) -> str:
        state, text = state_of(number)
        return badge(text, STATE_COLOURS[state])

    @display(description=_("for"))
    def kind(self, number: PrintedNumber) -> str:
        return kind_of(number) or gettext("all printed tickets")

    @display(description=pgettext_lazy("purchase", "order"), ordering="line__placement__order__reference")
    def of_order(self, number: PrintedNumber) -> str:
        if number.line is None:
            return "–"
        order = number.line.placement.order
        return format_html('<a href="{}">{}</a>', page_of_order(order), order.reference)

    @display(description=_("ticket"))
    def of_line(self, number: PrintedNumber) -> str:
        return number.line.name if number.line else "–"

    def may(self, request: HttpRequest, object_id: Any, numbers: QuerySet[PrintedNumber]) -> bool:
        if not request.user.has_perm(WRITERS) or not self.has_view_permission(request):
            return False
        return object_id is None or numbers.filter(pk=object_id).exists()

    def has_replace_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, PrintedNumber.objects.used())

    def has_void_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, PrintedNumber.objects.exclude(pk__in=PrintedNumber.objects.void()))

    def has_release_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, PrintedNumber.objects.void())

    @action(description=_("Replace"), url_path="replace", icon="swap_horiz", permissions=["replace"])
    def replace(self, request: HttpRequest, object_id: str) -> HttpResponse:
        lead = _(
            "Use this if the ticket is lost or damaged. The number becomes void, and the buyer gets the next free "
            "one. If the parcel has left, send the new ticket yourself. If no number is free, a parcel that is "
            "still here waits for one."
        )

        def act(number: PrintedNumber, reason: str) -> Any:
            new = replace_number(number=number, reason=reason)
            if new is None:
                return _("The number is void. The buyer gets the next number that becomes free.")
            return _("The number is void. The buyer now has %(number)s.") % {"number": new.number}

        return self.with_reason(request, object_id, _("Replace"), lead, act)

    @action(
        description=_("Make void"), url_path="void", icon="block", permissions=["void"], variant=ActionVariant.DANGER
    )
    def make_void(self, request: HttpRequest, object_id: str) -> HttpResponse:
        lead = _(
            "This makes the number void. If the parcel has not left, the buyer gets the next free number. If it "
            "has left, no replacement follows automatically. Nothing is refunded."
        )

        def act(number: PrintedNumber, reason: str) -> Any:
            void_number(number=number, reason=reason)
            return _("It is void.")

        return self.with_reason(request, object_id, _("Make void"), lead, act)

    @action(description=_("Give it after all"), url_path="release", icon="undo", permissions=["release"])
    def release(self, request: HttpRequest, object_id: str) -> HttpResponse:
        lead = _("Use this if you have the undamaged ticket. The number becomes free, and the next buyer gets it.")

        def act(number: PrintedNumber, reason: str) -> Any:
            release_number(number=number, reason=reason)
            return _("It is free again.")

        return self.with_reason(request, object_id, _("Give it after all"), lead, act)

    def with_reason(
        self, request: HttpRequest, object_id: str, title: Any, lead: Any, act: Callable[[PrintedNumber, str], Any]
    ) -> HttpResponse:
        """Ask for the reason, then run `act` with it."""
        known = PrintedNumber.objects.select_related("event", "line__placement__order")
        number = get_object_or_404(known, pk=object_id)
        back = reverse("admin:aftersale_printednumber_change", args=[number.pk])
        form = ReasonForm(request.POST or None)
        if form.is_valid():
            try:
                messages.success(request, act(number, form.cleaned_data["reason"]))
            except PrintedNumberChanged:
                messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))
            except NoPrintedNumberLeft:
                messages.error(request, _("No number of this kind is free. Nothing was changed."))
            return Redirect(back)
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": title, "lead": lead, "number": number,
            "form": form, "back": back, "media": self.media + form.media,
        }  # fmt: skip
        return TemplateResponse(request, "admin/aftersale/printed/step.html", context)

    @action(description=_("Events"), url_path="report", icon="table_chart", permissions=["view"])
    def report(self, request: HttpRequest) -> HttpResponse:
        """Show numbers and waiting pieces of each event; also as CSV."""
        wanted: Any = events_with_numbers().order_by("-happening_from", "pk")
        to_do = request.GET.get("to_do", "")
        if to_do == "waiting":
            wanted = wanted.filter(waiting__gt=0)
        elif to_do == "low":
            wanted = wanted.filter(is_low=True)
        if request.GET.get("format") == "csv":
            heads = [
                _("event"), _("date"), pgettext_lazy("number", "free"), _("given"), pgettext_lazy("number", "void"),
                _("waiting for a number"), _("runs out"),
            ]  # fmt: skip
            return csv_file("printed-tickets", [capfirst(str(head)) for head in heads], report_rows(wanted))
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": _("Printed tickets by event"),
            "events": wanted, "to_do": to_do, "back": reverse("admin:aftersale_printednumber_changelist"),
            "may_add": request.user.has_perm("aftersale.add_printedlist"),
        }  # fmt: skip
        return TemplateResponse(request, "admin/aftersale/printed/report.html", context)

    @admin.action(description=_("Export (CSV)"), permissions=["export"])
    def export(self, request: HttpRequest, queryset: QuerySet[PrintedNumber]) -> HttpResponse:
        heads = [
            _("number"), _("event"), _("for"), _("state"), _("why it is void"), _("void since"),
            pgettext_lazy("purchase", "order"), _("given"), _("reason"),
        ]  # fmt: skip
        return csv_file("printed-numbers", [capfirst(str(head)) for head in heads], number_rows(queryset))


def kind_of(number: PrintedNumber) -> str:
    """Return the kind of ticket that the number is for. Empty: all tickets of the event."""
    if number.variant is not None:
        category = number.variant.pricing_category
        return " ".join(filter(None, [category.name if category else "", number.variant.description]))
    return number.pricing_category.name if number.pricing_category else ""


def report_rows(events: Any) -> Iterator[list[object]]:
    for one in events:
        yield [
            str(one),
            one.begins_on.isoformat(),
            one.free,
            one.used,
            one.void,
            one.waiting,
            gettext("yes") if one.is_low else "",
        ]


def number_rows(numbers: QuerySet[PrintedNumber]) -> Iterator[list[object]]:
    known = numbers.select_related(*PrintedNumberAdmin.list_select_related).order_by("event", "list", "place")
    for one in known.iterator(chunk_size=500):
        state, _text = state_of(one)
        yield [
            one.number, str(one.event), kind_of(one), state, one.ended, moment(one.voided_at),
            one.line.placement.order.reference if one.line else "", moment(one.given_at), one.reason,
        ]  # fmt: skip


def moment(at: Any) -> str:
    return timezone.localtime(at).strftime("%Y-%m-%d %H:%M") if at else ""
