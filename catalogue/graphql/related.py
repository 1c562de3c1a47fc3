"""What is shown beside a product or an event: goods and events (catalogue §3 `related_item_slugs`)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Union

import strawberry

from catalogue.queries.json_rows import read_pages
from catalogue.queries.related import Kind, related_events, related_products
from catalogue.queries.statements import ALL
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import PageRow
from shop.web.graphql.context import GraphQLInfo

from .batching import Batch, many_lists

if TYPE_CHECKING:
    from .events import Event
    from .products import MerchProduct

RelatedItem: TypeAlias = Annotated[
    Union[  # noqa: UP007 - names in quotes know no "|"
        Annotated["MerchProduct", strawberry.lazy("catalogue.graphql.products")],
        Annotated["Event", strawberry.lazy("catalogue.graphql.events")],
    ],
    strawberry.union("RelatedItem"),
]


def related_to(batch: Batch, one: strawberry.ID, kind: Kind, info: GraphQLInfo) -> list[Any]:
    """In the order that staff gave them; of the same place, goods come before events."""

    def read(ids: Sequence[int]) -> Mapping[int, list[Any]]:
        asked, language, shop = selection_of(info), info.context.language, info.context.shop
        goods = read_pages(related_products(kind, language, asked), ids, shop)
        shows = read_pages(related_events(kind, language, asked), ids, shop)
        products = many_lists(goods, ALL, "MerchProduct", asked)
        events = many_lists(shows, ALL, "Event", asked)
        return {one: in_order((goods.get(one, []), products.get(one, [])), (shows.get(one, []), events.get(one, [])))
                for one in ids}  # fmt: skip

    return batch.load_one(one, info, read) or []


def in_order(*kinds: tuple[Sequence[PageRow], Sequence[Any]]) -> list[Any]:
    """The nodes of several lists by the place of their entries."""
    placed = [(entry.place[0], node) for entries, nodes in kinds for entry, node in zip(entries, nodes, strict=False)]
    return [node for _place, node in sorted(placed, key=lambda one: one[0])]
