"""Artists, brands and labels on the wire (catalogue §3 "Artist")."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from django.db.models import Model, QuerySet

from catalogue.models import Artist as ArtistModel
from catalogue.queries import statements, visible
from catalogue.queries.json_rows import read_one, read_page, read_pages
from catalogue.queries.shelves import ARTIST_SOURCE, artist_columns
from shop.connections import MAX_FIRST, Connection, Page
from shop.graphql import Image, WireInfo, filled, image_node
from shop.html import clean_html
from shop.selection import Selection, nodes_of, selection_of

from . import events as event_types
from . import products as product_types
from . import tours as tour_types
from .batching import Batch, Maker, Reader, many_lists, one_page
from .categories import Category, Subcategory, category_node, subcategories_of_artists

if TYPE_CHECKING:
    from .events import Event
    from .products import MerchProduct
    from .tours import Tour

ALL = Page(MAX_FIRST)


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
    def subcategories(self, info: WireInfo) -> Connection[Subcategory]:
        found = self.batch.answer(int(self.id), info, subcategories_of_artists(info))
        return found or Connection(nodes=[], places=[], goes_on=False)

    @strawberry.field
    def merch_products(
        self, info: WireInfo, first: int | None = 18, after: str | None = None
    ) -> Connection[Annotated["MerchProduct", strawberry.lazy("catalogue.graphql.products")]]:
        page = Page.asked(first, after, product_types.PAGE_SIZE)
        found = self.batch.answer(int(self.id), info, product_types.products_of_artists(info, page), page)
        return found or Connection(nodes=[], places=[], goes_on=False)

    @strawberry.field
    def events(
        self, info: WireInfo, first: int | None = 100, after: str | None = None
    ) -> Connection[Annotated["Event", strawberry.lazy("catalogue.graphql.events")]]:
        page = Page.asked(first, after, event_types.PAGE_SIZE)
        read = event_types.events_of(ArtistModel, "artists", info, page)
        found = self.batch.answer(int(self.id), info, read, page)
        return found or Connection(nodes=[], places=[], goes_on=False)

    @strawberry.field
    def tours(self, info: WireInfo) -> list[Annotated["Tour", strawberry.lazy("catalogue.graphql.tours")]]:
        return self.batch.answer(int(self.id), info, tour_types.tours_of(ArtistModel, "artists", info)) or []


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


def artist_maker(asked: Selection) -> Maker[Artist]:
    return lambda row, batch: artist_node(row, asked, batch)


def listed_artists(info: WireInfo, rows: QuerySet[ArtistModel], page: Page) -> Connection[Artist]:
    asked = nodes_of(selection_of(info))
    columns = artist_columns(info.context.language, asked)
    found = read_page(rows, ARTIST_SOURCE, columns, visible.ARTIST_GRID, page, info.context.shop)
    return one_page(found, page, artist_maker(asked))


def artists_of(parent: type[Model], relation: str, info: WireInfo) -> Reader[list[Artist]]:
    """The artists, as far as the shop lists them, of parents that artists know by `relation`."""

    def read(ids: Sequence[int]) -> Mapping[int, list[Artist]]:
        asked = selection_of(info)
        statement = statements.artists_of(parent, relation, info.context.language, asked)
        found = read_pages(statement, ids, info.context.shop)
        return many_lists(found, ALL, artist_maker(asked))

    return read


def artist_named(info: WireInfo, wanted: str) -> Artist | None:
    asked = selection_of(info)
    row = read_one(statements.named_artist(info.context.language, asked), wanted, info.context.shop)
    return artist_node(row, asked, Batch([row["id"]])) if row else None
