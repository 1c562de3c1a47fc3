"""Tours on the wire (catalogue §3 "Tour")."""

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import strawberry

from catalogue.models import Tour as TourModel
from catalogue.queries import statements, visible
from catalogue.queries.events import TOUR_SOURCE, tour_columns
from catalogue.queries.json_rows import read_one, read_page
from shop.core.values.html import clean_html
from shop.core.wire.graphql.connections import Connection
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import PageRequest
from shop.core.wire.selection import Selection, nodes_of
from shop.graphql.images import Image, image_node
from shop.web.graphql.context import GraphQLInfo, filled

from .batching import Batch, makes, one_node, one_page

if TYPE_CHECKING:
    from .artists import Artist
    from .events import Event


@strawberry.type
class Tour:
    batch: strawberry.Private[Batch]
    id: strawberry.ID
    slug: str
    name: str
    subtitle: str
    description: str
    artist_names: str
    ticket_image: Image | None
    start_date: date | None
    end_date: date | None
    sort_order_homepage: int | None
    featured_in: list[str]
    sort_order_ticket_top_left: int | None
    sort_order_ticket_top_right: int | None
    sort_order_ticket_bottom: int | None

    @strawberry.field
    def artists(self, info: GraphQLInfo) -> list[Annotated["Artist", strawberry.lazy("catalogue.graphql.artists")]]:
        return self.batch.load_list(self.id, info, "Artist", partial(statements.artists_of, TourModel, "tours"))

    @strawberry.field
    def events(self, info: GraphQLInfo) -> Connection[Annotated["Event", strawberry.lazy("catalogue.graphql.events")]]:
        return self.batch.load_page(self.id, info, "Event", partial(statements.events_of, TourModel, "tours"))


@makes("Tour")
def tour_node(row: dict[str, Any], asked: Selection, batch: Batch) -> Tour:
    row["batch"] = batch
    for name in ("start_date", "end_date"):
        if row.get(name):
            row[name] = date.fromisoformat(row[name])
    if "description" in asked:
        row["description"] = clean_html(row["description"])
    if "ticketImage" in asked:
        row["ticket_image"] = image_node(row["ticket_image"], asked["ticketImage"])
    return filled(Tour, row)


def listed_tours(info: GraphQLInfo, page: PageRequest, featured_in: str | None, *, placed: bool) -> Connection[Tour]:
    asked = nodes_of(selection_of(info))
    language, shop = info.context.language, info.context.shop
    rows = visible.tours_with_events(shop)
    if featured_in is not None:
        rows = rows.filter(featured_in__contains=[featured_in])
    if placed:
        rows = rows.filter(visible.PLACED)
    entries = read_page(rows, TOUR_SOURCE, tour_columns(language, asked), visible.tour_order(language), page, shop)
    return one_page(entries, page, "Tour", asked)


def tour_named(info: GraphQLInfo, wanted: str) -> Tour | None:
    asked = selection_of(info)
    row = read_one(statements.named_tour(info.context.language, asked), wanted, info.context.shop)
    return one_node(row, "Tour", asked)
