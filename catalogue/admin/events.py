from collections import Counter
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import models
from django.db.models import Exists, OuterRef, Subquery, Sum, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminColorInputWidget

from catalogue.events.venue_times import shift_rows_beside_events
from catalogue.events.waiting_rooms import room_for
from catalogue.models import Event, PricingCategory, ProductVariant, Stock, StockUse, TourDate, Venue
from catalogue.models.event import UNNAMED_CATEGORY
from catalogue.seating.copying import copy_seat_map
from sessions_queue.models import WaitingRoom
from shop.admin.base import (
    AlwaysSavedForm,
    BaseTabularInline,
    MissingTranslation,
    OrderedFormSet,
    TranslatedAdmin,
    TranslatedTabular,
    preview,
)
from shop.admin.scripts import NEW_ROWS
from shop.admin.step_pages import StepPages
from shop.core.values.languages import in_all_languages
from shop.web.redirects import Redirect

from .listed import ListedAdmin, is_changelist, page_of
from .new_rows import choose_copies
from .seat_maps import seat_map_page
from .variants import TicketsInline
from .venue_clock import EventClock, clock_text

TIMES = _("Times")


class PricingCategoryForm(AlwaysSavedForm):
    """The model's name for a category without a header stands in one language alone: the others fall back to it, and
    a category that staff name in their language has no other name in another.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.pk:
            self.initial.update(dict.fromkeys(in_all_languages("name")[1:], ""))

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        names = [name for name in in_all_languages("name") if self.cleaned_data.get(name)]
        unnamed = [name for name in names if self.cleaned_data[name] == UNNAMED_CATEGORY]
        if 0 < len(unnamed) < len(names):
            self.cleaned_data |= dict.fromkeys(unnamed, None)
        return cleaned


class PricingCategoryFormSet(OrderedFormSet):
    def clean(self) -> None:
        """Refuse a new colour that another category has on the seat map. Equal colours that were there before stay:
        they keep staff from nothing else.
        """
        super().clean()
        forms = [form for form in self.forms if form.instance.seat_stock_id is not None and colour_in(form)]
        number = Counter(map(colour_in, forms))
        for form in forms:
            if number[colour_in(form)] > 1 and colour_in(form) != form.initial["map_color"].casefold():
                form.add_error("map_color", _("Another category has this colour on the seat map."))


def colour_in(form: forms.ModelForm) -> str:
    """Empty if the colour is missing or wrong, or the row is to be deleted."""
    sent = getattr(form, "cleaned_data", {})
    return "" if sent.get("DELETE") else (sent.get("map_color") or "").casefold()


class PricingCategoryInline(TranslatedTabular):
    model = PricingCategory
    form = PricingCategoryForm
    formset = PricingCategoryFormSet
    fields = ["name", "map_color", "section", "expanded", "hide_buttons", "order"]
    ordering_field = "order"
    hide_ordering_field = True

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        if db_field.name == "map_color":
            kwargs["widget"] = UnfoldAdminColorInputWidget()
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class TourInline(BaseTabularInline):
    model = TourDate
    autocomplete_fields = ["tour"]
    verbose_name = _("tour")
    verbose_name_plural = _("tours")


class WhenFilter(admin.SimpleListFilter):
    title = _("date")
    parameter_name = "when"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("coming", str(_("coming"))), ("past", str(_("past"))), ("presale", str(_("presale not begun")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        now = timezone.now()
        match self.value():
            case "coming":
                return queryset.filter(happening_from__gte=now)
            case "past":
                return queryset.filter(happening_from__lt=now)
            case "presale":
                return queryset.filter(presale_at__gt=now)
        return queryset


@admin.register(PricingCategory)
class PricingCategoryAdmin(TranslatedAdmin):
    """Only for choosing one; its form is part of the event's."""

    shop_path = "event__owner"
    list_display = ["name", "event"]
    list_select_related = ["event"]
    search_fields = [
        *in_all_languages("name", "event__name", "event__descriptive_name"),
    ]  # fmt: skip

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    def view_on_site(self, category: PricingCategory) -> str | None:
        return page_of(category.event)


