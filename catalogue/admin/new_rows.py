"""Rows of one inline that those of another may choose before they are saved (staff/new_rows.js)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.db import models
from django.http import HttpRequest

from shop.core.values.languages import in_all_languages


class NewRowField(forms.ModelChoiceField):
    """A row that is there, or one that is saved together with the form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unsaved: Mapping[str, models.Model] = {}

    def to_python(self, value: Any) -> Any:
        unsaved = self.unsaved.get(value)
        return super().to_python(value) if unsaved is None else unsaved


def limit_choices(field: Any, rows: Iterable[models.Model], names: Iterable[str]) -> None:
    """The choices of a form's field, read once and not once a row."""
    field.queryset = rows
    field.choices = [("", "–"), *((row.pk, name) for row, name in zip(rows, names, strict=True))]
    field.widget.choices = field.choices


def choose_copies(request: HttpRequest, *, rows: str, choosers: str, field_name: str) -> None:
    """Where a copy is saved ("Save as new"), rename what its `choosers` have chosen: the copied row and not the row
    of the original. `rows` and `choosers` are prefixes of formsets.
    """
    if "_saveasnew" not in request.POST:
        return
    sent = request.POST.copy()
    copies = {
        key: f"new-{name.split('-')[1]}"
        for name, key in sent.items()
        if name.startswith(f"{rows}-") and name.endswith("-id") and key
    }
    for name, chosen in request.POST.items():
        if name.startswith(f"{choosers}-") and name.endswith(f"-{field_name}"):
            sent[name] = copies.get(str(chosen), str(chosen))
    request.POST = sent  # type: ignore[assignment]


def offer_new_rows(rows: Any, name: str, forms_of_others: Iterable[forms.BaseForm], field_name: str) -> None:
    """Let those forms choose the formset's new rows, by their translated `name`: `new-0` is its first row."""
    added = {
        f"new-{form.prefix.rpartition('-')[2]}": form
        for form in rows.extra_forms
        if form.has_changed() and form.add_prefix("DELETE") not in rows.data
    }
    columns = in_all_languages(name)
    names = [(key, next(filter(None, (form[one].value() for one in columns)), "")) for key, form in added.items()]
    for form in forms_of_others:
        if field_name in form.fields:
            field: Any = form.fields[field_name]
            field.unsaved = {key: one.instance for key, one in added.items()}
            field.choices = [*field.choices, *names]
