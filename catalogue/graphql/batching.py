"""What one row of a list is asked for is read for all rows of that list in one statement."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from shop.connections import Connection, Entry, Page, connection
from shop.graphql import WireInfo

Found = TypeVar("Found")
Node = TypeVar("Node")
Row: TypeAlias = dict[str, Any]


class Batch:
    """The rows that were read together, by id, and what has been read for all of them so far."""

    def __init__(self, ids: Sequence[int]) -> None:
        self.ids = ids
        self._answers: dict[Hashable, Mapping[int, Any]] = {}

    def answer(self, one: int, info: WireInfo, read: "Reader[Found]", *arguments: Hashable) -> Found | None:
        """What `read` finds for this row; it runs once for all. A field of the document is one question."""
        question = (id(info._raw_info.field_nodes[0]), arguments)
        if question not in self._answers:
            self._answers[question] = read(self.ids)
        return self._answers[question].get(one)


# Reads something for many parents at once: by their ids.
Reader: TypeAlias = Callable[[Sequence[int]], Mapping[int, Found]]
# Makes a type's object of a row; the rows that were read together are its batch.
Maker: TypeAlias = Callable[[Row, Batch], Node]


def among(first: int | None, read: Reader[Found]) -> Reader[Found]:
    """Reads for the first so many rows only, for all with None."""
    return read if first is None else lambda ids: read(ids[: max(first, 0)])


def one_page(entries: Sequence[Entry], page: Page, make: Maker[Node]) -> Connection[Node]:
    batch = Batch([entry.row["id"] for entry in entries[: page.first]])
    return connection(entries, page, lambda row: make(row, batch))


def many_pages(found: Mapping[int, Sequence[Entry]], page: Page, make: Maker[Node]) -> dict[int, Connection[Node]]:
    """Every parent's page. All rows are batch: a question below them is asked once."""
    batch = Batch(sorted({entry.row["id"] for entries in found.values() for entry in entries[: page.first]}))
    return {parent: connection(entries, page, lambda row: make(row, batch)) for parent, entries in found.items()}


def many_lists(found: Mapping[int, Sequence[Entry]], page: Page, make: Maker[Node]) -> dict[int, list[Node]]:
    return {parent: nodes.nodes for parent, nodes in many_pages(found, page, make).items()}
