"""Triggers of the database, declared in the Meta of the models whose tables have them.

Those of catalogue versions raise them whoever changes a table and in whatever way (design §5).
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
    """Those of a table that pages show. `shops`: SQL that selects the ids of the shops that show the rows of `changed`.

    A statement that changes nothing raises nothing.
    """
    return [
        _raises("insert", "SELECT * FROM after", shops, new="after"),
        _raises("update", REALLY_CHANGED, shops, old="before", new="after"),
        _raises("delete", "SELECT * FROM before", shops, old="before"),
        version_on_truncate(),
    ]


def versions_of_every_shop_on(*columns: str) -> pgtrigger.Trigger:
    """For columns of a shop that others' prices depend on: they sell its things, too."""
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
    """After each statement of these kinds; `body` finds the rows of it in `changed`: the new ones, or those deleted.

    `declare`: name and type of a variable.
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
    """Rows that meet the condition, or all, are not changed."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=operation,
        condition=pgtrigger.Condition(condition) if condition else None,
        func=f"RAISE EXCEPTION '{why}';",
    )
