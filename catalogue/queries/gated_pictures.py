"""Which pictures only a gated shop shows: their files need its code, too (docs/decisions/0014-gated-pictures.md)."""

import time
from collections import defaultdict
from functools import cache

from django.db.models import Model, Q

from shop.models import AccessCode, Image, Shop

KEPT_SECONDS = 2.0
_kept: tuple[float, dict[str, frozenset[int]]] = (float("-inf"), {})


def gated_pictures() -> dict[str, frozenset[int]]:
    """The gated shops by the keys of their pictures; at most two seconds old, so that pictures cost no statement."""
    global _kept
    if time.monotonic() - _kept[0] > KEPT_SECONDS:
        _kept = (time.monotonic(), read_gated_pictures())
    return _kept[1]


def read_gated_pictures() -> dict[str, frozenset[int]]:
    """What a shop without a code shows as well is open."""
    gated = set(AccessCode.objects.values_list("shop", flat=True))
    found: dict[str, set[int]] = defaultdict(set)
    if not gated:
        return {}
    for model, field, owner in uses_of_pictures():
        rows = model._base_manager.filter(Q(**{f"{owner}__in": gated}), **{f"{field}__isnull": False})
        for key, shop in rows.values_list(f"{field}__key", owner):
            found[key].add(shop)
    for model, field, owner in uses_of_pictures():
        rows = model._base_manager.filter(~Q(**{f"{owner}__in": gated}), **{f"{field}__key__in": list(found)})
        for key in rows.values_list(f"{field}__key", flat=True):
            found.pop(key, None)
    return {key: frozenset(shops) for key, shops in found.items()}


@cache
def uses_of_pictures() -> tuple[tuple[type[Model], str, str], ...]:
    """Every column that names a picture: its model, its name and the path to the shop whose it is."""
    relations = Image._meta.get_fields(include_hidden=True)
    columns = [one.field for one in relations if one.auto_created and one.is_relation and not one.concrete]  # type: ignore[union-attr]
    return tuple((one.model, one.name, owner_path(one.model)) for one in columns)


def owner_path(model: type[Model]) -> str:
    """The path from a row to its shop's number."""
    if model is Shop:
        return "pk"
    columns = {one.name: one for one in model._meta.get_fields() if one.many_to_one and one.concrete}
    for name in ("owner", "shop"):
        if name in columns:
            return f"{name}_id"
    for name, column in columns.items():
        if column.related_model is not Image and isinstance(column.related_model, type):
            return f"{name}__{owner_path(column.related_model)}"
    raise LookupError(f"nobody owns a {model.__name__}")
