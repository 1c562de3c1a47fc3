"""Reads rows as JSON values: a page of a list, one row, or the same list of several parents in one statement."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import EmptyResultSet
from django.db.models import F, Model, Q, QuerySet, TextField
from django.db.models.expressions import Func
from django.db.models.sql.compiler import SQLCompiler

from shop.core.database.compiled_statements import SHOP, InParameter, Parameter, SqlStatement
from shop.core.values.numbers import whole_number
from shop.core.wire.paging import MAX_FIRST, PageRefused, PageRequest, PageRow, SortKeys, key_names, page_of
from shop.models import Shop

from .json_columns import SHOP_ID, Columns, row_json

decode = json.JSONDecoder(parse_float=Decimal).decode


class EntryJson(Func):
    """A row's values, and the values that place it in its list, as one JSON text.

    `source`: the table and its alias in `columns`; `key`: the expression for the row's id.
    """

    output_field = TextField()

    def __init__(self, source: str, columns: Columns, key: str, *place: str) -> None:
        super().__init__(F(key), *(F(name) for name in place))
        self.source, self.columns = source, columns

    def as_sql(self, compiler: SQLCompiler, connection: Any, **_options: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        compiled = [compiler.compile(expression) for expression in self.get_source_expressions()]
        alias = self.source.rpartition(" ")[2]
        row = row_json(self.source, f"{alias}.id = {compiled[0][0]}", self.columns)
        place = ", ".join(sql for sql, _params in compiled[1:])
        parameters: list[Any] = [SHOP] * row.count(SHOP_ID)
        parameters += [parameter for _sql, params in compiled for parameter in params]
        # Django fills parameters in by `%`.
        row = row.replace(SHOP_ID, "\0").replace("%", "%%").replace("\0", "%s")
        return f"json_build_object('row', {row}, 'place', json_build_array({place}))::text", parameters


def _entry(text: str) -> PageRow:
    found = decode(text)
    return PageRow(found["row"], found["place"])


def read_page(
    rows: QuerySet, source: str, columns: Columns, keys: SortKeys, page: PageRequest, shop: Shop, *, key: str = "pk"
) -> list[PageRow]:
    """Return the page's entries, and one more if the list goes on. `key`: the column of the list's rows that names the
    row shown.
    """
    found = page_of(rows, keys, page).values_list(EntryJson(source, columns, key, *key_names(keys)), flat=True)
    return _entries_of(found, shop)


def _entries_of(found: QuerySet, shop: Shop) -> list[PageRow]:
    try:
        statement = SqlStatement.of(found)
    except EmptyResultSet:
        return []  # the result is empty without asking the database
    return [_entry(text) for (text,) in statement.run(shop=shop.pk)]


def pages_statement(
    parents: type[Model],
    rows: QuerySet,
    source: str,
    columns: Columns,
    keys: SortKeys,
    page: PageRequest,
    *,
    key: str = "pk",
) -> SqlStatement:
    """Return the statement of `read_page` for each parent; `rows` refers to its parent by `OuterRef("pk")`."""
    child = page_of(rows, keys, page).values_list(EntryJson(source, columns, key, *key_names(keys)), flat=True)
    return SqlStatement.of(
        QuerySet(parents).filter(InParameter("ids")).order_by().values_list("pk", ArraySubquery(child))
    )


def read_pages(statement: SqlStatement, ids: Sequence[int], shop: Shop) -> dict[int, list[PageRow]]:
    """Run a statement of `pages_statement` for these parents."""
    found = statement.run(ids=list(ids), shop=shop.pk)
    return {parent: [_entry(text) for text in texts] for parent, texts in found}


def one_statement(rows: QuerySet, source: str, columns: Columns) -> SqlStatement:
    """Return the statement for the row with a given id or slug."""
    return row_statement(rows.filter(Q(pk=Parameter("id")) | Q(slug=Parameter("slug"))), source, columns)


def row_statement(rows: QuerySet, source: str, columns: Columns) -> SqlStatement:
    """Return the statement for the only row of `rows`, if there is one."""
    return SqlStatement.of(rows.order_by().values_list(EntryJson(source, columns, "pk"), flat=True)[:1])


def read_one(statement: SqlStatement, wanted: str, shop: Shop) -> dict[str, Any] | None:
    """Return the values of the row with this id or slug. None if there is none."""
    return read_row(statement, shop, id=whole_number(wanted), slug=wanted)


def read_row(statement: SqlStatement, shop: Shop, **given: Any) -> dict[str, Any] | None:
    found = statement.run(shop=shop.pk, **given)
    return _entry(found[0][0]).row if found else None


def read_first(rows: QuerySet, source: str, columns: Columns, most: int, shop: Shop) -> list[dict[str, Any]]:
    """Return the values of the first `most` rows, in the order of `rows`."""
    found = rows.values_list(EntryJson(source, columns, "pk"), flat=True)[:most]
    return [entry.row for entry in _entries_of(found, shop)]


def by_ids_or_slugs(wanted: Sequence[str]) -> Q:
    """Select the rows with these ids or slugs. Raises PageRefused if there are more than a list may show."""
    if len(wanted) > MAX_FIRST:
        raise PageRefused(f"at most {MAX_FIRST} ids", limit=MAX_FIRST)
    numbers = [number for one in wanted if (number := whole_number(one)) is not None]
    return Q(pk__in=numbers) | Q(slug__in=wanted)
