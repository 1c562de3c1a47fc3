"""What a bundle's fields on the wire need from the database: all of it is below its root product's row."""

from django.db.models import OuterRef, QuerySet

from catalogue.models import BundlePart, Product
from shop.core.database.compiled_statements import SHOP, SqlStatement, cached_statement
from shop.core.wire.paging import SortKey
from shop.core.wire.selection import Selection

from . import visible
from .bundle_parts import combinations_of, part_columns, parts_of
from .events import EVENT_SOURCE, event_columns, pricing_categories
from .json_columns import is_listed, translated
from .json_rows import one_statement, pages_statement
from .products import PRODUCT_SOURCE, product_columns
from .related import Kind
from .statements import ALL
from .variants import prices_of, ticket_fields, variants_of

BY_PART = (SortKey("pk"),)

# Fields that follow from what is in it.
FROM_PARTS = frozenset(
    {
        "price", "originalPrice", "available", "root", "commonItems", "combinations", "additionalProducts",
        "additionalProductGroup",
    }
)  # fmt: skip


def bundle_columns(language: str, asked: Selection) -> dict[str, str]:
    """Below the root product `p`: what `asked` needs; with any of FROM_PARTS all that is in the bundle."""
    named = {
        "id": "p.id",
        "slug": "p.slug",
        "sold_out_message": translated("p", "sold_out_message", language),
    }
    if not asked.keys() & FROM_PARTS:
        return named
    return named | {
        "prices": prices_of("product", "p.id"),
        "variants": variants_of("product", "p.id", language, asked.below("root").below("options")),
        "combinations": _combinations(language),
        "parts": _parts(language, _option_fields(asked)),
    }


def _option_fields(asked: Selection) -> Selection:
    """What is asked of the options of any part."""
    parts = [asked.below(name) for name in ("commonItems", "additionalProducts", "additionalProductGroup")]
    parts.append(asked.below("combinations").below("products"))
    return ticket_fields(*(part.below("options") for part in parts))


def _combinations(language: str) -> str:
    tour = (
        f"coalesce((SELECT {translated('t', 'name', language)} FROM catalogue_tour t "  # noqa: S608
        f"WHERE t.id = c.tour_id AND {is_listed('tour', 't.id')}), '')"
    )
    columns = {name: translated("c", name, language) for name in ("option_name", "sold_out_message")}
    return combinations_of({**columns, "tour_name": tour})


def _parts(language: str, option: Selection) -> str:
    columns = {
        "product_id": "bp.product_id",
        "pricing_category_id": "bp.pricing_category_id",
        "cart_limit": "coalesce(q.cart_limit, e.cart_limit)",
        "several": "coalesce(q.allow_multiple_override, false)",
        "binds": "coalesce(q.bind_leave_empty, false)",
        "pricing_categories": pricing_categories(language),
    }
    return parts_of({**part_columns(language, option), **columns})


def roots() -> QuerySet[Product]:
    return visible.products(SHOP).filter(root=True)


@cached_statement
def named_bundle(language: str, asked: Selection) -> SqlStatement:
    return one_statement(roots(), PRODUCT_SOURCE, bundle_columns(language, asked))


@cached_statement
def bundles_of(kind: Kind, language: str, asked: Selection, *, leading: bool) -> SqlStatement:
    """Of products or events those that have them as parts; `leading`: only those that their pages lead to."""
    parts = BundlePart.objects.filter(**{kind._meta.model_name or "": OuterRef(OuterRef("pk"))})
    wanted = parts.filter(leads_here=True) if leading else parts
    rows = roots().filter(pk__in=wanted.values("bundle"))
    columns = bundle_columns(language, asked)
    return pages_statement(kind, rows, PRODUCT_SOURCE, columns, visible.PRODUCTS_OF_ARTIST, ALL)


@cached_statement
def products_in_bundles(language: str, asked: Selection) -> SqlStatement:
    """By bundle, in the order of the parts' ids, which are their places."""
    rows = BundlePart.objects.filter(bundle=OuterRef("pk"), product__in=visible.products(SHOP).values("pk"))
    columns = product_columns(language, asked)
    return pages_statement(Product, rows, PRODUCT_SOURCE, columns, BY_PART, ALL, key="product_id")


@cached_statement
def events_in_bundles(language: str, asked: Selection) -> SqlStatement:
    """As `products_in_bundles`."""
    rows = BundlePart.objects.filter(bundle=OuterRef("pk"), event__in=visible.events(SHOP).values("pk"))
    columns = event_columns(language, asked)
    return pages_statement(Product, rows, EVENT_SOURCE, columns, BY_PART, ALL, key="event_id")


@cached_statement
def root_products(language: str, asked: Selection) -> SqlStatement:
    rows = roots().filter(pk=OuterRef("pk"))
    return pages_statement(Product, rows, PRODUCT_SOURCE, product_columns(language, asked), BY_PART, ALL)
