"""Connections with `nodes`, `edges` and `pageInfo` (design §3)."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import strawberry

from shop.core.wire.paging import PageRequest, PageRow, encode_cursor

T = TypeVar("T")


@strawberry.type
class PageInfo:
    has_next_page: bool
    end_cursor: str | None


@strawberry.type
class Edge(Generic[T]):
    cursor: str
    node: T


@strawberry.type
class Connection(Generic[T]):
    nodes: list[T]
    places: strawberry.Private[Sequence[Sequence[Any]]]
    goes_on: strawberry.Private[bool]

    @strawberry.field
    def edges(self) -> list[Edge[T]]:
        pairs = zip(self.places, self.nodes, strict=True)
        return [Edge(cursor=encode_cursor(place), node=node) for place, node in pairs]

    @strawberry.field
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.goes_on, end_cursor=encode_cursor(self.places[-1]) if self.places else None)


def connection(entries: Sequence[PageRow], page: PageRequest, node: Callable[[dict[str, Any]], T]) -> Connection[T]:
    """Return the connection for the rows of `page_of`."""
    shown = entries[: page.first]
    return Connection(
        nodes=[node(entry.row) for entry in shown],
        places=[entry.place for entry in shown],
        goes_on=len(entries) > page.first,
    )


def whole_connection(nodes: list[T]) -> Connection[T]:
    """Return the connection for a list without pages, such as a product's variants."""
    return Connection(nodes=nodes, places=[[number] for number in range(len(nodes))], goes_on=False)
