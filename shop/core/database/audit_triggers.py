"""The triggers that write the audit entries. Models declare them in their Meta."""

from collections.abc import Iterable
from typing import Any

import pgtrigger
from django.conf import settings
from django.db import connection, models

# Fields that may name a row in an audit entry; the first one that the model has is used.
NAMES = (
    "reference", "name", "title", "username", "question", "note", "description", "alt", "number", "source", "kind",
    "language", "year",
)  # fmt: skip
# True in SQL if the writer is staff, a job or a command (shop.core.database.actors), false for shoppers.
HAS_ACTOR = "coalesce(current_setting('shop.at_work', true), '') <> ''"


def audited(
    *,
    part_of: Iterable[str] = (),
    masked: Iterable[str] = (),
    ignored: Iterable[str] = (),
    shoppers_write: bool = False,
    only_updates: bool = False,
) -> list[pgtrigger.Trigger]:
    """Return the audit triggers of a table that staff change.

    `part_of`: foreign keys (also paths such as `variant__product`) to the objects whose history shows the change, too,
    the outermost first. `masked`: fields of which the entry says that they changed, without their values. `ignored`:
    fields that staff never write. `shoppers_write`: shoppers write the table as well; only the writes of staff, jobs
    and commands are recorded.
    """
    declared = {"part_of": tuple(part_of), "masked": tuple(masked), "ignored": tuple(ignored)}
    somebody = pgtrigger.Condition(HAS_ACTOR) if shoppers_write else None
    # PostgreSQL checks the condition before it calls the function, so a shopper's write costs one comparison.
    changed = somebody or pgtrigger.AnyChange(exclude=list(declared["ignored"]))
    update = AuditTrigger(name="audited_update", operation=pgtrigger.Update, condition=changed, **declared)
    if only_updates:
        return [update]
    return [
        AuditTrigger(name="audited", operation=pgtrigger.Insert | pgtrigger.Delete, condition=somebody, **declared),
        update,
    ]


def audited_models() -> dict[str, "AuditTrigger"]:
    """Return the audited models by their labels, each with its trigger."""
    found: Any = pgtrigger.registered()
    return {label(model): trigger for model, trigger in found if isinstance(trigger, AuditTrigger)}


class AuditTrigger(pgtrigger.Trigger):
    """Calls `note_change` (shop/migrations/0001_initial.py) with what the model says of the row."""

    when = pgtrigger.After

    def __init__(
        self, *, part_of: tuple[str, ...], masked: tuple[str, ...], ignored: tuple[str, ...], **kwargs: object
    ) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.part_of, self.masked, self.ignored = part_of, masked, ignored

    def get_declare(self, model: Any) -> list[tuple[str, str]]:
        return [("kept", "jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD))")]

    def get_func(self, model: Any) -> str:
        key = f"kept->>'{model._meta.pk.column}'"
        parents = [parent_sql(model, path) for path in self.part_of]
        names = [name_sql(target, of) for target, of in parents if name_field(target)]
        own = name_field(model)
        if own and own.name not in self.masked:
            names.append(f"nullif(kept->>'{own.column}', '')")
        labels = [f"'{label(model)}:' || ({key})", *(f"'{label(target)}:' || {of}" for target, of in parents)]
        left_out = array_sql(sorted({model._meta.pk.column, *columns(model, self.ignored), *language_copies(model)}))
        return (
            f"PERFORM note_change('{label(model)}', TG_OP, {key}, concat_ws(' · ', {', '.join(names) or 'NULL'}), "
            f"array_remove(ARRAY[{', '.join(labels)}], NULL), to_jsonb(OLD) - {left_out}, to_jsonb(NEW) - {left_out}, "
            f"{array_sql(columns(model, self.masked))}); RETURN NULL;"
        )


def label(model: type[models.Model]) -> str:
    """Return the model's label in audit entries; a proxy has that of its table's model."""
    return model._meta.concrete_model._meta.label_lower  # type: ignore[union-attr]


def name_field(model: type[models.Model]) -> models.Field | None:
    """Return the field that names a row for staff; of a translated field, the one of the default language."""
    there = {one.name: one for one in model._meta.concrete_fields}
    for name in NAMES:
        if field := there.get(f"{name}_{settings.MODELTRANSLATION_DEFAULT_LANGUAGE}") or there.get(name):
            return field
    return None


def language_copies(model: type[models.Model]) -> list[str]:
    """Return the columns that repeat the column of the default language."""
    there = {one.name for one in model._meta.concrete_fields}
    suffix = f"_{settings.MODELTRANSLATION_DEFAULT_LANGUAGE}"
    return [str(one.column) for one in model._meta.concrete_fields if one.name + suffix in there]


def parent_sql(model: type[models.Model], path: str) -> tuple[type[models.Model], str]:
    """Return the model at the end of the path, and SQL for the key of its row."""
    first, *further = path.split("__")
    field = model._meta.get_field(first)
    sql = f"(kept->>'{field.column}')::{field.db_type(connection)}"  # type: ignore[union-attr]
    target = field.related_model
    for name in further:
        meta, field = target._meta, target._meta.get_field(name)  # type: ignore[union-attr]
        sql = f"(SELECT {field.column} FROM {meta.db_table} WHERE {meta.pk.column} = {sql})"  # type: ignore[union-attr] # noqa: S608
        target = field.related_model
    return target, sql  # type: ignore[return-value]


def name_sql(model: type[models.Model], key: str) -> str:
    column, meta = name_field(model).column, model._meta  # type: ignore[union-attr]
    return f"(SELECT nullif({column}::text, '') FROM {meta.db_table} WHERE {meta.pk.column} = {key})"  # noqa: S608


def columns(model: type[models.Model], names: Iterable[str]) -> list[str]:
    return [str(model._meta.get_field(name).column) for name in names]  # type: ignore[union-attr]


def array_sql(names: Iterable[str]) -> str:
    return "'{" + ",".join(names) + "}'::text[]"
