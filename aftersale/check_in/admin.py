"""Check-ins: the forms of events, and who has checked in."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import action, display

from aftersale.check_in.queries import window_of
from aftersale.entrance.queries import SHOWN, name_of
from aftersale.models import CheckIn, CheckInForm, CheckInItem
from aftersale.models.check_in import MAX_NAME
from aftersale.numbers.tickets import grouped_number
from shop.admin.base import BaseAdmin, ReadOnly, TranslatedStacked
from shop.core.values.exports import csv_file
from shop.core.values.formats import moment_text
from shop.core.values.languages import in_all_languages
from shop.core.values.latin import latin_slug
from shop.web.redirects import Redirect

STATES = {
    "off": (pgettext_lazy("check-in", "switched off"), "default"),
    "soon": (pgettext_lazy("check-in", "not open yet"), "info"),
    "open": (pgettext_lazy("check-in", "open"), "success"),
    "over": (pgettext_lazy("check-in", "closed"), "warning"),
}
MOST_ITEMS = 30
EVENT = "ticket__line__variant__event"
ANSWERS = "aftersale.see_checkin_answers"
HEADS = ("number", "valid", "name", "order", "event", "begins", "checked_in_at", "expires_on")


class CheckInItemForm(forms.ModelForm):
    """Only fields have names. A missing name is made from the question."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("kind") == CheckInItem.Kind.FORM:
            question = next(filter(None, map(data.get, in_all_languages("label"))), "")
            made = latin_slug(question)[:MAX_NAME].strip("-")
            data["name"] = data.get("name") or made or "field"
        else:
            data |= {"name": None, "required": False}
        return data


class CheckInItemInline(TranslatedStacked):
    model = CheckInItem
    form = CheckInItemForm
    tab = False
    ordering_field = "order"
    hide_ordering_field = True
    max_num = MOST_ITEMS
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "kind", ("header",), ("content",), ("label",), ("form_type", "required", "name"), "order",
                ]
            },
        )
    ]  # fmt: skip


@admin.register(CheckInForm)
class CheckInFormAdmin(BaseAdmin):
    shop_path = "event__owner"
    list_display = ["event", "status", "fields_asked", "checked_in", "allow_retake"]
    list_select_related = ["event__venue"]
    search_fields = [*in_all_languages("event__name"), "event__venue__city"]
    autocomplete_fields = ["event"]
    inlines = [CheckInItemInline]
    fields = [("event", "allow_retake")]
    actions_detail = ["check_ins"]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        done = Count("event__variants__order_lines__tickets__check_in", distinct=True)
        return super().get_queryset(request).annotate(done=done, asked=Count("items", distinct=True))

    def get_readonly_fields(self, request: HttpRequest, obj: CheckInForm | None = None) -> Any:
        """The event is fixed, because the answers belong to it."""
        return [*super().get_readonly_fields(request, obj), *(["event"] if obj else [])]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not form.instance.event.checkin:
            messages.warning(request, _("The event has no online check-in. Switch it on there, under “Selling”."))

    @display(description=_("state"), label={key: colour for key, (_text, colour) in STATES.items()})
    def status(self, form: CheckInForm) -> tuple[str, Any]:
        window, now = window_of(form.event), timezone.now()
        shown = "over" if window.is_over(now) else "open" if window.is_open(now) else "soon"
        state = shown if form.event.checkin else "off"
        return state, STATES[state][0]

    @display(description=_("parts"))
    def fields_asked(self, form: Any) -> str:
        return str(form.asked)

    @display(description=_("checked in"))
    def checked_in(self, form: Any) -> str:
        return str(form.done)

    def has_check_ins_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("aftersale.view_checkin"))

    @action(description=_("Who has checked in"), url_path="check-ins", icon="groups", permissions=["check_ins"])
    def check_ins(self, request: HttpRequest, object_id: str) -> HttpResponse:
        form = self.get_object(request, object_id)
        address = reverse("admin:aftersale_checkin_changelist")
        return Redirect(f"{address}?{EVENT}__id__exact={form.event_id}" if form else address)


