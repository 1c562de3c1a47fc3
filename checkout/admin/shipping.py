from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from checkout.models import Carrier, CarrierRate, Country
from shop.admin.base import BaseAdmin, BaseTabularInline, TranslatedAdmin
from shop.admin.scope import HOUSE
from shop.core.values.languages import in_all_languages
from shop.models import Shop
from shop.vat.territories import is_in_vat_area


class CountryForm(forms.ModelForm):
    """Asks staff to confirm a new country if deliveries there are exports."""

    def clean(self) -> dict[str, Any] | None:
        code = self.cleaned_data.get("code", "")
        if self.instance._state.adding and code and not is_in_vat_area(code):
            self.cleaned_data["active"] = False
        return self.cleaned_data


@admin.register(Country)
class CountryAdmin(BaseAdmin):
    shop_path = HOUSE
    list_display = ["name", "code", "order", "active"]
    list_editable = ["order", "active"]
    search_fields = ["code"]
    fieldsets = [(None, {"fields": [("code", "order"), "active", "not_in"]})]
    autocomplete_fields = ["not_in"]
    form = CountryForm

    def save_model(self, request: HttpRequest, obj: Country, form: Any, change: bool) -> None:
        """Tell staff which VAT a country means when they add or offer it."""
        super().save_model(request, obj, form, change)
        is_outside, is_new_offer = not is_in_vat_area(obj.code), obj.active and "active" in form.changed_data
        if is_outside and not change:
            messages.warning(
                request,
                gettext(
                    "%(country)s is outside of the EU's VAT area: it is not offered yet. Goods that go there are "
                    "exports without VAT, which need customs papers and a proof; offer it once you are ready for that."
                )
                % {"country": obj},
            )
        elif is_outside and is_new_offer:
            self.tell_of_exports(request, obj)
        elif not is_outside and obj.active and (not change or is_new_offer):
            self.tell_of_home_vat(request, obj)

    def tell_of_exports(self, request: HttpRequest, country: Country) -> None:
        """Of sellers in the EU; there are none where the shops' own country is another one."""
        sellers = Shop.objects.exclude(seller_country=country.code)
        if any(is_in_vat_area(one.seller_country) for one in sellers):
            text = gettext(
                "Goods to %(country)s are exports without VAT from now on: each parcel needs customs papers, and you a "
                "proof that it has left."
            )
            messages.warning(request, text % {"country": country})

    def tell_of_home_vat(self, request: HttpRequest, country: Country) -> None:
        """Of sellers elsewhere in the EU that have entered no day for the VAT of buyers' countries."""
        on = Q(oss_from__lte=timezone.localdate())
        sellers = Shop.objects.exclude(seller_country=country.code).exclude(on).order_by("name")
        if names := [one.name for one in sellers if is_in_vat_area(one.seller_country)]:
            text = gettext(
                "Goods to %(country)s are sold with the seller's own VAT: %(sellers)s. That is right up to 10 000 € a "
                "year to all other EU countries together; from then on "
                "enter the day in the shop under “Seller and payment”."
            )
            messages.warning(request, text % {"country": country, "sellers": ", ".join(names)})

    def get_readonly_fields(self, request: HttpRequest, obj: Country | None = None) -> list[str]:
        """The code is fixed: another one would be another country."""
        return ["code"] if obj else []

    @display(description=_("country"), ordering="code")
    def name(self, country: Country) -> str:
        return str(country)


class RateInline(BaseTabularInline):
    model = CarrierRate
    tab = False
    verbose_name_plural = _("rates")


@admin.register(Carrier)
class CarrierAdmin(TranslatedAdmin):
    shop_path = HOUSE
    list_display = ["name", "only_single_disc", "checks_age", "order", "active"]
    list_editable = ["order", "active"]
    search_fields = in_all_languages("name")
    inlines = [RateInline]
    autocomplete_fields = ["not_in"]
    fieldsets = [
        (
            None,
            {
                "description": _("Carriers and their rates are those of all shops that do not leave them out."),
                "fields": [
                    ("name",),
                    ("description",),
                    ("order", "active"),
                    ("only_single_disc", "checks_age"),
                    ("tracked_by",),
                    ("not_in",),
                ],
            },
        )
    ]
