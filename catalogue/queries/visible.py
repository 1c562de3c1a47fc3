"""Which rows a shop shows (catalogue §4, §5). By its name, a row is also found if it is hidden or past."""

from datetime import date, datetime

from django.conf import settings
from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.expressions import Combinable, Func
from django.db.models.functions import Coalesce, Now

from catalogue.models import Artist, Category, Event, Product, ProductInCategory, Tour, TourDate
from catalogue.models.listing import is_listed_in
from shop.core.database.compiled_statements import Parameter
from shop.core.values.languages import fallbacks, localized
from shop.core.wire.paging import SortKey
from shop.models import Shop

LAST = 2**31 - 1


def folded(name: Combinable | str) -> Func:
    """Return a name to sort by: without case, umlauts as their base letters, as German and English dictionaries do."""
    return Func(name, function="catalogue_fold", output_field=TextField())


def sorted_text(column: str, language: str) -> Func:
    """A translated text to sort by."""
    return folded(Coalesce(*(localized(column, one) for one in fallbacks(language)), F("slug")))


def products(shop: Shop | Parameter) -> QuerySet[Product]:
    """Return the products that have a page, including those that listings hide."""
    return Product.objects.listed_in(shop).filter(active=True)


def listed_products(shop: Shop | Parameter, path: str = "") -> Q:
    """Products as listings show them."""
    return Q(**{f"{path}active": True, f"{path}hide": False}) & is_listed_in(shop, path)


def events(shop: Shop | Parameter) -> QuerySet[Event]:
    """Return the events that have a page, including past ones."""
    return Event.objects.listed_in(shop).filter(active=True)


def upcoming_events(shop: Shop | Parameter, path: str = "") -> Q:
    """Events as listings show them: until they are over."""
    ends = Q(**{f"{path}happening_until__gte": Now()})
    endless = Q(**{f"{path}happening_until": None, f"{path}happening_from__gte": Now()})
    return Q(**{f"{path}active": True}) & is_listed_in(shop, path) & (ends | endless)


def tours(shop: Shop | Parameter) -> QuerySet[Tour]:
    return Tour.objects.listed_in(shop)


def tours_with_events(shop: Shop | Parameter) -> QuerySet[Tour]:
    return tours(shop).filter(Exists(TourDate.objects.filter(upcoming_events(shop, "event__"), tour=OuterRef("pk"))))


def categories(shop: Shop | Parameter) -> QuerySet[Category]:
    return Category.objects.listed_in(shop)


def not_empty(shop: Shop | Parameter) -> Q:
    """Categories that have products or events to show."""
    return Q(has_products(shop)) | Q(has_events(shop))


class ExistsRowByRow(Exists):
    """EXISTS that is evaluated row by row and ends at the first match.

    PostgreSQL would otherwise join all products of all categories to find out which categories have one; OFFSET forbids
    it.
    """

    template = "EXISTS(%(subquery)s OFFSET 0)"


def has_products(shop: Shop | Parameter) -> Exists:
    return ExistsRowByRow(ProductInCategory.objects.filter(listed_products(shop, "product__"), category=OuterRef("pk")))


def has_events(shop: Shop | Parameter) -> Exists:
    return ExistsRowByRow(Event.objects.filter(upcoming_events(shop), categories=OuterRef("pk")))


def is_main(shop: Shop | Parameter) -> Q:
    """Categories that overviews and the search use."""
    return Q(main_category=True) & is_listed_in(shop) & ~Q(pk=settings.SPECIAL_CATEGORY_ID)


def main_categories(shop: Shop | Parameter) -> QuerySet[Category]:
    return Category.objects.filter(is_main(shop), has_products(shop))


# Tours with a place among the tickets.
PLACED = ~Q(sort_order_ticket_top_left=None, sort_order_ticket_top_right=None, sort_order_ticket_bottom=None)


def artists(shop: Shop | Parameter) -> QuerySet[Artist]:
    return Artist.objects.listed_in(shop)


NEWEST_FIRST = (SortKey("pk", descending=True),)
PRODUCTS_OF_CATEGORY = (SortKey("product_order", descending=True), SortKey("product_id", descending=True))
PRODUCTS_OF_ARTIST = (SortKey("order", descending=True), SortKey("pk", descending=True))
EVENT_DATES = (
    SortKey("happening_from", kind=datetime),
    SortKey(Coalesce("door_time", "happening_from"), kind=datetime),
    SortKey("pk"),
)
ARTIST_GRID = (
    SortKey(Coalesce("sort_order_ticket_bottom", LAST, output_field=IntegerField())),
    SortKey(folded("name"), kind=str),
    SortKey("pk"),
)


def category_order(language: str) -> tuple[SortKey, ...]:
    return (SortKey("order", descending=True), SortKey(sorted_text("name", language), kind=str), SortKey("pk"))


def tour_order(language: str) -> tuple[SortKey, ...]:
    start = Coalesce("start_date", Value(date.max))
    return (SortKey(start, kind=date), SortKey(sorted_text("name", language), kind=str), SortKey("pk"))
