"""What the database does by itself when the catalogue changes, as SQL for the triggers of the models."""

import pgtrigger

from catalogue.rules import LOW_STOCK
from shop.core.database.triggers import version_on_truncate


def listing(kind: str, key: str) -> str:
    """The shops that list the thing of `kind` (artist, category …) with this key of a changed row."""
    return f"SELECT l.shop_id FROM changed JOIN catalogue_{kind}_listed_in l ON l.{kind}_id = changed.{key}"  # noqa: S608


def through(table: str, own: str, kind: str, key: str, changed: str = "id") -> str:
    """The shops that list what rows of `table` lead to."""
    return (
        f"SELECT l.shop_id FROM changed JOIN {table} x ON x.{own} = changed.{changed} "  # noqa: S608
        f"JOIN catalogue_{kind}_listed_in l ON l.{kind}_id = x.{key}"
    )


def union(*parts: str) -> str:
    return " UNION ".join(parts)


OF_VARIANTS = union(
    through("catalogue_productvariant", "id", "product", "product_id", "variant_id"),
    through("catalogue_productvariant", "id", "event", "event_id", "variant_id"),
)

# The price history (§ 11 PAngV), written by the function that catalogue/migrations/0001_initial.py makes.
NOTE_PRICES = """PERFORM note_price_points(array(
    SELECT changed.variant_id FROM changed WHERE changed.variant_id IS NOT NULL
    UNION
    SELECT v.id FROM changed JOIN catalogue_productvariant v ON v.product_id = changed.product_id
));"""
NOTE_PRICES_OF_VARIANTS = "PERFORM note_price_points(array(SELECT changed.id FROM changed));"

# The moment by which diaries know that an event has changed.
TOUCH_EVENTS = """UPDATE catalogue_event e SET changed_at = greatest(statement_timestamp(), e.changed_at)
WHERE e.id IN ({changed});"""


def touch_changed() -> pgtrigger.Trigger:
    """Also what bypasses Model.save, as bulk updates do, changes `changed_at`.

    A later moment is stored, an earlier one never, whatever the clock of the process shows.
    """
    return pgtrigger.Trigger(
        name="touch_changed",
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        condition=pgtrigger.Condition("OLD.* IS DISTINCT FROM NEW.*"),
        func="""IF NEW.changed_at <= OLD.changed_at THEN
            NEW.changed_at := greatest(statement_timestamp(), OLD.changed_at);
        END IF;
        RETURN NEW;""",
    )


# What a page shows of a stock: nothing left, a few left (LOW_STOCK), enough. Only a step between these raises a
# version, and it is found without a look at any other row, so that buyers pay nothing for it.
STOCK_TRIGGERS = [
    pgtrigger.Trigger(
        name="version_on_step",
        when=pgtrigger.After,
        operation=pgtrigger.Update,
        condition=pgtrigger.Condition(f"(least(OLD.free, NEW.free) <= {LOW_STOCK} AND OLD.free <> NEW.free)"),
        func="""IF stock_step(OLD.free) <> stock_step(NEW.free) THEN
            PERFORM raise_versions_of_stock(NEW.id);
        END IF;
        RETURN NULL;""",
    ),
    version_on_truncate(),
]
