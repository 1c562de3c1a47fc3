"""What staff want shown beside a product or an event: goods and events (catalogue §3 `related_item_slugs`)."""

from typing import TypeAlias

from django.db.models import F, IntegerField, OuterRef, QuerySet, Value
from django.db.models.functions import Cast

from catalogue.models import Event, Product
from shop.core.database.compiled_statements import SHOP, SqlStatement, cached_statement
from shop.core.wire.paging import SortKey
from shop.core.wire.selection import Selection

from . import visible
from .events import EVENT_SOURCE, event_columns
from .json_rows import pages_statement
from .products import PRODUCT_SOURCE, product_columns
from .statements import ALL

Kind: TypeAlias = type[Product] | type[Event]
AS_GIVEN = (SortKey("place"), SortKey("link"))


@cached_statement
def related_products(kind: Kind, language: str, asked: Selection) -> SqlStatement:
    rows = links(kind, "related_products", visible.products(SHOP))
    return pages_statement(kind, rows, PRODUCT_SOURCE, product_columns(language, asked), AS_GIVEN, ALL, key="thing")


@cached_statement
def related_events(kind: Kind, language: str, asked: Selection) -> SqlStatement:
    rows = links(kind, "related_events", visible.events(SHOP).filter(visible.upcoming_events(SHOP)))
    return pages_statement(kind, rows, EVENT_SOURCE, event_columns(language, asked), AS_GIVEN, ALL, key="thing")


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
