"""What the forms of everything share that one shop owns and several list (design §1 "Whose is it?")."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from catalogue.models import Artist, Category, Event, Product, Tour
from catalogue.models.listing import Listed
from catalogue.queries import visible
from shop.admin.slugs import SluggedAdmin, SluggedForm
from shop.models import AccessCode, Shop
from shop.queries import shop_url

SHOWN_IN: dict[type[Listed], Callable[[Shop], models.QuerySet]] = {
    Artist: visible.artists,
    Category: visible.categories,
    Event: visible.events,
    Product: visible.products,
    Tour: visible.tours,
}


def page_of(instance: Listed) -> str | None:
    """The address of its page at its owner's, else where it is listed; None while nobody shows it."""
    for shop in sorted(instance.listed_in.all(), key=lambda shop: shop != instance.owner):
        if SHOWN_IN[type(instance)](shop).filter(pk=instance.pk).exists():
            return shop_url(shop) + reverse(type(instance)._meta.model_name, args=[instance.slug])
    return None


class ListedForm(SluggedForm):
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        owner, listed_in = self.cleaned_data.get("owner"), self.cleaned_data.get("listed_in")
        if owner and listed_in and AccessCode.objects.filter(shop=owner).exists():
            elsewhere = [shop.name for shop in listed_in if shop != owner]
            if elsewhere:
                self.add_error(
                    "listed_in",
                    forms.ValidationError(
                        _("%(owner)s needs an access code; its things are listed nowhere else (%(shops)s)."),
                        params={"owner": owner, "shops": ", ".join(elsewhere)},
                    ),
                )
        return cleaned


class ListedAdmin(SluggedAdmin):
    shop_path = "owner"
    seen_path = ("listed_in",)
    form = ListedForm
    list_select_related = ["owner"]

    def view_on_site(self, instance: Any) -> str | None:
        return page_of(instance)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """What no shop lists is listed by its owner."""
        super().save_related(request, form, formsets, change)
        instance = form.instance
        if not instance.listed_in.exists():
            instance.listed_in.add(instance.owner)

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "listed_in":
            field.help_text = _("The shops that show it. Empty: the owner alone.")
        return field


def is_changelist(request: HttpRequest) -> bool:
    """Whether a list is asked for, whose columns need more than a form does."""
    match = request.resolver_match
    return match is not None and (match.url_name or "").endswith("_changelist")
