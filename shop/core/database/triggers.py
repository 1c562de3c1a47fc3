"""Triggers of the database. Models declare them in their Meta.

The version triggers raise a shop's catalogue version after every change of a table, also one by hand (design §5).
"""

from collections.abc import Collection

import pgtrigger

OF_ITS_SHOP = "SELECT changed.shop_id FROM changed"
OF_EVERY_SHOP = "SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed)"
RAISE = "PERFORM raise_catalogue_versions(array({shops})); RETURN NULL;"
REALLY_CHANGED = (
    "(SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)"
)
OPERATIONS = {"insert": pgtrigger.Insert, "update": pgtrigger.Update, "delete": pgtrigger.Delete}


def version_triggers(shops: str) -> list[pgtrigger.Trigger]:
    """Return the triggers of a table that pages show. `shops`: SQL for the ids of the shops that show the rows of
    `changed`. An update that leaves all values as they were raises no version.
    """
    return [
        _raises("insert", "SELECT * FROM after", shops, new="after"),
        _raises("update", REALLY_CHANGED, shops, old="before", new="after"),
        _raises("delete", "SELECT * FROM before", shops, old="before"),
        version_on_truncate(),
    ]


def versions_of_every_shop_on(*columns: str) -> pgtrigger.Trigger:
    """Raise the versions of all shops if these columns change: prices depend on them in shops that sell this one's
    goods.
    """
    named = ", ".join(("id", *columns))
    changed = f"SELECT {named} FROM after EXCEPT SELECT {named} FROM before"  # noqa: S608
    return pgtrigger.Trigger(
        name="version_of_every_shop",
        level=pgtrigger.Statement,
        when=pgtrigger.After,
        operation=pgtrigger.Update,
        referencing=pgtrigger.Referencing(old="before", new="after"),
        func=RAISE.format(shops=f"WITH changed AS ({changed}) {OF_EVERY_SHOP}"),
    )


def _raises(operation: str, changed: str, shops: str, **tables: str) -> pgtrigger.Trigger:
    return pgtrigger.Trigger(
        name=f"version_on_{operation}",
        level=pgtrigger.Statement,
        when=pgtrigger.After,
        operation=OPERATIONS[operation],
        referencing=pgtrigger.Referencing(**tables),
        func=RAISE.format(shops=f"WITH changed AS ({changed}) {shops}"),
    )


def version_on_truncate() -> pgtrigger.Trigger:
    return pgtrigger.Trigger(
        name="version_on_truncate",
        level=pgtrigger.Statement,
        when=pgtrigger.After,
        operation=pgtrigger.Truncate,
        func=RAISE.format(shops="SELECT id FROM shop_shop"),
    )


def after_each(operations: Collection[str], name: str, body: str, declare: str = "") -> list[pgtrigger.Trigger]:
    """Return triggers that run `body` after each statement of these kinds. `changed` has its new or deleted rows.

    `declare`: name and type of a variable of `body`.
    """
    return [
        pgtrigger.Trigger(
            name=f"{name}_on_{operation}",
            level=pgtrigger.Statement,
            when=pgtrigger.After,
            operation=OPERATIONS[operation],
            referencing=pgtrigger.Referencing(**{"old" if operation == "delete" else "new": "changed"}),
            declare=[(declare.partition(" ")[0], declare.partition(" ")[2])] if declare else None,
            func=f"{body} RETURN NULL;",
        )
        for operation in operations
    ]


def refusing_trigger(name: str, operation: pgtrigger.Operation, why: str, condition: str = "") -> pgtrigger.Trigger:
    """Return a trigger that raises an exception for rows that meet the condition; without one, for all rows."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=operation,
        condition=pgtrigger.Condition(condition) if condition else None,
        func=f"RAISE EXCEPTION '{why}';",
    )
