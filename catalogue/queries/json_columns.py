"""SQL expressions that return a row and everything below it as one JSON value.

Prefetching builds some 200 model objects for a page of 18 products, which costs several times the whole budget of its
answer (design §5); one JSON value a row costs one statement and no objects. All SQL here is made from constants and a
language's code: no visitor's text ever gets into a column.
"""

from collections.abc import Mapping

from shop.core.values.languages import fallbacks, in_all_languages, localized

Columns = Mapping[str, str]
EMPTY = "''"


# Placeholder for the shop's id; the value is bound when the statement runs (json_rows.EntryJson).
SHOP_ID = "%(shop)s"


def translated(alias: str, column: str, language: str) -> str:
    """A translated column; where the language has no text, that of the next one that has."""
    *columns, last = (f"{alias}.{localized(column, one)}" for one in fallbacks(language))
    return f"coalesce({''.join(f'nullif({one}, {EMPTY}), ' for one in columns)}{last}, {EMPTY})"


def joined_in_all_languages(alias: str, *columns: str) -> str:
    """The texts of translated columns in all languages, put together."""
    names = ", ".join(f"{alias}.{one}" for one in in_all_languages(*columns))
    return f"concat_ws(' ', {names})"


def is_listed(kind: str, key: str) -> str:
    """True if the shop lists the row of `kind` (artist, category …) with this key; see `is_listed_in`."""
    return (
        f"EXISTS (SELECT 1 FROM catalogue_{kind}_listed_in l JOIN catalogue_{kind} o ON o.id = l.{kind}_id "  # noqa: S608
        f"WHERE l.{kind}_id = {key} AND l.shop_id = {SHOP_ID} AND {is_named('o')})"
    )


def is_named(alias: str) -> str:
    """True if the shop may show the row at all; see `is_named_in`."""
    gated = f"EXISTS (SELECT 1 FROM shop_accesscode g WHERE g.shop_id = {alias}.owner_id)"  # noqa: S608
    return f"({alias}.owner_id = {SHOP_ID} OR NOT {gated})"


def _listed(columns: Columns) -> str:
    return ", ".join(f'{sql} AS "{name}"' for name, sql in columns.items())


def row_json(source: str, where: str, columns: Columns) -> str:
    """Return the first row of `source` as an object, or null."""
    return f"(SELECT row_to_json(r) FROM (SELECT {_listed(columns)} FROM {source} WHERE {where} LIMIT 1) r)"  # noqa: S608


def object_json(columns: Columns) -> str:
    """Return columns of the current row as an object."""
    return f"(SELECT row_to_json(r) FROM (SELECT {_listed(columns)}) r)"  # noqa: S608


def rows_json(source: str, where: str, order: str, columns: Columns) -> str:
    """Return the rows of `source` as a list of objects."""
    return (
        "(SELECT coalesce(json_agg(r), '[]') FROM "  # noqa: S608
        f"(SELECT {_listed(columns)} FROM {source} WHERE {where} ORDER BY {order}) r)"
    )


def joined_text(value: str, source: str, where: str, order: str, between: str = ", ") -> str:
    """Join the values of several rows to one text."""
    return f"(SELECT coalesce(string_agg({value}, '{between}' ORDER BY {order}), '') FROM {source} WHERE {where})"  # noqa: S608


def values_json(value: str, source: str, where: str, order: str) -> str:
    """Return the values of several rows as a list."""
    return f"(SELECT coalesce(json_agg({value} ORDER BY {order}), '[]') FROM {source} WHERE {where})"  # noqa: S608


IMAGE_COLUMNS = {
    "id": "i.id",
    "key": "i.key",
    "file": "i.file",
    **{name: f"i.{name}" for name in in_all_languages("alt")},
    "tags": "i.tags",
    "width": "i.width",
    "height": "i.height",
    "colour": "i.colour",
    "focus_x": "i.focus_x",
    "focus_y": "i.focus_y",
    "transparent": "i.transparent",
    "ready": "i.thumbnails_ready",
}


def image(reference: str) -> str:
    return row_json("shop_image i", f"i.id = {reference}", IMAGE_COLUMNS)


def subset(columns: Mapping[str, tuple[str, str]], asked: Mapping[str, object]) -> dict[str, str]:
    """Return the selected columns of `wire name → (key, SQL)`."""
    return {columns[name][0]: columns[name][1] for name in asked if name in columns}
