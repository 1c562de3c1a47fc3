from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from catalogue.models import AdventCalendar, AdventDoor
from catalogue.rules import DOORS, doors_open
from shop.admin.base import MissingTranslation, TranslatedAdmin, TranslatedStacked
from shop.core.values.languages import in_all_languages
from shop.queries import shop_url


class DoorInline(TranslatedStacked):
    model = AdventDoor
    autocomplete_fields = ["items"]
    max_num = DOORS
    fieldsets = [(None, {"fields": [("day", "band"), ("name",), ("text",), ("solution",), "items"]})]


@admin.register(AdventCalendar)
class AdventCalendarAdmin(TranslatedAdmin):
    shop_path = "shop"
    list_display = ["year", "shop", "title", "filled", "opened"]
    list_display_links = ["year", "shop"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter), "year", MissingTranslation]
    list_select_related = ["shop"]
    search_fields = [*in_all_languages("title"), "shop__name", "doors__band", *in_all_languages("doors__name")]
    autocomplete_fields = ["shop"]
    inlines = [DoorInline]
    fieldsets = [
        (
            None,
            {
                "description": _(
                    "A door opens on its day in December at 18:00, in Germany's time, and nobody reads before what is "
                    "behind it. Have the terms of the contest checked by a lawyer."
                ),
                "fields": [("shop", "year"), ("title",), ("text",)],
            },
        )
    ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        written = models.Count("doors", filter=models.Q(doors__name_de__gt="") | models.Q(doors__band__gt=""))
        return super().get_queryset(request).annotate(written=written)

    def save_related(self, request: HttpRequest, form: forms.ModelForm, formsets: Any, change: bool) -> None:
        """Every calendar has its 24 doors, filled or not yet."""
        super().save_related(request, form, formsets, change)
        calendar = form.instance
        there = set(calendar.doors.values_list("day", flat=True))
        AdventDoor.objects.bulk_create(
            AdventDoor(calendar=calendar, day=day) for day in range(1, DOORS + 1) if day not in there
        )

    @display(description=_("filled doors"), ordering="written")
    def filled(self, calendar: AdventCalendar) -> str:
        return f"{calendar.written} / {DOORS}"  # type: ignore[attr-defined]

    @display(description=_("open doors"))
    def opened(self, calendar: AdventCalendar) -> str:
        return f"{doors_open(calendar.year, timezone.now(), timezone.get_default_timezone())} / {DOORS}"

    def view_on_site(self, calendar: AdventCalendar) -> str:
        return f"{shop_url(calendar.shop)}/advent/{calendar.year}"
