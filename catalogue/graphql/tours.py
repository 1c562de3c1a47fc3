"""Tours on the wire (catalogue §3 "Tour")."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from django.db.models import Model

from catalogue.models import Tour as TourModel
from catalogue.queries import statements, visible
from catalogue.queries.events import TOUR_SOURCE, tour_columns
from catalogue.queries.json_rows import read_one, read_page, read_pages
from shop.connections import MAX_FIRST, Connection, Page
from shop.graphql import Image, WireInfo, filled, image_node
from shop.html import clean_html
from shop.selection import Selection, nodes_of, selection_of

from . import artists as artist_types
from . import events as event_types
from .batching import Batch, Maker, Reader, many_lists, one_page

if TYPE_CHECKING:
    from .artists import Artist
    from .events import Event

ALL = Page(MAX_FIRST)


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
    def artists(self, info: WireInfo) -> list[Annotated["Artist", strawberry.lazy("catalogue.graphql.artists")]]:
        return self.batch.answer(int(self.id), info, artist_types.artists_of(TourModel, "tours", info)) or []

    @strawberry.field
    def events(self, info: WireInfo) -> Connection[Annotated["Event", strawberry.lazy("catalogue.graphql.events")]]:
        found = self.batch.answer(int(self.id), info, event_types.events_of(TourModel, "tours", info, ALL))
        return found or Connection(nodes=[], places=[], goes_on=False)


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


def tour_maker(asked: Selection) -> Maker[Tour]:
    return lambda row, batch: tour_node(row, asked, batch)


def listed_tours(info: WireInfo, page: Page, featured_in: str | None, *, placed: bool) -> Connection[Tour]:
    asked = nodes_of(selection_of(info))
    language, shop = info.context.language, info.context.shop
    rows = visible.tours_with_events(shop)
    if featured_in is not None:
        rows = rows.filter(featured_in__contains=[featured_in])
    if placed:
        rows = rows.filter(visible.PLACED)
    entries = read_page(rows, TOUR_SOURCE, tour_columns(language, asked), visible.tour_order(language), page, shop)
    return one_page(entries, page, tour_maker(asked))


def tours_of(parent: type[Model], relation: str, info: WireInfo) -> Reader[list[Tour]]:
    """The tours, with coming events, of parents that tours refer to by `relation`."""

    def read(ids: Sequence[int]) -> Mapping[int, list[Tour]]:
        asked = selection_of(info)
        statement = statements.tours_of(parent, relation, info.context.language, asked)
        found = read_pages(statement, ids, info.context.shop)
        return many_lists(found, ALL, tour_maker(asked))

    return read


def tour_named(info: WireInfo, wanted: str) -> Tour | None:
    asked = selection_of(info)
    row = read_one(statements.named_tour(info.context.language, asked), wanted, info.context.shop)
    return tour_node(row, asked, Batch([row["id"]])) if row else None
