"""Tables whose rows refer to other things by search fields, read by one statement and not by one a row."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.widgets import AutocompleteSelect
from django.db import models
from django.http import HttpRequest, HttpResponseBase

from catalogue.models import Event
from catalogue.models.listing import Listed
from shop.admin.base import BaseTabularInline

from .filters import with_day


def name_for(owner: str, instance: models.Model) -> str:
    """Its name, and whose it is where `owner`, a shop's key or "", is another's."""
    if not owner or not isinstance(instance, Listed) or str(instance.owner_id) == owner:
        return str(instance)
    return f"{instance} ({instance.owner})"


class Autocomplete(AutocompleteJsonView):
    """What is found for a thing of the shop `?owner=`."""

    def get_queryset(self) -> models.QuerySet:
        loaded_rows: models.QuerySet = super().get_queryset()
        if issubclass(loaded_rows.model, Event):
            loaded_rows = loaded_rows.select_related("venue")
        return loaded_rows.select_related("owner") if issubclass(loaded_rows.model, Listed) else loaded_rows

    def serialize_result(self, obj: models.Model, to_field_name: str) -> dict[str, str]:
        named = name_for(self.request.GET.get("owner", ""), obj)
        if isinstance(obj, Event):
            named = with_day(named, obj)
        return {**super().serialize_result(obj, to_field_name), "text": named}


def autocomplete_view(request: HttpRequest) -> HttpResponseBase:
    return Autocomplete.as_view(admin_site=admin.site)(request)


admin.site.autocomplete_view = autocomplete_view  # type: ignore[method-assign, assignment]


class LoadedAutocomplete(AutocompleteSelect):
    """Names the thing that is chosen already without asking the database once more."""

    loaded: models.Model | None = None
    owner = ""
    """The key of the shop that things are chosen for."""

    def get_url(self) -> str:
        url: str = super().get_url()
        return f"{url}?owner={self.owner}" if self.owner else url

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        instance = self.loaded
        if instance is None or [str(one) for one in value] != [str(instance.pk)]:
            return super().optgroups(name, value, attr)
        empty = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        return [
            (None, [*empty, self.create_option(name, instance.pk, name_for(self.owner, instance), True, len(empty))], 0)
        ]


class LoadedForm(forms.ModelForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            widget = getattr(field.widget, "widget", field.widget)
            if isinstance(widget, LoadedAutocomplete) and self.instance.pk:
                widget.loaded = getattr(self.instance, name)


class LoadedTabular(BaseTabularInline):
    form = LoadedForm

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).select_related(*self.autocomplete_fields)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.autocomplete_fields:
            kwargs["widget"] = LoadedAutocomplete(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        """Without buttons to add and change the things themselves: there is no room for them in a row."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name in (*self.autocomplete_fields, "combination"):
            field.widget = getattr(field.widget, "widget", field.widget)
        return field
