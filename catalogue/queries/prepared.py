"""The statements behind the catalogue's fields, each put together once for a shop, a language and what is asked.

A statement holds no moment and no text of a visitor: those are given when it runs.
"""

from django.db.models import Model, OuterRef, Q
from django.db.models.lookups import IsNull

from catalogue.models import Artist, Category, Event, Product, ProductInCategory
from shop.connections import MAX_FIRST, Page, SortKey
from shop.models import Shop
from shop.selection import Selection
from shop.statements import Given, Statement, kept_statement

from . import visible
from .events import EVENT_SOURCE, TOUR_SOURCE, event_columns, tour_columns
from .lists import one_statement, pages_statement, row_statement
from .products import PRODUCT_SOURCE, product_columns
from .shapes import Lens
from .shelves import ARTIST_SOURCE, CATEGORY_SOURCE, artist_columns, category_columns

ALL = Page(MAX_FIRST)


@kept_statement
def named_artist(shop: Shop, lens: Lens, asked: Selection) -> Statement:
    return one_statement(visible.artists(shop), ARTIST_SOURCE, artist_columns(lens, asked))


@kept_statement
def named_category(shop: Shop, lens: Lens, asked: Selection) -> Statement:
    return one_statement(visible.categories(shop), CATEGORY_SOURCE, category_columns(lens, asked))


@kept_statement
def named_event(shop: Shop, lens: Lens, asked: Selection) -> Statement:
    return one_statement(visible.events(shop), EVENT_SOURCE, event_columns(lens, asked))


@kept_statement
def event_of_ticket(shop: Shop, lens: Lens, asked: Selection) -> Statement:
    rows = visible.events(shop).filter(variants=Given("ticket"))
    return row_statement(rows, EVENT_SOURCE, event_columns(lens, asked))


@kept_statement
def named_product(shop: Shop, lens: Lens, asked: Selection) -> Statement:
    return one_statement(visible.products(shop), PRODUCT_SOURCE, product_columns(lens, asked))


@kept_statement
def named_tour(shop: Shop, lens: Lens, asked: Selection) -> Statement:
    return one_statement(visible.tours(shop), TOUR_SOURCE, tour_columns(lens, asked))


@kept_statement
def products_of_categories(shop: Shop, lens: Lens, asked: Selection, page: Page) -> Statement:
    shelf = ProductInCategory.objects.filter(visible.on_shelves(shop, "product__"), category=OuterRef("pk"))
    columns = product_columns(lens, asked)
    return pages_statement(Category, shelf, PRODUCT_SOURCE, columns, visible.SHELF, page, key="product_id")


@kept_statement
def products_of_artists(shop: Shop, lens: Lens, asked: Selection, page: Page) -> Statement:
    rows = Product.objects.filter(visible.on_shelves(shop), artist=OuterRef("pk"))
    return pages_statement(Artist, rows, PRODUCT_SOURCE, product_columns(lens, asked), visible.PRODUCTS_OF_ARTIST, page)


@kept_statement
def events_of(parent: type[Model], relation: str, shop: Shop, lens: Lens, asked: Selection, page: Page) -> Statement:
    """The coming events of parents that events refer to by `relation`."""
    rows = Event.objects.filter(visible.coming(shop), **{relation: OuterRef("pk")})
    return pages_statement(parent, rows, EVENT_SOURCE, event_columns(lens, asked), visible.EVENT_DATES, page)


@kept_statement
def subcategories_of_artists(shop: Shop, lens: Lens) -> Statement:
    """An artist's shelves and tours among the categories, without the empty ones."""
    shown = [Category.Type.CATEGORY, Category.Type.TOUR]
    rows = visible.categories(shop).filter(visible.not_empty(shop), artist=OuterRef("pk"), type__in=shown)
    columns = category_columns(lens, Selection.of("slug", "name", "type")) | {"order": "c.subcategory_order"}
    order = (SortKey("subcategory_order"), SortKey("pk"))
    return pages_statement(Artist, rows, CATEGORY_SOURCE, columns, order, ALL)


@kept_statement
def neighbours_of_categories(shop: Shop, lens: Lens, page: Page) -> Statement:
    """Other main categories of the same artist, or of none, that hold products."""
    of_none = Q(IsNull(OuterRef("artist_id"), True), artist=None)
    rows = visible.main_categories(shop).filter(Q(artist=OuterRef("artist_id")) | of_none).exclude(pk=OuterRef("pk"))
    columns = category_columns(lens, Selection.of("slug", "name", "type", "order"))
    return pages_statement(Category, rows, CATEGORY_SOURCE, columns, visible.category_order(lens.language), page)


@kept_statement
def tours_of(parent: type[Model], relation: str, shop: Shop, lens: Lens, asked: Selection) -> Statement:
    """The tours, with coming events, of parents that tours refer to by `relation`."""
    rows = visible.tours_with_events(shop).filter(**{relation: OuterRef("pk")})
    return pages_statement(parent, rows, TOUR_SOURCE, tour_columns(lens, asked), visible.tour_order(lens.language), ALL)


@kept_statement
def artists_of(parent: type[Model], relation: str, shop: Shop, lens: Lens, asked: Selection) -> Statement:
    """The artists, as far as the shop lists them, of parents that artists know by `relation`."""
    rows = visible.artists(shop).filter(**{relation: OuterRef("pk")})
    return pages_statement(parent, rows, ARTIST_SOURCE, artist_columns(lens, asked), visible.ARTIST_GRID, ALL)
