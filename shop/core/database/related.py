"""Related rows that a write has already loaded, so that they are not read again."""

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def with_prefetched(row: Row, **related: Sequence[Any]) -> Row:
    """Return a copy of the row with these related rows, as if `prefetch_related` had read them."""
    found: Any = copy(row)
    found._prefetched_objects_cache = {}
    for name, rows in related.items():
        queryset = getattr(found, name).get_queryset()
        queryset._result_cache, queryset._prefetch_done = list(rows), True
        found._prefetched_objects_cache[name] = queryset
    return found
