"""What may never happen, as SQL that must return no row (design §4). `manage.py check_invariants` runs it.

Each app tells its own when Django starts, in its `AppConfig.ready`.
"""

from collections.abc import Mapping

from django.db import connection

_told: dict[str, str] = {}
# Of each that is broken; one would do to know it.
MOST_ROWS = 20


def tell_invariants(statements: Mapping[str, str]) -> None:
    """Of one app, by a number and a sentence that nobody else has."""
    assert not _told.keys() & statements.keys()
    _told.update(statements)


def invariants() -> list[str]:
    """The names of all, in order."""
    return sorted(_told)


def broken_invariants() -> dict[str, list[tuple[object, ...]]]:
    """The rows that break an invariant, by its name; empty when all hold."""
    broken = {}
    with connection.cursor() as cursor:
        for name in invariants():
            cursor.execute(_told[name])
            rows = cursor.fetchmany(MOST_ROWS)
            if rows:
                broken[name] = rows
    return broken
