from django.contrib import admin
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from checkout.models import Carrier, CarrierRate, Country
from checkout.queries import country_name
from shop.admin.base import HouseAdmin, HouseTabular, TranslatedAdmin


@admin.register(Country)
class CountryAdmin(HouseAdmin):
    list_display = ["code", "name", "order", "active"]
    list_editable = ["order", "active"]
    search_fields = ["code"]
    fieldsets = [(None, {"fields": [("code", "order"), "active"]})]

    @display(description=_("name"))
    def name(self, country: Country) -> str:
        return country_name(country.code, (get_language() or "de")[:2])


class RateInline(HouseTabular):
    model = CarrierRate
    tab = False
    verbose_name_plural = _("rates")


@admin.register(Carrier)
class CarrierAdmin(TranslatedAdmin):
    list_display = ["name", "only_single_disc", "order", "active"]
    list_editable = ["order", "active"]
    search_fields = ["name_de", "name_en"]
    inlines = [RateInline]
    fieldsets = [(None, {"fields": [("name",), ("description",), ("order", "active", "only_single_disc")]})]
