"""The invariants: SQL statements that must return no row (design §4). `manage.py check_invariants` runs them.

The apps above name theirs in `shop.hooks`.
"""

from django.db import connection

from shop import hooks

# Of each that is broken; one would do to know it.
MOST_ROWS = 20


def invariants() -> list[str]:
    """The names of all, in order."""
    return sorted(hooks.above.invariants())


def broken_invariants() -> dict[str, list[tuple[object, ...]]]:
    """Return the wrong rows by the name of their invariant. Empty if all hold."""
    broken = {}
    with connection.cursor() as cursor:
        for name, statement in sorted(hooks.above.invariants().items()):
            cursor.execute(statement)
            rows = cursor.fetchmany(MOST_ROWS)
            if rows:
                broken[name] = rows
    return broken
