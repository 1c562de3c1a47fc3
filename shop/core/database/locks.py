"""How rows and names are locked until the transaction ends. Which and in which order, each app's `locks` says.

Nothing is locked in the race tests' canary, which shows that it matters.
"""

from collections.abc import Sequence
from typing import TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def locked(rows: QuerySet[Row], *, no_key: bool = True) -> QuerySet[Row]:
    """`no_key`: rows that refer to them may still be stored."""
    return rows if settings.TEST_WITHOUT_LOCKS else rows.select_for_update(no_key=no_key)


def lock_name(name: str) -> None:
    """What has no row of its own."""
    lock_names([name])


def lock_names(names: Sequence[str]) -> None:
    """One after the other, in one statement."""
    if names and not settings.TEST_WITHOUT_LOCKS:
        with connection.cursor() as cursor:
            locks = ", ".join(["pg_advisory_xact_lock(hashtextextended(%s, 0))"] * len(names))
            cursor.execute(f"SELECT {locks}", list(names))
