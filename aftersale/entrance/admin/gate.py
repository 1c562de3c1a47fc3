"""Staff pages of the entrance: pair phones, watch admissions, undo entries, export attendees."""

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import action, display
from unfold.enums import ActionVariant

from aftersale.entrance.actions import offer_pairing, undo_admission, withdraw_device
from aftersale.entrance.actions.devices import PAIRING_LASTS
from aftersale.entrance.errors import NotInside
from aftersale.entrance.queries import (
    CATEGORY,
    SHOWN,
    admissions_by_number,
    counts_by_kind,
    events_with_counts,
    in_this_language,
    kind_of,
    name_of,
    totals,
    with_entry,
    wrong_admissions,
)
from aftersale.entrance.rules import AFTERWARDS, GIVEN_BY, HOSTS, SELLERS, UNDOERS
from aftersale.models import Admission, Attendee, EntranceDevice, EntranceEvent, Scan, Ticket
from aftersale.numbers.tickets import grouped_number
from aftersale.tickets.admin import ReasonForm, state_of
from aftersale.tickets.bars import qr_svg
from catalogue.admin.filters import EventFilter
from catalogue.admin.venue_clock import VenueClock, clock_text
from checkout.orders.texts import seat_text
from shop.admin.base import BaseAdmin, ReadOnly
from shop.admin.step_pages import StepPages
from shop.core.values.exports import csv_file
from shop.core.values.formats import moment_text
from shop.core.values.zones import with_zone_note
from shop.web.redirects import Redirect

from .box_office import BoxOfficePages

WITHDRAWN, PAIRED, UNPAIRED = "withdrawn", "paired", "unpaired"
DEVICE_COLOURS = {WITHDRAWN: "danger", PAIRED: "success", UNPAIRED: "warning"}
VERDICT_COLOURS = {
    "admitted": "success", "already": "warning", "other_event": "warning", "sent_away": "warning", "ended": "danger",
    "old_code": "danger", "unknown": "danger", "number_only": "danger",
}  # fmt: skip
IN, OUT = "in", "out"
WRONGLY, BY_NUMBER = "yes", "number"
HEADS = (
    "number", "valid", "name", "category", "seat", "order", "email", "event", "begins", "in_since", "in_by",
)  # fmt: skip


class EntrancePages(StepPages):
    step_templates = "admin/aftersale/entrance"


