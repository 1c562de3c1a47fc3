"""The catalogue's root fields (design §3). Every field takes an id or a slug; what the shop does not list is null."""

import strawberry

from catalogue.models import Product
from catalogue.queries import visible
from catalogue.queries.json_rows import by_ids_or_slugs
from shop.core.wire.graphql.connections import Connection
from shop.core.wire.paging import MAX_FIRST, MAX_OVERVIEW, PageRequest
from shop.web.graphql.context import GraphQLInfo

from .advent import AdventCalendar, calendar_of
from .artists import Artist, artist_named, listed_artists
from .bundles import CombinedProduct, bundle_named
from .categories import Category, category_named, listed_categories
from .events import Event, event_named, event_of_ticket, listed_events
from .guarantee import GuaranteeNotice, notice_in
from .products import MerchProduct, listed_products, product_named, products_named
from .search import SearchResults, SearchSuggestion, search_results, suggestions
from .tours import Tour, listed_tours, tour_named


def overview(first: int | None, after: str | None) -> PageRequest:
    return PageRequest.requested(first, after, MAX_FIRST, MAX_OVERVIEW)


@strawberry.type
class CatalogueQuery:
    @strawberry.field
    def artist(self, info: GraphQLInfo, id: strawberry.ID) -> Artist | None:
        return artist_named(info, id)

    @strawberry.field(description="types ARTIST, BRAND, LABEL; by sortOrderTicketBottom, then name; first ≤ 500")
    def artists(self, info: GraphQLInfo, first: int | None = 100, after: str | None = None) -> Connection[Artist]:
        return listed_artists(info, visible.artists(info.context.shop), overview(first, after))

    @strawberry.field
    def category(self, info: GraphQLInfo, id: strawberry.ID) -> Category | None:
        return category_named(info, id)

    @strawberry.field(
        description="main categories that hold something; descending order; all or those featured somewhere; "
        "first ≤ 500. `all`: those that overviews leave out, too"
    )
    def categories(
        self,
        info: GraphQLInfo,
        first: int | None = 100,
        after: str | None = None,
        featured_at: str | None = None,
        all: bool = False,
    ) -> Connection[Category]:
        return listed_categories(info, overview(first, after), featured_at, with_hidden=all)

    @strawberry.field
    def product(self, info: GraphQLInfo, id: strawberry.ID) -> MerchProduct | None:
        return product_named(info, id)

    @strawberry.field(description="a bundle, by the id or slug of its root product")
    def combined_product(self, info: GraphQLInfo, id: strawberry.ID) -> CombinedProduct | None:
        return bundle_named(info, id)

    @strawberry.field(description="newest first; for the home pages")
    def merch_products(
        self,
        info: GraphQLInfo,
        ids: list[strawberry.ID] | None = None,
        first: int | None = 18,
        after: str | None = None,
    ) -> Connection[MerchProduct]:
        rows = Product.objects.filter(visible.listed_products(info.context.shop))
        if ids is not None:
            rows = rows.filter(by_ids_or_slugs(ids))
        return listed_products(info, rows, PageRequest.requested(first, after, 18))

    @strawberry.field(description="price and meta of several products, hidden ones too, in the order asked for; ≤ 100")
    def product_prices(self, info: GraphQLInfo, ids: list[strawberry.ID]) -> list[MerchProduct]:
        return products_named(info, ids)

    @strawberry.field(description="the EU's notice on the legal guarantee of goods, in the language asked for")
    def guarantee_notice(self, info: GraphQLInfo) -> GuaranteeNotice | None:
        return notice_in(info.context.language)

    @strawberry.field
    def event(self, info: GraphQLInfo, id: strawberry.ID) -> Event | None:
        return event_named(info, id)

    @strawberry.field(description="the event that sells this ticket, by the id of its variant; else an error NOT_FOUND")
    def event_by_ticket(self, info: GraphQLInfo, ticket_id: strawberry.ID) -> Event | None:
        return event_of_ticket(info, ticket_id)

    @strawberry.field(description="coming events by start, then doors; first ≤ 500")
    def events(self, info: GraphQLInfo, first: int | None = 100, after: str | None = None) -> Connection[Event]:
        return listed_events(info, overview(first, after))

    @strawberry.field
    def tour(self, info: GraphQLInfo, id: strawberry.ID) -> Tour | None:
        return tour_named(info, id)

    @strawberry.field(
        description="with coming events, by start; all, those featured somewhere, or those with a place among the "
        "tickets (sortOrderTicket…); first ≤ 500"
    )
    def tours(
        self,
        info: GraphQLInfo,
        first: int | None = 100,
        after: str | None = None,
        featured_in: str | None = None,
        placed: bool = False,
    ) -> Connection[Tour]:
        return listed_tours(info, overview(first, after), featured_in, placed=placed)

    @strawberry.field(description="the shop's calendar of a year, else its newest; nothing of a closed door leaves")
    def advent(self, info: GraphQLInfo, year: int | None = None) -> AdventCalendar | None:
        return calendar_of(info, year)

    @strawberry.field(description="what has every one of the words, or another for the same, in its names")
    def search(self, info: GraphQLInfo, query: list[str]) -> SearchResults:
        return search_results(info.context.shop, query)

    @strawberry.field(description="artists, coming events and the newest products: what a visitor may mean")
    def search_suggestions(self, info: GraphQLInfo) -> list[SearchSuggestion]:
        return suggestions(info)
