"""Reads rows as JSON values: a page of a list, one thing, or the same list of several parents in one statement."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Model, Q, QuerySet, TextField
from django.db.models.expressions import Func
from django.db.models.sql.compiler import SQLCompiler

from shop.connections import MAX_FIRST, Entry, Page, PageRefused, SortKeys, key_names, page_of
from shop.numbers import whole_number
from shop.statements import AmongGiven, Given, Statement

from .shapes import Columns, one

decode = json.JSONDecoder(parse_float=Decimal).decode


class EntryJson(Func):
    """A row's values and the values that place it in its list, as one text of JSON.

    `source` is the table and its alias in `columns`; `key` is the expression that names the row there.
    """

    output_field = TextField()

    def __init__(self, source: str, columns: Columns, key: str, *place: str) -> None:
        super().__init__(F(key), *(F(name) for name in place))
        self.source, self.columns = source, columns

    def as_sql(self, compiler: SQLCompiler, connection: Any, **_options: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        compiled = [compiler.compile(expression) for expression in self.get_source_expressions()]
        alias = self.source.rpartition(" ")[2]
        # Django fills parameters in by `%`.
        row = one(self.source, f"{alias}.id = {compiled[0][0]}", self.columns).replace("%", "%%")
        place = ", ".join(sql for sql, _params in compiled[1:])
        parameters = [parameter for _sql, params in compiled for parameter in params]
        return f"json_build_object('row', {row}, 'place', json_build_array({place}))::text", parameters


def _entry(text: str) -> Entry:
    found = decode(text)
    return Entry(found["row"], found["place"])


def read_page(
    rows: QuerySet, source: str, columns: Columns, keys: SortKeys, page: Page, *, key: str = "pk"
) -> list[Entry]:
    """The page's entries, and one more if the list goes on. `key` is where a row of the list names the thing shown."""
    texts = page_of(rows, keys, page).values_list(EntryJson(source, columns, key, *key_names(keys)), flat=True)
    return [_entry(text) for text in texts]


def pages_statement(
    parents: type[Model],
    rows: QuerySet,
    source: str,
    columns: Columns,
    keys: SortKeys,
    page: Page,
    *,
    key: str = "pk",
) -> Statement:
    """`read_page` for each parent; `rows` refers to its parent by `OuterRef("pk")`."""
    child = page_of(rows, keys, page).values_list(EntryJson(source, columns, key, *key_names(keys)), flat=True)
    return Statement.of(QuerySet(parents).filter(AmongGiven("ids")).order_by().values_list("pk", ArraySubquery(child)))


def read_pages(statement: Statement, ids: Sequence[int]) -> dict[int, list[Entry]]:
    """What the statement of `pages_statement` finds for these parents."""
    return {parent: [_entry(text) for text in texts] for parent, texts in statement.run(ids=list(ids))}


def one_statement(rows: QuerySet, source: str, columns: Columns) -> Statement:
    """For the row whose id or slug is given."""
    return row_statement(rows.filter(Q(pk=Given("id")) | Q(slug=Given("slug"))), source, columns)


def row_statement(rows: QuerySet, source: str, columns: Columns) -> Statement:
    """For the one row, if there is one."""
    return Statement.of(rows.order_by().values_list(EntryJson(source, columns, "pk"), flat=True)[:1])


def read_one(statement: Statement, wanted: str) -> dict[str, Any] | None:
    """The values of the row with this id or this slug, or None."""
    return read_row(statement, id=whole_number(wanted), slug=wanted)


def read_row(statement: Statement, **given: Any) -> dict[str, Any] | None:
    found = statement.run(**given)
    return _entry(found[0][0]).row if found else None


def read_first(rows: QuerySet, source: str, columns: Columns, most: int) -> list[dict[str, Any]]:
    """The values of the first rows, in the order of `rows`."""
    texts = rows.values_list(EntryJson(source, columns, "pk"), flat=True)[:most]
    return [_entry(text).row for text in texts]


def by_ids_or_slugs(wanted: Sequence[str]) -> Q:
    """The things with these ids or slugs. Raises PageRefused for more than a list may show."""
    if len(wanted) > MAX_FIRST:
        raise PageRefused(f"at most {MAX_FIRST} ids", limit=MAX_FIRST)
    numbers = [number for one in wanted if (number := whole_number(one)) is not None]
    return Q(pk__in=numbers) | Q(slug__in=wanted)
