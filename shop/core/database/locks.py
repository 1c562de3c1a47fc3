"""Locks of rows and names until the transaction ends. Each app's `locks.py` says which ones and in which order.

The canaries of the race tests turn all locks off (TEST_WITHOUT_LOCKS) and must then fail.
"""

from collections.abc import Sequence
from typing import TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def locked(rows: QuerySet[Row], *, no_key: bool = True, of: Sequence[str] = ()) -> QuerySet[Row]:
    """Lock the rows when they are read. `no_key`: other transactions may still insert rows that refer to them. `of`:
    only these of the tables that `select_related` joins, "self" for the rows' own.
    """
    return rows if settings.TEST_WITHOUT_LOCKS else rows.select_for_update(no_key=no_key, of=of)


def lock_name(name: str) -> None:
    """Lock a name that stands for something without a row."""
    lock_names([name])


def lock_names(names: Sequence[str]) -> None:
    """Lock the names in this order, in one statement."""
    if names and not settings.TEST_WITHOUT_LOCKS:
        with connection.cursor() as cursor:
            locks = ", ".join(["pg_advisory_xact_lock(hashtextextended(%s, 0))"] * len(names))
            cursor.execute(f"SELECT {locks}", list(names))
