"""The statements behind the catalogue's fields, each compiled once for a language and what is asked, for all shops.

A statement holds no shop, no moment and no text of a visitor: those are given when it runs.
"""

from django.db.models import Model, OuterRef, Q
from django.db.models.lookups import IsNull

from catalogue.models import AdventDoor, Artist, Category, Event, Product, ProductInCategory, ProductVariant
from shop.core.database.compiled_statements import SHOP, Parameter, SqlStatement, cached_statement
from shop.core.wire.paging import MAX_FIRST, PageRequest, SortKey
from shop.core.wire.selection import Selection

from . import visible
from .events import EVENT_SOURCE, TOUR_SOURCE, event_columns, tour_columns
from .json_rows import one_statement, pages_statement, row_statement
from .products import PRODUCT_SOURCE, product_columns
from .shelves import ARTIST_SOURCE, CATEGORY_SOURCE, artist_columns, category_columns

ALL = PageRequest(MAX_FIRST)
PRODUCTS_A_PAGE = 18
EVENTS_A_PAGE = 100
NEIGHBOURS = PageRequest(12)


@cached_statement
def named_artist(language: str, asked: Selection) -> SqlStatement:
    return one_statement(visible.artists(SHOP), ARTIST_SOURCE, artist_columns(language, asked))


@cached_statement
def named_category(language: str, asked: Selection) -> SqlStatement:
    return one_statement(visible.categories(SHOP), CATEGORY_SOURCE, category_columns(language, asked))


@cached_statement
def named_event(language: str, asked: Selection) -> SqlStatement:
    return one_statement(visible.events(SHOP), EVENT_SOURCE, event_columns(language, asked))


@cached_statement
def event_of_ticket(language: str, asked: Selection) -> SqlStatement:
    rows = visible.events(SHOP).filter(variants=Parameter("ticket"))
    return row_statement(rows, EVENT_SOURCE, event_columns(language, asked))


@cached_statement
def events_of_tickets(language: str, asked: Selection) -> SqlStatement:
    """By variant, the event that sells it."""
    rows = visible.events(SHOP).filter(variants=OuterRef("pk"))
    columns = event_columns(language, asked)
    return pages_statement(ProductVariant, rows, EVENT_SOURCE, columns, (SortKey("pk"),), ALL)


@cached_statement
def named_product(language: str, asked: Selection) -> SqlStatement:
    return one_statement(visible.products(SHOP), PRODUCT_SOURCE, product_columns(language, asked))


@cached_statement
def named_tour(language: str, asked: Selection) -> SqlStatement:
    return one_statement(visible.tours(SHOP), TOUR_SOURCE, tour_columns(language, asked))


@cached_statement
def products_of_categories(language: str, asked: Selection, page: PageRequest) -> SqlStatement:
    shelf = ProductInCategory.objects.filter(visible.listed_products(SHOP, "product__"), category=OuterRef("pk"))
    columns = product_columns(language, asked)
    return pages_statement(
        Category, shelf, PRODUCT_SOURCE, columns, visible.PRODUCTS_OF_CATEGORY, page, key="product_id"
    )


@cached_statement
def products_of_artists(language: str, asked: Selection, page: PageRequest) -> SqlStatement:
    rows = Product.objects.filter(visible.listed_products(SHOP), artist=OuterRef("pk"))
    return pages_statement(
        Artist, rows, PRODUCT_SOURCE, product_columns(language, asked), visible.PRODUCTS_OF_ARTIST, page
    )


@cached_statement
def products_of_doors(language: str, asked: Selection) -> SqlStatement:
    """Also those that listings hide."""
    rows = visible.products(SHOP).filter(advent_doors=OuterRef("pk"))
    return pages_statement(
        AdventDoor, rows, PRODUCT_SOURCE, product_columns(language, asked), visible.NEWEST_FIRST, ALL
    )


@cached_statement
def events_of(parent: type[Model], relation: str, language: str, asked: Selection, page: PageRequest) -> SqlStatement:
    """The coming events of parents that events refer to by `relation`."""
    rows = Event.objects.filter(visible.upcoming_events(SHOP), **{relation: OuterRef("pk")})
    return pages_statement(parent, rows, EVENT_SOURCE, event_columns(language, asked), visible.EVENT_DATES, page)


@cached_statement
def subcategories_of_artists(language: str) -> SqlStatement:
    """An artist's shelves and tours among the categories, without the empty ones."""
    shown = [Category.Type.CATEGORY, Category.Type.TOUR]
    rows = visible.categories(SHOP).filter(visible.not_empty(SHOP), artist=OuterRef("pk"), type__in=shown)
    columns = category_columns(language, Selection.of("slug", "name", "type")) | {"order": "c.subcategory_order"}
    order = (SortKey("subcategory_order"), SortKey("pk"))
    return pages_statement(Artist, rows, CATEGORY_SOURCE, columns, order, ALL)


@cached_statement
def neighbours_of_categories(language: str) -> SqlStatement:
    """Other main categories of the same artist, or of none, that hold products."""
    of_none = Q(IsNull(OuterRef("artist_id"), True), artist=None)
    rows = visible.main_categories(SHOP).filter(Q(artist=OuterRef("artist_id")) | of_none).exclude(pk=OuterRef("pk"))
    columns = category_columns(language, Selection.of("slug", "name", "type", "order"))
    return pages_statement(Category, rows, CATEGORY_SOURCE, columns, visible.category_order(language), NEIGHBOURS)


@cached_statement
def tours_of(parent: type[Model], relation: str, language: str, asked: Selection) -> SqlStatement:
    """The tours, with coming events, of parents that tours refer to by `relation`."""
    rows = visible.tours_with_events(SHOP).filter(**{relation: OuterRef("pk")})
    return pages_statement(parent, rows, TOUR_SOURCE, tour_columns(language, asked), visible.tour_order(language), ALL)


@cached_statement
def artists_of(parent: type[Model], relation: str, language: str, asked: Selection) -> SqlStatement:
    """The artists, as far as the shop lists them, of parents that artists know by `relation`."""
    rows = visible.artists(SHOP).filter(**{relation: OuterRef("pk")})
    return pages_statement(parent, rows, ARTIST_SOURCE, artist_columns(language, asked), visible.ARTIST_GRID, ALL)
