"""Batches: a field below the rows of a list is read for all rows at once, by one statement."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from catalogue.queries.json_rows import read_pages
from catalogue.queries.statements import ALL
from shop.core.database.compiled_statements import SqlStatement
from shop.core.wire.graphql.connections import Connection, connection
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import PageRequest, PageRow
from shop.core.wire.selection import Selection, nodes_of
from shop.web.graphql.context import GraphQLInfo

Value = TypeVar("Value")
Row: TypeAlias = dict[str, Any]


class Batch:
    """Rows that were read together, by id, and the values read for all of them so far."""

    def __init__(self, ids: Sequence[int]) -> None:
        self.ids = ids
        self._answers: dict[Hashable, Mapping[int, Any]] = {}

    def load_one(self, one: int | str, info: GraphQLInfo, read: "Reader[Value]", *arguments: Hashable) -> Value | None:
        """Return this row's value from what `read` finds for all rows. `read` runs once per field of the document and
        arguments.
        """
        question = (id(info._raw_info.field_nodes[0]), arguments)
        if question not in self._answers:
            self._answers[question] = read(self.ids)
        return self._answers[question].get(int(one))

    def load_list(
        self, one: int | str, info: GraphQLInfo, kind: str, statement: Callable[[str, Selection], SqlStatement]
    ) -> list[Any]:
        """Return all of the kind below this row. `statement`: from catalogue.queries.statements."""

        def read(ids: Sequence[int]) -> Mapping[int, list[Any]]:
            asked = selection_of(info)
            found = read_pages(statement(info.context.language, asked), ids, info.context.shop)
            return many_lists(found, ALL, kind, asked)

        return self.load_one(one, info, read) or []

    def load_page(
        self,
        one: int | str,
        info: GraphQLInfo,
        kind: str,
        statement: Callable[[str, Selection, PageRequest], SqlStatement],
        page: PageRequest = ALL,
        among_first: int | None = None,
    ) -> Connection[Any]:
        """Return a page of the kind below this row. `among_first`: only the first so many rows of the batch have
        one.
        """

        def read(ids: Sequence[int]) -> Mapping[int, Connection[Any]]:
            asked = nodes_of(selection_of(info))
            wanted = ids if among_first is None else ids[: max(among_first, 0)]
            found = read_pages(statement(info.context.language, asked, page), wanted, info.context.shop)
            return many_pages(found, page, kind, asked)

        found = self.load_one(one, info, read, page, among_first)
        return found or Connection(nodes=[], places=[], goes_on=False)


# Reads values for many parents at once, by their ids.
Reader: TypeAlias = Callable[[Sequence[int]], Mapping[int, Value]]
# Makes a node of a type from a row, the selected fields and the batch of rows.
NodeOf: TypeAlias = Callable[[Row, Selection, Batch], Any]
AnyNodeOf = TypeVar("AnyNodeOf", bound=NodeOf)
# Makers of nodes by type. Types refer to each other, and their modules cannot import each other.
NODES: dict[str, NodeOf] = {}


def makes(kind: str) -> Callable[[AnyNodeOf], AnyNodeOf]:
    """Register the function that makes the nodes of this type."""

    def known(node_of: AnyNodeOf) -> AnyNodeOf:
        NODES[kind] = node_of
        return node_of

    return known


def one_page(entries: Sequence[PageRow], page: PageRequest, kind: str, asked: Selection) -> Connection[Any]:
    batch = Batch([entry.row["id"] for entry in entries[: page.first]])
    return connection(entries, page, lambda row: NODES[kind](row, asked, batch))


def many_pages(
    found: Mapping[int, Sequence[PageRow]], page: PageRequest, kind: str, asked: Selection
) -> dict[int, Connection[Any]]:
    """Return every parent's page. All their rows are one batch, so that a field below them is read once."""
    batch = Batch(sorted({entry.row["id"] for entries in found.values() for entry in entries[: page.first]}))
    make = NODES[kind]
    return {parent: connection(entries, page, lambda row: make(row, asked, batch)) for parent, entries in found.items()}


def many_lists(
    found: Mapping[int, Sequence[PageRow]], page: PageRequest, kind: str, asked: Selection
) -> dict[int, list[Any]]:
    return {parent: nodes.nodes for parent, nodes in many_pages(found, page, kind, asked).items()}


def one_node(row: Row | None, kind: str, asked: Selection) -> Any:
    return NODES[kind](row, asked, Batch([row["id"]])) if row else None