@admin.register(Event)
class EventAdmin(EventClock, StepPages, ListedAdmin):
    step_templates = "admin/catalogue/event"
    list_display = ["picture", "title", "when", "owner", "tickets", "sale"]
    list_display_links = ["picture", "title"]
    list_filter = [
        WhenFilter, "active", "state", ("owner", admin.RelatedOnlyFieldListFilter),
        ("tours", admin.RelatedOnlyFieldListFilter), ("artists", admin.RelatedOnlyFieldListFilter),
        "personalization_requirement", MissingTranslation,
    ]  # fmt: skip
    list_select_related = ["owner", "venue", "image"]
    search_fields = [
        *in_all_languages("name", "descriptive_name"), "slug",
        "venue__name", "venue__city", "artists__name",
    ]  # fmt: skip
    date_hierarchy = "happening_from"
    autocomplete_fields = [
        "owner", "listed_in", "artists", "categories", "venue", "image", "related_products", "related_events",
    ]  # fmt: skip
    inlines = [PricingCategoryInline, TicketsInline, TourInline]
    save_as = True
    actions_detail = ["seat_map", "waiting_room"]

    class Media:
        js = (NEW_ROWS,)

    fieldsets = [
        (
            _("Event"),
            {
                "classes": ["tab"],
                "fields": [
                    ("name",),
                    ("slug", "venue"),
                    ("owner", "listed_in"),
                    ("artists", "categories"),
                    ("active", "state"),
                    ("leads", "hide_date"),
                    "image",
                ],
            },
        ),
        (
            TIMES,
            {
                "classes": ["tab"],
                "fields": [
                    ("happening_from", "happening_until"),
                    ("door_time", "stage_time"),
                    "presale_at",
                    ("check_in_start_at", "check_in_end_at"),
                ],
            },
        ),
        (
            _("Texts"),
            {
                "classes": ["tab"],
                "fields": [
                    ("descriptive_name",),
                    ("description",),
                    ("html_details",),
                    ("sold_out_message",),
                    ("custom_tag",),
                    ("disclaimer_text",),
                    ("seo_title",),
                    ("seo_description",),
                ],
            },
        ),
        (
            _("Selling"),
            {
                "classes": ["tab"],
                "fields": [
                    ("cart_limit", "default_amount", "force_ticket_amount"),
                    ("only_online_tickets", "only_hard_tickets", "checkin"),
                    ("personalization_requirement", "needs_postal_address", "vat_rate"),
                    ("display_map", "hide_map"),
                    ("force_section", "distancing_amount"),
                    "transfer_when_scarce",
                    ("external_link",),
                    ("external_link_text",),
                    "kulturpass_url",
                ],
            },
        ),
        (
            _("Organiser"),
            {
                "classes": ["tab"],
                "fields": [
                    ("local_organizer", "owning_company"),
                    ("owning_first_name", "owning_last_name"),
                    ("owning_address", "owning_address2"),
                    ("owning_post_code", "owning_city", "owning_country_code"),
                    ("policy_link", "custom_terms_anchor"),
                ],
            },
        ),
        (_("Relations"), {"classes": ["tab"], "fields": [("related_products", "related_events")]}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> Any:
        """What was cancelled, postponed or moved: its refund offer changes it, with all that follows for the buyers."""
        decided = ["state"] if obj and obj.state in Event.DECIDED else []
        return [*super().get_readonly_fields(request, obj), *decided]

    def formfield_for_choice_field(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "state":
            own = (Event.State.ON_SALE, Event.State.STOPPED)
            kwargs["choices"] = [(one.value, one.label) for one in own]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        clock_help = clock_text(self.venue_of(request, str(obj.pk) if obj else None))
        return [
            (title, {**shown, "description": clock_help} if title is TIMES else shown)
            for title, shown in super().get_fieldsets(request, obj)
        ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        events = super().get_queryset(request)
        if not is_changelist(request):
            return events
        used = StockUse.objects.filter(variant__event=OuterRef(OuterRef("pk"))).values("stock")
        stocks = Stock.objects.filter(pk__in=used).annotate(all=Value(1)).order_by().values("all")
        free, sold = (stocks.annotate(pieces=Sum(column)).values("pieces") for column in ("free", "sold"))
        unlimited = ProductVariant.objects.filter(event=OuterRef("pk"), active=True, stocks=None)
        tickets = ProductVariant.objects.filter(event=OuterRef("pk"), active=True)
        return events.annotate(
            free=Subquery(free), sold=Subquery(sold), unlimited=Exists(unlimited), has_tickets=Exists(tickets)
        )

    def _create_formsets(self, request: HttpRequest, obj: Event, change: bool) -> tuple[list[Any], list[Any]]:
        """Tickets may be of categories that are saved with them."""
        choose_copies(request, rows="pricing_categories", choosers="variants", field_name="pricing_category")
        formsets, inlines = super()._create_formsets(request, obj, change)
        by_model = {formset.model: formset for formset in formsets}
        if {ProductVariant, PricingCategory} <= by_model.keys():
            by_model[ProductVariant].offer(by_model[PricingCategory])
        return formsets, inlines

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        moves = change and "venue" in form.changed_data
        before = Venue.objects.get(pk=form.initial["venue"]).time_zone if moves else obj.venue.time_zone
        super().save_model(request, obj, form, change)
        if before != obj.venue.time_zone:
            shift_rows_beside_events(events=Event.objects.filter(pk=obj.pk), before=before, after=obj.venue.time_zone)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        event: Event = form.instance
        if "_saveasnew" in request.POST and request.resolver_match is not None:
            source = Event.objects.get(pk=request.resolver_match.kwargs["object_id"])
            copy_seat_map(source=source, target=event)
        if event.active and not event.external_link and not event.variants.filter(active=True).exists():
            messages.warning(request, _("“%s” has no tickets and cannot be booked.") % event)

    @action(description=_("Seat map"), url_path="seat-map", icon="event_seat", permissions=["change"])
    def seat_map(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return seat_map_page(self.admin_site, request, get_object_or_404(Event, pk=object_id))

    def has_waiting_room_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("sessions_queue.change_waitingroom"))

    @action(
        description=_("Waiting room"), url_path="waiting-room", icon="hourglass_top", permissions=["waiting_room"]
    )  # fmt: skip
    def waiting_room(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """To the event's; where it has none, asks first."""
        event = get_object_or_404(Event, pk=object_id)
        known = WaitingRoom.objects.filter(event_room__event=event).first()
        if known is not None or request.method == "POST":
            room = known or room_for(event=event)
            return Redirect(reverse("admin:sessions_queue_waitingroom_change", args=[room.pk]))
        back = reverse("admin:catalogue_event_change", args=[event.pk])
        return self.step(request, "waiting_room", _("Waiting room"), back, event=event)

    @display(description=_("picture"))
    def picture(self, event: Event) -> str:
        return preview(event.image, 48)

    @display(description=_("event"), header=True, ordering="name")
    def title(self, event: Event) -> list:
        return [event.name, str(event.venue)]

    @display(description=_("begins"), ordering="happening_from")
    def when(self, event: Event) -> str:
        return event.begins

    @display(description=_("tickets"), header=True)
    def tickets(self, event: Any) -> list:
        left = _("unlimited") if event.unlimited else _("%(free)s free") % {"free": event.free or 0}
        return [left, _("%(sold)s sold") % {"sold": event.sold or 0}]

    @display(
        description=_("state"),
        label={
            "on": "success", "off": "default", "out": "danger", "soon": "info", "past": "default", "away": "info",
            Event.State.STOPPED: "warning", Event.State.CANCELLED: "danger", Event.State.POSTPONED: "warning",
        },
    )  # fmt: skip
    def sale(self, event: Any) -> tuple[str, object]:
        now = timezone.now()
        if not event.active:
            return "off", _("inactive")
        if event.state not in Event.SOLD_IN:
            return event.state, event.get_state_display()
        if event.happening_from < now:
            return "past", _("past")
        if event.presale_at and event.presale_at > now:
            return "soon", _("presale not begun")
        if event.external_link and (event.unlimited or event.free or not event.has_tickets):
            return "away", _("sold elsewhere")
        return ("on", _("on sale")) if event.unlimited or event.free else ("out", _("sold out"))
