"""An event's seat map: read in a plan after seeing what it would do, set seats aside, see who has which."""

import base64
import zlib
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.db import models
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from unfold.decorators import display
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from catalogue.models import Event, Seat, SeatMap
from catalogue.seat_plans.json_lines import LARGEST
from catalogue.seat_plans.plan import Plan
from catalogue.seat_plans.problems import PlanRefused
from catalogue.seat_plans.upload import read_upload
from catalogue.seating.importing import SeatsClaimed, import_plan
from catalogue.seating.map_colours import colours_of, matched_categories
from catalogue.seating.preview import preview_svg
from catalogue.seating.reservations import NoSuchSeats, SeatSelection, set_aside
from catalogue.seating.stored import stored_plan
from shop.admin.base import BaseAdmin, ReadOnly
from shop.core.values.languages import in_all_languages
from shop.web.redirects import Redirect

# How long a plan that was looked at can be taken over without sending it again.
KEPT_SECONDS = 1800


class PlanForm(forms.Form):
    file = forms.FileField(
        label=_("plan"), widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json,application/json"}),
        help_text=_(
            "JSON: a seating plan of pretix, our own format, or what a shop publishes. You see first what would change."
        ),
    )  # fmt: skip

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("At most %(most)s MB."), params={"most": LARGEST // 2**20})
        return file


class SetAsideForm(forms.Form):
    section = forms.ChoiceField(label=_("section"), widget=UnfoldAdminSelectWidget)
    row = forms.CharField(
        label=_("row"), required=False, max_length=20, widget=UnfoldAdminTextInputWidget,
        help_text=_("Empty: the whole section."),
    )  # fmt: skip
    numbers = forms.CharField(
        label=_("seats"), required=False, max_length=500, widget=UnfoldAdminTextInputWidget,
        help_text=_("Such as 1-4, 7, 9a. Empty: whole rows."),
    )  # fmt: skip
    kind = forms.ChoiceField(
        label=_("for"), choices=Seat.Reserved.choices, required=False, widget=UnfoldAdminSelectWidget
    )

    def __init__(self, seat_map: SeatMap, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["section"]
        field.choices = [(one.name_de, str(one)) for one in seat_map.sections.all()]


def seat_map_page(site: admin.AdminSite, request: HttpRequest, event: Event) -> HttpResponse:
    """The whole page and everything it can do."""
    seat_map = SeatMap.objects.filter(event=event).first()
    here = reverse("admin:catalogue_event_seat_map", args=[event.pk])
    form, aside = PlanForm(), SetAsideForm(seat_map) if seat_map else None
    found: dict[str, Any] = {}
    match request.POST.get("do"):
        case "look":
            form = PlanForm(request.POST, request.FILES)
            if form.is_valid():
                found = _preview(event, form.cleaned_data["file"].read())
        case "take":
            if _take_over(request, event):
                return Redirect(here)
        case "show":
            _show_map(request, event)
            return Redirect(here)
        case "aside" if seat_map:
            aside = SetAsideForm(seat_map, request.POST)
            if aside.is_valid() and _set_aside(request, event, aside):
                return Redirect(here)
    context = {
        **site.each_context(request),
        "title": _("Seat map"),
        "subtitle": str(event),
        "opts": Event._meta,
        "event": event,
        "seat_map": seat_map,
        "is_hidden": event.hide_map or not event.display_map,
        "form": form,
        "aside": aside,
        "media": form.media,
        "back": reverse("admin:catalogue_event_change", args=[event.pk]),
        "categories": _counted(seat_map) if seat_map else [],
        "picture": _picture(stored_plan(seat_map), event) if seat_map and not found else "",
        "seats": f"{reverse('admin:catalogue_seat_changelist')}?row__section__seat_map__id__exact={seat_map.pk}"
        if seat_map
        else "",
        **found,
    }
    return TemplateResponse(request, "admin/catalogue/event/seat_map.html", context)


def _preview(event: Event, content: bytes) -> dict[str, Any]:
    """What a plan would do, and the token by which it can be taken over."""
    try:
        reading = read_upload(content)
    except PlanRefused as error:
        return {"problems": error.problems}
    report = import_plan(event=event, plan=reading.plan, dry_run=True)
    token = uuid4().hex
    if not report.conflicts:
        cache.set(_key(event, token), zlib.compress(content, 6), timeout=KEPT_SECONDS)
    return {
        "report": report,
        "conflicts": report.conflicts[:200],
        "more_conflicts": max(0, len(report.conflicts) - 200),
        "notes": reading.notes(),
        "new_picture": _picture(reading.plan, event),
        "token": "" if report.conflicts else token,
    }


def _key(event: Event, token: str) -> str:
    return f"seat-plan:{event.pk}:{token}"


def _take_over(request: HttpRequest, event: Event) -> bool:
    content = cache.get(_key(event, request.POST.get("token", "")[:32]))
    if content is None:
        messages.error(request, _("Please send the plan again: it was not kept any longer."))
        return False
    try:
        reading = read_upload(zlib.decompress(content))
        report = import_plan(event=event, plan=reading.plan)
    except PlanRefused as error:
        messages.error(request, str(error))
    except SeatsClaimed as error:
        names = " – ".join(map(str, error.conflicts[:10]))
        messages.error(
            request, _("Meanwhile seats were held or sold; nothing was changed: %(seats)s") % {"seats": names}
        )
    else:
        done = _("The plan has been read in: %(added)s seats added, %(kept)s kept, %(removed)s removed.")
        messages.success(request, done % {"added": report.added, "kept": report.kept, "removed": report.removed})
        return True
    return False


def _show_map(request: HttpRequest, event: Event) -> None:
    event.display_map, event.hide_map = True, False
    event.save(update_fields=["display_map", "hide_map", "changed_at"])
    messages.success(request, _("The event's page shows the seat map now."))


def _set_aside(request: HttpRequest, event: Event, form: SetAsideForm) -> bool:
    given = form.cleaned_data
    selection = SeatSelection(given["section"], given["row"].strip(), given["numbers"].strip())
    try:
        changed = set_aside(event=event, selection=selection, kind=given["kind"])
    except NoSuchSeats as error:
        form.add_error("numbers" if selection.numbers else "row", error.message)
    except SeatsClaimed as error:
        names = " – ".join(map(str, error.conflicts[:10]))
        form.add_error(None, _("Held or sold; nothing was changed: %(seats)s") % {"seats": names})
    else:
        messages.success(request, _("%(changed)s seats changed.") % {"changed": changed})
        return True
    return False


def _picture(plan: Plan, event: Event) -> str:
    """As an address that holds it: a picture so shown runs no script whatever it is made of."""
    colors = colours_of(plan, matched_categories(event, plan))
    return "data:image/svg+xml;base64," + base64.b64encode(preview_svg(plan, colors).encode()).decode()


def _counted(seat_map: SeatMap) -> list[dict[str, Any]]:
    """By category: its colour, how many seats it has, and how many of them are sold, held, set aside."""
    seats = Seat.objects.filter(row__section__seat_map=seat_map).order_by()
    counted = {
        one["pricing_category"]: one
        for one in seats.values("pricing_category").annotate(
            seats=Count("pk"),
            sold=Count("claim", filter=Q(claim__session=None)),
            held=Count("claim", filter=Q(claim__session__isnull=False)),
            aside=Count("pk", filter=Q(reserved_for__in=Seat.NOT_FOR_SALE)),
            accessible=Count("pk", filter=Q(reserved_for__in=Seat.ACCESSIBLE)),
        )
    }
    categories = seat_map.event.pricing_categories.annotate(tickets=Count("variants"))
    return [{"category": one, **counted[one.pk]} for one in categories if one.pk in counted]


class SeatStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("sold", str(_("sold"))), ("held", str(_("held"))), ("free", str(_("free")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "sold":
                return queryset.filter(claim__isnull=False, claim__session=None)
            case "held":
                return queryset.filter(claim__session__isnull=False)
            case "free":
                return queryset.filter(claim=None)
        return queryset


class SeatMapFilter(admin.RelatedFieldListFilter):
    """Names all seat maps by one statement."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: admin.ModelAdmin) -> Any:
        return [(str(one.pk), str(one)) for one in SeatMap.objects.select_related("event")]


@admin.register(Seat)
class SeatAdmin(ReadOnly, BaseAdmin):
    """Who has which seat. Seats are changed on their event's seat map."""

    shop_path = "row__section__seat_map__event__owner"
    list_display = ["section", "row_name", "number", "category", "reserved", "state", "holder"]
    list_display_links = None
    list_filter = [
        SeatStateFilter, "reserved_for", ("row__section__seat_map", SeatMapFilter),
        ("row__section", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    list_select_related = ["row__section", "pricing_category", "claim"]
    search_fields = [*in_all_languages("row__section__name"), "row__name", "=number"]
    ordering = ["row__section__seat_map", "place"]
    list_per_page = 100
    show_full_result_count = False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    @display(description=_("section"), ordering="place")
    def section(self, seat: Seat) -> str:
        return str(seat.row.section)

    @display(description=_("row"))
    def row_name(self, seat: Seat) -> str:
        return seat.row.name

    @display(description=_("pricing category"))
    def category(self, seat: Seat) -> str:
        return seat.pricing_category.name

    @display(description=_("reserved for"))
    def reserved(self, seat: Seat) -> str:
        return str(seat.get_reserved_for_display()) if seat.reserved_for else ""

    @display(description=_("state"), label={"sold": "success", "held": "warning", "free": "default"})
    def state(self, seat: Seat) -> tuple[str, object]:
        claim = getattr(seat, "claim", None)
        if claim is None:
            return "free", _("free")
        return ("sold", _("sold")) if claim.is_sold else ("held", _("held"))

    @display(description=_("who has it"))
    def holder(self, seat: Seat) -> str | SafeString:
        claim = getattr(seat, "claim", None)
        if claim is None:
            return ""
        if not claim.is_sold:
            return str(_("a cart"))
        try:
            address = reverse("admin:checkout_order_change", args=[claim.holder])
        except NoReverseMatch:
            return str(claim.holder)
        return format_html('<a href="{}">{}</a>', address, pgettext("purchase", "order"))
