"""Artists, brands and labels on the wire (catalogue §3 "Artist")."""

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from django.db.models import QuerySet

from catalogue.models import Artist as ArtistModel
from catalogue.queries import statements, visible
from catalogue.queries.json_rows import read_one, read_page
from catalogue.queries.shelves import ARTIST_SOURCE, artist_columns
from shop.core.values.html import clean_html
from shop.core.wire.graphql.connections import Connection
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import PageRequest, SortKeys
from shop.core.wire.selection import Selection, nodes_of
from shop.graphql.images import Image, image_node
from shop.web.graphql.context import GraphQLInfo, filled

from .batching import Batch, makes, one_node, one_page
from .categories import Category, Subcategory, category_node

if TYPE_CHECKING:
    from .events import Event
    from .products import MerchProduct
    from .tours import Tour


@strawberry.enum
class ArtistType(Enum):
    ARTIST = "ARTIST"
    BRAND = "BRAND"
    LABEL = "LABEL"


@strawberry.type
class Artist:
    batch: strawberry.Private[Batch]
    id: strawberry.ID
    slug: str
    name: str
    type: ArtistType
    description: str
    abstract: str
    alternative_names: list[str]
    main_category: Category | None
    landscape_image: Image | None
    square_image: Image | None
    sort_order_ticket_top_left: int | None
    sort_order_ticket_top_right: int | None
    sort_order_ticket_bottom: int | None

    @strawberry.field
    def subcategories(self, info: GraphQLInfo) -> Connection[Subcategory]:
        return self.batch.load_page(
            self.id, info, "Subcategory", lambda language, *_asked: statements.subcategories_of_artists(language)
        )

    @strawberry.field
    def merch_products(
        self, info: GraphQLInfo, first: int | None = 18, after: str | None = None
    ) -> Connection[Annotated["MerchProduct", strawberry.lazy("catalogue.graphql.products")]]:
        page = PageRequest.requested(first, after, statements.PRODUCTS_A_PAGE)
        return self.batch.load_page(self.id, info, "MerchProduct", statements.products_of_artists, page)

    @strawberry.field
    def events(
        self, info: GraphQLInfo, first: int | None = 100, after: str | None = None
    ) -> Connection[Annotated["Event", strawberry.lazy("catalogue.graphql.events")]]:
        page = PageRequest.requested(first, after, statements.EVENTS_A_PAGE)
        return self.batch.load_page(self.id, info, "Event", partial(statements.events_of, ArtistModel, "artists"), page)

    @strawberry.field
    def tours(self, info: GraphQLInfo) -> list[Annotated["Tour", strawberry.lazy("catalogue.graphql.tours")]]:
        return self.batch.load_list(self.id, info, "Tour", partial(statements.tours_of, ArtistModel, "artists"))


@makes("Artist")
def artist_node(row: dict[str, Any], asked: Selection, batch: Batch) -> Artist:
    row["batch"] = batch
    if "type" in row:
        row["type"] = ArtistType(row["type"])
    if "description" in row:
        row["description"] = clean_html(row["description"])
    for wire, name in (("landscapeImage", "landscape_image"), ("squareImage", "square_image")):
        if wire in asked:
            row[name] = image_node(row[name], asked[wire])
    if category := row.get("main_category"):
        row["main_category"] = category_node(category, asked["mainCategory"], Batch([category["id"]]))
    return filled(Artist, row)


def listed_artists(
    info: GraphQLInfo, rows: QuerySet[ArtistModel], page: PageRequest, order: SortKeys = visible.ARTIST_GRID
) -> Connection[Artist]:
    asked = nodes_of(selection_of(info))
    columns = artist_columns(info.context.language, asked)
    found = read_page(rows, ARTIST_SOURCE, columns, order, page, info.context.shop)
    return one_page(found, page, "Artist", asked)


def artist_named(info: GraphQLInfo, wanted: str) -> Artist | None:
    asked = selection_of(info)
    row = read_one(statements.named_artist(info.context.language, asked), wanted, info.context.shop)
    return one_node(row, "Artist", asked)
