"""The search and the quick search's suggestions on the wire (catalogue §2 "/search", §7, §9)."""

from enum import Enum
from typing import Any

import strawberry
from django.conf import settings
from django.db.models import QuerySet

from catalogue import models
from catalogue.queries import visible
from catalogue.queries.events import EVENT_SOURCE, event_columns, suggested_event
from catalogue.queries.json_rows import read_first, read_page
from catalogue.queries.products import PRODUCT_SOURCE, suggested_product
from catalogue.queries.search import (
    MOST_ARTISTS,
    MOST_EVENTS,
    Search,
    all_words,
    search_for,
    searched_products,
    words_of,
)
from catalogue.queries.search_words import also_found_by
from catalogue.queries.shelves import ARTIST_SOURCE, suggested_artist
from catalogue.rules import descriptive_name
from shop.core.wire.graphql.connections import Connection
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import PageRequest, in_order
from shop.core.wire.selection import Selection, nodes_of
from shop.graphql.images import image_node
from shop.models import Shop
from shop.web.graphql.context import GraphQLInfo, filled

from .artists import Artist, listed_artists
from .batching import one_page
from .events import Event
from .products import MerchProduct, listed_products

PAGE_SIZE = 18
# A quick search in the visitor's browser: what it knows is bounded, whatever the shop's size
# (docs/decisions/0015-quick-search.md). The products' bound is a setting.
THUMBNAIL = "thumbnailAt75"


@strawberry.type
class SearchResults:
    search: strawberry.Private[Search]
    ignored: list[str] = strawberry.field(
        description="words beyond the eighth or of more than 240 letters, which are not looked for"
    )

    instead: list[str] = strawberry.field(
        description="the words that were looked for, if those of the query find nothing and may be mistyped; else none"
    )

    @strawberry.field
    def artists(self, info: GraphQLInfo, first: int | None = PAGE_SIZE, after: str | None = None) -> Connection[Artist]:
        rows = self.search.artists()
        return listed_artists(info, rows, PageRequest.requested(first, after, PAGE_SIZE), self.search.artist_order)

    @strawberry.field(description="whether the words name a city with found events: these then come before goods")
    def events_first(self) -> bool:
        return self.search.finds_city()

    @strawberry.field(
        description="of main categories; those with a word that begins as looked for first, then those that are not "
        "sold out, then newest"
    )
    def merch_products(
        self, info: GraphQLInfo, first: int | None = PAGE_SIZE, after: str | None = None
    ) -> Connection[MerchProduct]:
        rows = self.search.products()
        return listed_products(info, rows, PageRequest.requested(first, after, PAGE_SIZE), self.search.product_order)

    @strawberry.field(description="coming ones by start, then doors")
    def events(self, info: GraphQLInfo, first: int | None = PAGE_SIZE, after: str | None = None) -> Connection[Event]:
        asked, page = nodes_of(selection_of(info)), PageRequest.requested(first, after, PAGE_SIZE)
        shop, columns = info.context.shop, event_columns(info.context.language, asked)
        rows: QuerySet = self.search.events()
        found = read_page(rows, EVENT_SOURCE, columns, visible.EVENT_DATES, page, shop)
        return one_page(found, page, "Event", asked)


def search_results(shop: Shop, query: list[str]) -> SearchResults:
    words = words_of(query)
    found, instead = search_for(shop, words)
    return SearchResults(search=found, instead=instead, ignored=[one for one in all_words(query) if one not in words])


@strawberry.enum
class SuggestionKind(Enum):
    ARTIST = "ARTIST"
    EVENT = "EVENT"
    PRODUCT = "PRODUCT"


@strawberry.type
class SearchSuggestion:
    kind: SuggestionKind
    slug: str
    title: str
    also: str = strawberry.field(
        description="folded words beside the title's that it is found by: other names, the place, words for the same"
    )
    thumbnail: str = strawberry.field(description="75 pixels wide; empty where there is no picture")


def suggestions(info: GraphQLInfo) -> list[SearchSuggestion]:
    shop, language = info.context.shop, info.context.language
    artists = in_order(visible.artists(shop), visible.ARTIST_GRID)
    events = in_order(models.Event.objects.filter(visible.upcoming_events(shop)), visible.EVENT_DATES)
    products = in_order(searched_products(shop), visible.NEWEST_FIRST)
    read = (
        (SuggestionKind.ARTIST, read_first(artists, ARTIST_SOURCE, suggested_artist(), MOST_ARTISTS, shop)),
        (SuggestionKind.EVENT, read_first(events, EVENT_SOURCE, suggested_event(language), MOST_EVENTS, shop)),
        (
            SuggestionKind.PRODUCT,
            read_first(products, PRODUCT_SOURCE, suggested_product(language), settings.QUICK_SEARCH_PRODUCTS, shop),
        ),
    )
    # Sold-out goods come last, as among the results; sorted here, so that the database reads only the newest.
    in_stock_first = ((kind, sorted(rows, key=lambda row: row.get("sold_out", False))) for kind, rows in read)
    return [_suggestion(kind, row) for kind, rows in in_stock_first for row in rows]


def _suggestion(kind: SuggestionKind, row: dict[str, Any]) -> SearchSuggestion:
    picture = image_node(row["picture"], Selection.of(THUMBNAIL))
    title = descriptive_name(row.get("own") or "", row.get("artist") or "", row["name"])
    values = {
        "kind": kind,
        "slug": row["slug"],
        "title": title,
        "also": also_found_by(title, [row["texts"] or "", row.get("place") or ""]),
        "thumbnail": picture.thumbnail_at_75 if picture else "",
    }
    return filled(SearchSuggestion, values)
