"""Tables whose rows refer to other things by search fields, read by one statement and not by one a row."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.admin.widgets import AutocompleteSelect
from django.db import models
from django.http import HttpRequest

from shop.admin.base import HouseTabular


class LoadedAutocomplete(AutocompleteSelect):
    """Names the thing that is chosen already without asking the database once more."""

    loaded: models.Model | None = None

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        thing = self.loaded
        if thing is None or [str(one) for one in value] != [str(thing.pk)]:
            return super().optgroups(name, value, attr)
        empty = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        return [(None, [*empty, self.create_option(name, thing.pk, str(thing), True, len(empty))], 0)]


class LoadedForm(forms.ModelForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            widget = getattr(field.widget, "widget", field.widget)
            if isinstance(widget, LoadedAutocomplete) and self.instance.pk:
                widget.loaded = getattr(self.instance, name)


class LoadedTabular(HouseTabular):
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