@admin.register(EntranceDevice)
class EntranceDeviceAdmin(VenueClock, EntrancePages, BaseAdmin):
    shop_path = "event__owner"
    list_display = ["name", "event", "status", "may_undo", "may_admit_by_number", "heard_of"]
    list_filter = [("event", EventFilter)]
    list_select_related = ["event__venue"]
    search_fields = ["name", "event__name"]
    autocomplete_fields = ["event"]
    fields = [
        "name", "event", "may_undo", "may_sell", "may_admit_by_number", "paired_at", "paired_by", "seen_at",
        "withdrawn_at",
    ]  # fmt: skip
    readonly_fields = ["paired_at", "paired_by", "seen_at", "withdrawn_at"]
    actions_detail = ["pair", "withdraw"]

    def get_fieldsets(self, request: HttpRequest, obj: EntranceDevice | None = None) -> Any:
        venue = obj.event.venue if obj else None
        help_texts = {"description": clock_text(venue)} if venue and venue.time_zone_note else {}
        return [(title, {**shown, **help_texts}) for title, shown in super().get_fieldsets(request, obj)]

    @display(description=_("last heard of"), ordering="seen_at")
    def heard_of(self, device: EntranceDevice) -> str:
        return moment_text(device.seen_at, device.event.venue.zone) if device.seen_at else "–"

    def get_readonly_fields(self, request: HttpRequest, obj: EntranceDevice | None = None) -> list[str]:
        """The event is fixed, because the scans belong to it. Staff can only grant rights that they have themselves."""
        lacked = [name for name, right in GIVEN_BY.items() if not request.user.has_perm(right)]
        return [*self.readonly_fields, *lacked, *(["event"] if obj else [])]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A device is withdrawn, never deleted: its scans stay."""
        return False

    @display(description=_("state"), label=DEVICE_COLOURS)
    def status(self, device: EntranceDevice) -> tuple[str, Any]:
        if device.withdrawn_at:
            return WITHDRAWN, _("withdrawn")
        return (PAIRED, _("paired")) if device.key_digest else (UNPAIRED, _("not paired"))

    def has_pair_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Pairing hands over the device's rights and sales, so the staff member must have all these rights."""
        if not request.user.has_perm("aftersale.change_entrancedevice"):
            return False
        device = EntranceDevice.objects.filter(pk=object_id).first()
        return all(request.user.has_perm(right) for name, right in GIVEN_BY.items() if getattr(device, name, False))

    def has_withdraw_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        if not request.user.has_perm("aftersale.change_entrancedevice"):
            return False
        return object_id is None or EntranceDevice.objects.active().filter(pk=object_id).exists()

    def page_of(self, device: EntranceDevice) -> str:
        return reverse("admin:aftersale_entrancedevice_change", args=[quote(device.pk)])

    @action(description=_("Pair a phone"), url_path="pair", icon="qr_code_2", permissions=["pair"])
    def pair(self, request: HttpRequest, object_id: str) -> HttpResponse:
        device = get_object_or_404(EntranceDevice.objects.select_related("event"), pk=object_id)
        back, title = self.page_of(device), _("Pair a phone")
        if request.method != "POST":
            return self.step(request, "pair", title, back, device=device)
        code = offer_pairing(device=device, staff=request.user)  # type: ignore[arg-type]
        address = request.build_absolute_uri(reverse("entrance")) + f"#{code}"
        shown = {"address": address, "code": mark_safe(qr_svg(address)), "minutes": PAIRING_LASTS.seconds // 60}  # noqa: S308
        response = self.step(request, "pairing", title, back, device=device, **shown)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    @action(
        description=_("Withdraw"), url_path="withdraw", icon="phonelink_erase", permissions=["withdraw"],
        variant=ActionVariant.DANGER,
    )  # fmt: skip
    def withdraw(self, request: HttpRequest, object_id: str) -> HttpResponse:
        device = get_object_or_404(EntranceDevice.objects.select_related("event__venue"), pk=object_id)
        if request.method != "POST":
            heard_of = self.heard_of(device) if device.seen_at else ""
            return self.step(request, "withdraw", _("Withdraw"), self.page_of(device), device=device, heard_of=heard_of)
        withdraw_device(device=device)
        messages.success(request, _("It lets nobody in any more."))
        return Redirect(self.page_of(device))


@admin.register(EntranceEvent)
class EntranceEventAdmin(BoxOfficePages, EntrancePages, ReadOnly, BaseAdmin):
    shop_path = "owner"
    list_display = ["__str__", "when", "venue", "inside", "trouble", "by_number"]
    list_select_related = ["venue"]
    search_fields = ["name", "descriptive_name", "venue__city"]
    date_hierarchy = "happening_from"
    show_full_result_count = False
    actions_detail = ["sell", "guests"]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """Events with tickets, and events that begin later or began less than six hours ago."""
        still = Q(expected__gt=0) | Q(happening_from__gte=timezone.now() - AFTERWARDS)
        return events_with_counts(super().get_queryset(request)).filter(still)

    def get_ordering(self, request: HttpRequest) -> Any:
        """The event of today or the next first, what is over last."""
        is_over = Q(happening_from__lt=timezone.now() - AFTERWARDS)
        return [
            Case(When(is_over, then=1), default=0), Case(When(is_over, then=None), default=F("happening_from")),
            "-happening_from",
        ]  # fmt: skip

    @display(description=_("begins"), ordering="happening_from")
    def when(self, event: Any) -> str:
        return str(event.begins)

    @display(description=_("in / expected"))
    def inside(self, event: Any) -> str:
        return f"{event.inside or 0} / {event.expected or 0}"

    @display(description=_("let in wrongly"))
    def trouble(self, event: Any) -> str:
        return str(event.trouble or "–")

    @display(description=_("by number alone"))
    def by_number(self, event: Any) -> str:
        return str(event.by_number or "–")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show people inside by kind of ticket, and wrong admissions. The page refreshes itself every few seconds."""
        event = get_object_or_404(EntranceEvent.objects.select_related("venue"), pk=object_id)
        if not self.has_view_permission(request, event) or request.method != "GET":
            raise PermissionDenied
        kinds = counts_by_kind(event)
        inside, expected = totals(kinds)
        shown = {
            "event": event, "kinds": kinds, "inside": inside, "expected": expected, "trouble": wrong_admissions(event),
            "by_number": admissions_by_number(event), "devices": event.entrance_devices.order_by("name"),
            "now": timezone.now(),
            "percent": round(100 * inside / expected) if expected else 0,
            "may_sell": request.user.has_perm(SELLERS), "may_host": request.user.has_perm(HOSTS),
        }  # fmt: skip
        back = reverse("admin:aftersale_entranceevent_changelist")
        with timezone.override(event.venue.zone):
            return self.step(request, "event", str(event), back, **shown).render()


class InsideFilter(admin.SimpleListFilter):
    title = pgettext_lazy("admission", "entry")
    parameter_name = "entry"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [(IN, pgettext_lazy("entrance", "in")), (OUT, _("not in"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet:
        inside = Exists(Admission.objects.in_force().filter(ticket=OuterRef("pk")))
        if self.value() == IN:
            return queryset.filter(inside)
        return queryset.filter(~inside, invalidated_at=None) if self.value() == OUT else queryset


class CategoryFilter(admin.SimpleListFilter):
    title = _("category")
    parameter_name = "category"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        named = (
            model_admin.in_sight(request, Ticket.objects.all())
            .annotate(category=in_this_language(CATEGORY))
            .order_by("category")
        )
        return [(name, name) for name in named.values_list("category", flat=True).distinct() if name]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet:
        if not self.value():
            return queryset
        return queryset.annotate(category=in_this_language(CATEGORY)).filter(category=self.value())


@admin.register(Attendee)
class AttendeeAdmin(EntrancePages, ReadOnly, BaseAdmin):
    shop_path = "line__variant__event__owner"
    list_display = ["whose", "shown_number", "kind", "of_order", "valid", "inside"]
    list_filter = [
        ("line__variant__event", EventFilter), InsideFilter, CategoryFilter,
        ("line__placement__order__shop", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    list_select_related = [*SHOWN, "line__variant__event__venue"]
    search_fields = [
        "number", "line__placement__order__reference", "line__ticket_holder__last_name",
        "line__ticket_holder__first_name", "line__placement__order__billing_address__last_name",
        "line__placement__order__billing_address__first_name",
    ]  # fmt: skip
    search_help_text = _("Name, number or order")
    show_full_result_count = False
    fields = ["whose", "shown_number", "kind", "of_order", "inside", "entries"]
    readonly_fields = fields
    actions = ["export"]
    actions_detail = ["undo"]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return with_entry(super().get_queryset(request))

    @display(description=_("name"), ordering="line__placement__order__billing_address__last_name")
    def whose(self, ticket: Ticket) -> str:
        return name_of(ticket.line)

    @display(description=_("number"), ordering="number")
    def shown_number(self, ticket: Ticket) -> str:
        return grouped_number(ticket.number)

    @display(description=_("ticket"), header=True)
    def kind(self, ticket: Ticket) -> list[str]:
        line = ticket.line
        return [str(line.variant.event), " · ".join(filter(None, (kind_of(line), seat_text(line))))]

    @display(description=pgettext_lazy("purchase", "order"))
    def of_order(self, ticket: Ticket) -> str:
        return ticket.line.placement.order.reference

    @display(description=_("state"))
    def valid(self, ticket: Ticket) -> str:
        return str(state_of(ticket)[1])

    @display(description=_("in since"))
    def inside(self, ticket: Any) -> str:
        zone = venue_zone(ticket)
        return " · ".join(f"{moment_text(one.at, zone)} · {one.scan.device}" for one in ticket.entry) or "–"

    @display(description=_("entries"))
    def entries(self, ticket: Ticket) -> str:
        """All entries, also undone ones."""
        found = ticket.admissions.select_related("scan__device", "undone_by", "undone_on").order_by("at")
        return "; ".join(entry_text(one, venue_zone(ticket)) for one in found) or "–"

    def has_undo_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        if not request.user.has_perm(UNDOERS):
            return False
        return object_id is None or Admission.objects.in_force().filter(ticket=object_id).exists()

    @action(description=_("Undo entry"), url_path="undo", icon="undo", permissions=["undo"])
    def undo(self, request: HttpRequest, object_id: str) -> HttpResponse:
        ticket = get_object_or_404(Ticket.objects.select_related("line"), pk=object_id)
        back = reverse("admin:aftersale_attendee_change", args=[quote(ticket.pk)])
        form = ReasonForm(request.POST or None)
        if not form.is_valid():
            number = grouped_number(ticket.number)
            shown: dict[str, Any] = {"ticket": ticket, "number": number, "form": form, "media": self.media + form.media}
            return self.step(request, "undo", _("Undo entry"), back, **shown)
        try:
            undo_admission(ticket=ticket, staff=request.user, reason=form.cleaned_data["reason"])  # type: ignore[arg-type]
            messages.success(request, _("The ticket lets somebody in once more."))
        except NotInside:
            messages.error(request, _("Somebody has handled it meanwhile. Nothing was changed."))
        return Redirect(back)

    @admin.action(description=_("Export (CSV)"), permissions=["export"])
    def export(self, request: HttpRequest, queryset: QuerySet) -> HttpResponse:
        return csv_file("attendees", HEADS, rows_of(queryset))


def venue_zone(ticket: Ticket) -> ZoneInfo:
    event = ticket.line.variant.event
    assert event is not None
    return event.venue.zone


def entry_text(entry: Admission, zone: ZoneInfo) -> str:
    text = f"{moment_text(entry.at, zone)} · {entry.scan.device}"
    if entry.undone_at is None:
        return text
    undone = _("undone %(at)s by %(who)s") % {
        "at": moment_text(entry.undone_at, zone), "who": entry.undone_by or entry.undone_on
    }  # fmt: skip
    return " · ".join(part for part in (text, undone, entry.reason) if part)


def rows_of(tickets: QuerySet) -> Iterator[list[object]]:
    """Yield the rows of the export. Reads `entry`: prefetch it (`with_entry`)."""
    shown = (*SHOWN, "line__variant__event__venue", "line__variant__event__owner")
    for one in tickets.order_by("line__variant__event", "number").select_related(*shown):
        order, event = one.line.placement.order, one.line.variant.event
        entry, zone = next(iter(one.entry), None), event.venue.zone
        # The shop's language: the file is the same whoever of the staff exports it.
        with translation.override(event.owner.default_locale):
            yield [
                one.number, "yes" if one.is_valid else one.ended, name_of(one.line), kind_of(one.line),
                seat_text(one.line), order.reference, order.email, str(event),
                event.happening_from.astimezone(zone).isoformat(),
                entry.at.astimezone(zone).isoformat() if entry else "", entry.scan.device if entry else "",
            ]  # fmt: skip


class TroubleFilter(admin.SimpleListFilter):
    title = _("to look into")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return [(WRONGLY, _("let in wrongly")), (BY_NUMBER, _("let in by number alone"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet:
        wanted = {WRONGLY: queryset.let_in_wrongly, BY_NUMBER: queryset.let_in_by_number}.get(self.value() or "")
        return wanted() if wanted else queryset


@admin.register(Scan)
class ScanAdmin(ReadOnly, BaseAdmin):
    shop_path = "event__owner"
    list_display = ["shown_at", "status", "let_in", "shown_ticket", "read_by", "device", "before", "offline"]
    list_filter = [
        TroubleFilter, "verdict", "read_by", "offline", ("event", EventFilter),
        ("device", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    list_select_related = ["ticket", "device", "against__device", "event__venue"]
    search_fields = ["number", "ticket__number", "device__name"]
    date_hierarchy = "scanned_at"
    show_full_result_count = False
    fields = [
        "event", "device", "shown_ticket", "read_by", "by_number", "verdict", "let_in", "before", "scanned_at",
        "received_at", "offline",
    ]  # fmt: skip
    readonly_fields = ["shown_ticket", "before"]

    @display(description=_("scanned"), ordering="scanned_at")
    def shown_at(self, scan: Scan) -> str:
        zone = scan.event.venue.zone
        return with_zone_note(date_format(timezone.localtime(scan.scanned_at, zone), "d.m.Y H:i:s"), zone)

    @display(description=_("found"), label=VERDICT_COLOURS)
    def status(self, scan: Scan) -> tuple[str, Any]:
        return scan.verdict, scan.get_verdict_display()

    @display(description=_("ticket"))
    def shown_ticket(self, scan: Scan) -> str:
        """The number that was read, perhaps a former one."""
        return grouped_number(scan.number or scan.ticket.number) if scan.ticket else "–"

    @display(description=_("entry before it"))
    def before(self, scan: Scan) -> str:
        first = scan.against
        return f"{moment_text(first.scanned_at, scan.event.venue.zone)} · {first.device}" if first else "–"
