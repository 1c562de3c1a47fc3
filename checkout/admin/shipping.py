from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from checkout.models import Carrier, CarrierRate, Country
from shop.admin.base import HouseAdmin, HouseTabular, TranslatedAdmin


@admin.register(Country)
class CountryAdmin(HouseAdmin):
    list_display = ["name", "code", "order", "active"]
    list_editable = ["order", "active"]
    search_fields = ["code"]
    fieldsets = [(None, {"fields": [("code", "order"), "active"]})]

    def get_readonly_fields(self, request: HttpRequest, obj: Country | None = None) -> list[str]:
        """Another code would be another country."""
        return ["code"] if obj else []

    @display(description=_("country"), ordering="code")
    def name(self, country: Country) -> str:
        return str(country)


class RateInline(HouseTabular):
    model = CarrierRate
    tab = False
    verbose_name_plural = _("rates")


@admin.register(Carrier)
class CarrierAdmin(TranslatedAdmin):
    list_display = ["name", "only_single_disc", "checks_age", "order", "active"]
    list_editable = ["order", "active"]
    search_fields = ["name_de", "name_en"]
    inlines = [RateInline]
    fieldsets = [
        (
            None,
            {
                "description": _("Carriers and their rates are those of all shops."),
                "fields": [
                    ("name",),
                    ("description",),
                    ("order", "active"),
                    ("only_single_disc", "checks_age"),
                    ("tracked_by",),
                ],
            },
        )
    ]
