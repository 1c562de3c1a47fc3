"""Audit entries as texts in the reader's language."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Value
from django.db.models.functions import Cast
from django.utils.formats import date_format, localize
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from shop.core.database.audit_triggers import label, name_field
from shop.core.values.countries import country_name
from shop.core.values.formats import euros, moment_text
from shop.models import AuditEntry
from shop.models.entered import CountryField

# Of fields that hold euros.
MONEY = frozenset({
    "price", "original_price", "additional_price", "amount", "total", "items_total", "discount", "discount_total",
    "shipping_total", "value", "retained",
})  # fmt: skip
NOTHING = "–"
# By the model's label: the key's text and what the row is called.
Names = Mapping[str, Mapping[str, str]]


class Change(NamedTuple):
    """One changed field. `shown`: whether the entry contains its values."""

    field: str
    before: str
    after: str
    shown: bool


class Explained(NamedTuple):
    entry: AuditEntry
    kind: str
    changes: list[Change]


def explain(entries: Sequence[AuditEntry]) -> list[Explained]:
    """Return the entries with readable changes. Reads the names of referenced rows in one statement."""
    names = names_of(entries)
    return [Explained(one, kind_of(one.model), list(changes_of(one, names))) for one in entries]


def model_of(name: str) -> type[models.Model] | None:
    """None for a model of an earlier version."""
    try:
        return apps.get_model(name)
    except LookupError:
        return None


def kind_of(name: str) -> str:
    model = model_of(name)
    if model is None:
        return name
    chosen_for: Any = model._meta.auto_created
    if not chosen_for:
        return capfirst(str(model._meta.verbose_name))
    field = next(one for one in chosen_for._meta.many_to_many if one.remote_field.through is model)
    return f"{capfirst(chosen_for._meta.verbose_name)}: {field.verbose_name}"


def fields_of(name: str) -> dict[str, models.Field]:
    model = model_of(name)
    return {str(one.column): one for one in model._meta.concrete_fields} if model else {}


def names_of(entries: Iterable[AuditEntry]) -> Names:
    wanted: dict[type[models.Model], set[Any]] = defaultdict(set)
    for entry in entries:
        fields = fields_of(entry.model)
        for column, values in entry.changes.items():
            target = fields[column].related_model if column in fields else None
            if isinstance(target, type) and values:
                wanted[target].update(one for one in values if one is not None)
    lists = [names_in(model, keys) for model, keys in wanted.items() if name_field(model)]
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for of_model, key, name in lists[0].union(*lists[1:], all=True) if lists else ():
        found[of_model][key] = name
    return found


def names_in(model: type[models.Model], keys: set[Any]) -> models.QuerySet:
    rows = model._base_manager.filter(pk__in=keys).order_by()
    return rows.values_list(
        Value(label(model)),
        Cast("pk", models.TextField()),
        Cast(name_field(model).name, models.TextField()),  # type: ignore[union-attr]
    )


def changes_of(entry: AuditEntry, names: Names) -> Iterator[Change]:
    """Yield the entry's changes in the order of the model's fields."""
    fields = fields_of(entry.model)
    for column in sorted(entry.changes, key=[*fields].index if entry.changes.keys() <= fields.keys() else None):
        field, values = fields.get(column), entry.changes[column]
        column_name = capfirst(str(field.verbose_name)) if field else column
        if values is None:
            yield Change(column_name, "", "", shown=False)
        else:
            before, after = (written(field, one, names) for one in values)
            yield Change(column_name, before, after, shown=True)


def written(field: models.Field | None, value: Any, names: Names) -> str:
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if field is None:
        return str(value)
    if isinstance(field.related_model, type):
        return names.get(label(field.related_model), {}).get(str(value)) or f"#{value}"
    if isinstance(field, ArrayField) and isinstance(value, list):
        return ", ".join(written(field.base_field, one, names) for one in value)
    if field.flatchoices:
        return str(dict(field.flatchoices).get(value, value))
    return plainly(field, value)


def plainly(field: models.Field, value: Any) -> str:
    match field:
        case models.DateTimeField():
            return moment_text(datetime.fromisoformat(value))
        case models.DateField():
            return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
        case models.DecimalField() if field.name in MONEY:
            return euros(Decimal(str(value)))
        case models.DecimalField() | models.FloatField():
            return str(localize(Decimal(str(value)).normalize() + 0))
        case models.JSONField():
            return json.dumps(value, ensure_ascii=False)
        case CountryField():
            return country_name(value)
    return str(value)
