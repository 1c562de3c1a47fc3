"""What is shown beside a product or an event: goods and events (catalogue §3 `related_item_slugs`)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Union

import strawberry
from django.db.models import F, IntegerField, OuterRef, QuerySet, Value
from django.db.models.functions import Cast

from catalogue import models
from catalogue.queries import visible
from catalogue.queries.events import EVENT_SOURCE, event_columns
from catalogue.queries.json_rows import pages_statement, read_pages
from catalogue.queries.products import PRODUCT_SOURCE, product_columns
from shop.compiled_statements import SHOP, Statement, cached_statement
from shop.connections import MAX_FIRST, Entry, Page, SortKey
from shop.graphql import WireInfo
from shop.selection import Selection, selection_of

from . import events as event_types
from . import products as product_types
from .batching import Reader, many_lists

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
Kind: TypeAlias = type[models.Product] | type[models.Event]
ALL = Page(MAX_FIRST)
AS_GIVEN = (SortKey("place"), SortKey("link"))


def related_to(kind: Kind, info: WireInfo) -> Reader[list[RelatedItem]]:
    """In the order that staff gave them; of the same place, goods come before events."""

    def read(ids: Sequence[int]) -> Mapping[int, list[RelatedItem]]:
        asked, language, shop = selection_of(info), info.context.language, info.context.shop
        goods = read_pages(related_products(kind, language, asked), ids, shop)
        shows = read_pages(related_events(kind, language, asked), ids, shop)
        products = many_lists(goods, ALL, product_types.product_maker(asked))
        events = many_lists(shows, ALL, event_types.event_maker(asked))
        return {one: in_order((goods.get(one, []), products.get(one, [])), (shows.get(one, []), events.get(one, [])))
                for one in ids}  # fmt: skip

    return read


@cached_statement
def related_products(kind: Kind, language: str, asked: Selection) -> Statement:
    rows = links(kind, "related_products", visible.products(SHOP))
    return pages_statement(kind, rows, PRODUCT_SOURCE, product_columns(language, asked), AS_GIVEN, ALL, key="thing")


@cached_statement
def related_events(kind: Kind, language: str, asked: Selection) -> Statement:
    rows = links(kind, "related_events", visible.events(SHOP).filter(visible.coming(SHOP)))
    return pages_statement(kind, rows, EVENT_SOURCE, event_columns(language, asked), AS_GIVEN, ALL, key="thing")


def in_order(*kinds: tuple[Sequence[Entry], Sequence[Any]]) -> list[Any]:
    """The nodes of several lists by the place of their entries."""
    placed = [(entry.place[0], node) for entries, nodes in kinds for entry, node in zip(entries, nodes, strict=False)]
    return [node for _place, node in sorted(placed, key=lambda one: one[0])]


def links(kind: Kind, name: str, visible_rows: QuerySet) -> QuerySet:
    """The visible things that the outer row refers to by `name`."""
    field = kind._meta.get_field(name)
    through = field.remote_field.through  # type: ignore[union-attr]
    own, other = field.m2m_field_name(), field.m2m_reverse_field_name()  # type: ignore[union-attr]
    found = through._default_manager.filter(**{own: OuterRef("pk"), f"{other}__in": visible_rows.values("pk")})
    sorted_by_staff = any(one.name == "order" for one in through._meta.concrete_fields)
    # A bare 0 would be a column's number to PostgreSQL.
    place = F("order") if sorted_by_staff else Cast(Value(0), IntegerField())
    return found.annotate(place=place, link=F("pk"), thing=F(f"{other}_id"))
