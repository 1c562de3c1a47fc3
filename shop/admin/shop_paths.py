"""Which shops a row of the staff area lies in: by the paths that its admin names."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import admin
from django.core.checks import Error, register
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.db.models import Q

from shop.models import Shop
from shop.staff.access import HOUSE

# Instead of a path, as HOUSE. Reference rows hold only what shoppers read, too, such as venues: members see all of
# them, and change none.
REFERENCE = "reference"
Paths = tuple[str, ...]


def paths_of(model: type[models.Model]) -> Paths:
    """Return the paths from rows of this model to the shops that own them; a part of a form's row has that of the form.
    Empty for rows of the house, reference rows and models that the staff area does not show.
    """
    if (its_admin := admin.site._registry.get(model)) is not None:
        return getattr(its_admin, "owner_paths", ())
    for one in admin.site._registry.values():
        for inline in one.inlines:
            if inline.model is model and (paths := getattr(one, "owner_paths", ())):
                parent = next(field for field in model._meta.fields if field.related_model is one.model)
                return tuple(parent.name if path == "pk" else f"{parent.name}__{path}" for path in paths)
    return ()


def lying_in(model: type[models.Model], paths: Iterable[str], shops: frozenset[int]) -> Q:
    """Return the condition that one of the paths leads to one of the shops. Repeats no row."""
    found = Q(pk__in=[])
    for path in paths:
        if path == "pk" or not is_of_many(model, path):
            found |= Q(**{f"{path}__in": shops})
        else:
            found |= Q(pk__in=model._base_manager.filter(**{f"{path}__in": shops}).order_by().values("pk"))
    return found


def is_of_many(model: type[models.Model], path: str) -> bool:
    return any(field.many_to_many or field.one_to_many for field in fields_of_path(model, path))


def fields_of_path(model: type[models.Model], path: str) -> Iterator[Any]:
    """Raises FieldDoesNotExist."""
    for name in path.split("__"):
        field = model._meta.get_field(name)
        yield field
        model = field.related_model  # type: ignore[assignment]


def choosable_in(model: type[models.Model], shops: frozenset[int]) -> Q:
    """Return the condition that staff of these shops may choose the row."""
    its_admin = admin.site._registry.get(model)
    if its_admin is None:
        return lying_in(model, paths_of(model), shops)
    return its_admin.seen_in(shops) if hasattr(its_admin, "seen_in") else Q(pk__in=[])


def chosen_by(rows: models.QuerySet, name: str) -> Q:
    """Return the condition of what the rows refer to by the relation of this name."""
    if not any(one.name == name and one.is_relation for one in rows.model._meta.get_fields()):
        return Q(pk__in=[])
    return Q(pk__in=rows.exclude(**{name: None}).order_by().values(name))


def linked_to(model: type[models.Model], shops: frozenset[int]) -> Q:
    """Return the condition that a row of these shops refers to the row."""
    found = Q(pk__in=[])
    relations: list[Any] = model._meta.get_fields(include_hidden=True)
    for relation in relations:
        if relation.auto_created and relation.one_to_many and (paths := paths_of(relation.related_model)):
            rows = relation.related_model._base_manager.filter(lying_in(relation.related_model, paths, shops))
            found |= chosen_by(rows, relation.field.name)
    return found


@register("admin")
def undeclared(app_configs: Any = None, **kwargs: Any) -> list[Error]:
    """Refuse an admin that does not say in which shops its rows lie: the system check of the staff area."""
    found = []
    for one in admin.site._registry.values():
        path = getattr(one, "shop_path", "")
        if path not in (HOUSE, REFERENCE) and not (getattr(one, "owner_paths", ())):
            found.append(Error("shop_path is missing: name the path to the shop, HOUSE or REFERENCE.", obj=type(one)))
            continue
        for lookup in (*getattr(one, "owner_paths", ()), *getattr(one, "seen_path", ())):
            if not leads_to_shop(one.model, lookup):
                found.append(Error(f"{lookup} does not lead to a shop.", obj=type(one)))
    return found


def leads_to_shop(model: type[models.Model], lookup: str) -> bool:
    if lookup == "pk":
        return model is Shop
    try:
        *_fields, last = fields_of_path(model, lookup)
    except (FieldDoesNotExist, AttributeError):
        return False
    return last.related_model is Shop
