from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from catalogue.events.venue_times import shift_events_of_venue
from catalogue.models import Tour, TourDate, Venue
from shop.admin.base import BaseAdmin, BaseTabularInline, CountryFilter, MissingTranslation, preview
from shop.admin.scope import REFERENCE
from shop.core.values.countries import country_name
from shop.core.values.languages import in_all_languages

from .listed import ListedAdmin


class TourDateInline(BaseTabularInline):
    model = TourDate
    autocomplete_fields = ["event"]
    ordering = ["event__happening_from"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).select_related("event__venue", "tour")


@admin.register(Tour)
class TourAdmin(ListedAdmin):
    list_display = ["picture", "name", "owner", "start_date", "end_date", "dates"]
    list_display_links = ["picture", "name"]
    list_filter = [("owner", admin.RelatedOnlyFieldListFilter), MissingTranslation]
    list_select_related = ["owner", "ticket_image"]
    search_fields = [*in_all_languages("name"), "slug", "artists__name"]
    autocomplete_fields = ["owner", "listed_in", "artists", "ticket_image"]
    inlines = [TourDateInline]
    fieldsets = [
        (
            _("Tour"),
            {
                "classes": ["tab"],
                "fields": [
                    ("name",),
                    ("slug", "artists"),
                    ("owner", "listed_in"),
                    ("start_date", "end_date"),
                    "ticket_image",
                ],
            },
        ),
        (_("Texts"), {"classes": ["tab"], "fields": [("subtitle",), ("description",)]}),
        (
            _("Places on overviews"),
            {
                "classes": ["tab"],
                "fields": [
                    "featured_in",
                    "sort_order_homepage",
                    ("sort_order_ticket_top_left", "sort_order_ticket_top_right", "sort_order_ticket_bottom"),
                ],
            },
        ),
    ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).annotate(number_of_dates=models.Count("dates", distinct=True))

    @display(description=_("picture"))
    def picture(self, tour: Tour) -> str:
        return preview(tour.ticket_image, 48)

    @display(description=_("dates"), ordering="number_of_dates")
    def dates(self, tour: Tour) -> int:
        return tour.number_of_dates  # type: ignore[attr-defined]


@admin.register(Venue)
class VenueAdmin(BaseAdmin):
    shop_path = REFERENCE
    list_display = ["name", "city", "post_code", "country", "number"]
    list_filter = [("country_code", CountryFilter)]
    search_fields = ["name", "city", "post_code"]
    fieldsets = [(None, {"fields": ["name", "address", ("post_code", "city", "country_code"), "time_zone"]})]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).annotate(number_of_events=models.Count("events"))

    def save_model(self, request: HttpRequest, obj: Venue, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "time_zone" in form.changed_data:
            shift_events_of_venue(venue=obj, before=form.initial["time_zone"])

    @display(description=_("country"), ordering="country_code")
    def country(self, venue: Venue) -> str:
        return country_name(venue.country_code)

    @display(description=_("events"), ordering="number_of_events")
    def number(self, venue: Venue) -> int:
        return venue.number_of_events  # type: ignore[attr-defined]