@admin.register(CheckIn)
class CheckInAdmin(ReadOnly, BaseAdmin):
    shop_path = "ticket__line__variant__event__owner"
    list_display = ["whose", "shown_number", "event", "of_order", "at", "expires_on"]
    list_filter = [(EVENT, admin.RelatedOnlyFieldListFilter)]
    list_select_related = [EVENT, "ticket", *(f"ticket__{path}" for path in SHOWN)]
    search_fields = [
        "ticket__number", "ticket__line__placement__order__reference", "ticket__line__ticket_holder__last_name",
        "ticket__line__ticket_holder__first_name", "ticket__line__placement__order__billing_address__last_name",
    ]  # fmt: skip
    search_help_text = _("Name, number or order")
    date_hierarchy = "checked_in_at"
    show_full_result_count = False
    readonly_fields = ["whose", "shown_number", "event", "of_order", "at", "shown_answers"]
    actions = ["export"]

    def get_fields(self, request: HttpRequest, obj: CheckIn | None = None) -> Any:
        """Only staff with the right see the answers."""
        shown_answers = ["shown_answers"] if request.user.has_perm(ANSWERS) else []
        return [("whose", "shown_number"), ("event", "of_order"), ("at", "expires_on"), *shown_answers]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """After deletion the ticket can check in again."""
        return bool(request.user.has_perm("aftersale.delete_checkin"))

    @display(description=_("name"))
    def whose(self, done: CheckIn) -> str:
        return name_of(done.ticket.line)

    @display(description=_("ticket"), ordering="ticket__number")
    def shown_number(self, done: CheckIn) -> str:
        return grouped_number(done.ticket.number)

    @display(description=_("event"))
    def event(self, done: CheckIn) -> str:
        return str(done.ticket.line.variant.event)

    @display(description=pgettext_lazy("purchase", "order"))
    def of_order(self, done: CheckIn) -> str:
        order = done.ticket.line.placement.order
        return format_html('<a href="{}">{}</a>', reverse("admin:checkout_order_change", args=[order.pk]), order)

    @display(description=_("checked in"), ordering="checked_in_at")
    def at(self, done: CheckIn) -> str:
        return moment_text(done.checked_in_at)

    @display(description=_("answers"))
    def shown_answers(self, done: CheckIn) -> str:
        """Answers with the current labels, or with field names if the form no longer has the field."""
        asked = CheckInItem.objects.filter(form__event=done.ticket.line.variant.event, name__in=done.answers)
        labels = {item.name: item.label for item in asked}
        rows = ((labels.get(name) or name, answer_text(answer)) for name, answer in done.answers.items())
        return format_html_join("", '<span class="staff-told">{}<small>{}</small></span>', rows) or "–"

    @admin.action(description=_("Export (CSV)"), permissions=["export"])
    def export(self, request: HttpRequest, queryset: QuerySet) -> HttpResponse:
        """Export check-ins, with a column for each field if the user may see answers."""
        rows: Any = queryset.select_related(*self.list_select_related).order_by(EVENT, "ticket__number")
        names = sorted({name for one in rows for name in one.answers}) if request.user.has_perm(ANSWERS) else []
        return csv_file("check-ins", [*HEADS, *names], rows_of(rows, names))


def answer_text(answer: Any) -> str:
    return str(_("yes")) if answer is True else str(answer)


def rows_of(check_ins: Any, names: list[str]) -> Iterator[list[object]]:
    for one in check_ins:
        line = one.ticket.line
        event = line.variant.event
        answers = (one.answers.get(name, "") for name in names)
        yield [
            one.ticket.number, "yes" if one.ticket.is_valid else one.ticket.ended, name_of(line),
            line.placement.order.reference, event, event.happening_from.isoformat(), one.checked_in_at.isoformat(),
            one.expires_on.isoformat(), *("yes" if answer is True else answer for answer in answers),
        ]  # fmt: skip
