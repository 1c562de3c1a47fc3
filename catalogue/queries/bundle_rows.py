"""What a bundle's fields on the wire need from the database: all of it is below its root product's row."""

from django.db.models import OuterRef, QuerySet

from catalogue.models import BundlePart, Product
from shop.compiled_statements import SHOP, Statement, cached_statement
from shop.paging import SortKey
from shop.selection import Selection

from . import visible
from .events import EVENT_SOURCE, STATE_COLUMNS, event_columns, pricing_categories
from .json_columns import here, is_listed, many, translated
from .json_rows import one_statement, pages_statement
from .products import OFFERED, PRODUCT_SOURCE, prices_of, product_columns, variant_columns, variants_of
from .related import Kind
from .statements import ALL

OPTION = Selection.of(
    "order", "description", "descriptionSubline", "message", "physical", "isDefault", "pricingCategory"
)  # fmt: skip
BY_PART = (SortKey("pk"),)
PART_SOURCE = (
    "catalogue_bundlepart bp LEFT JOIN catalogue_product q ON q.id = bp.product_id "
    "LEFT JOIN catalogue_event e ON e.id = bp.event_id"
)
LISTED = (
    f"CASE WHEN bp.event_id IS NULL THEN q.active AND q.external_url = '' AND {is_listed('product', 'bp.product_id')} "
    f"ELSE e.active AND {is_listed('event', 'bp.event_id')} END"
)


# Fields that follow from what is in it.
FROM_PARTS = frozenset(
    {
        "price", "originalPrice", "available", "root", "commonItems", "combinations", "additionalProducts",
        "additionalProductGroup",
    }
)  # fmt: skip


def bundle_columns(language: str, asked: Selection) -> dict[str, str]:
    named = {
        "id": "p.id",
        "slug": "p.slug",
        "sold_out_message": translated("p", "sold_out_message", language),
    }
    if not asked.keys() & FROM_PARTS:
        return named
    return named | {
        "prices": prices_of("product", "p.id"),
        "variants": variants_of("product", "p.id", language, OPTION),
        "combinations": _combinations(language),
        "parts": _parts(language),
    }


def _combinations(language: str) -> str:
    tour = (
        f"coalesce((SELECT {translated('t', 'name', language)} FROM catalogue_tour t "  # noqa: S608
        f"WHERE t.id = c.tour_id AND {is_listed('tour', 't.id')}), '')"
    )
    columns = {
        "id": "c.id",
        "option_name": translated("c", "option_name", language),
        "tour_name": tour,
        "additional_price": "c.additional_price",
        "sold_out_message": translated("c", "sold_out_message", language),
    }
    return many("catalogue_combination c", "c.bundle_id = p.id", 'c."order", c.id', columns)


def _parts(language: str) -> str:
    columns = {
        "id": "bp.id",
        "role": "bp.role",
        "combination_id": "bp.combination_id",
        "product_id": "bp.product_id",
        "event_id": "bp.event_id",
        "pricing_category_id": "bp.pricing_category_id",
        "price": "bp.price",
        "cart_limit": "coalesce(q.cart_limit, e.cart_limit)",
        "several": "coalesce(q.allow_multiple_override, false)",
        "binds": "coalesce(q.bind_leave_empty, false)",
        "listed": LISTED,
        "state": here(STATE_COLUMNS),
        "prices": prices_of("product", "bp.product_id"),
        "variants": f"CASE WHEN bp.event_id IS NULL THEN {_options('product', language)} "
        f"ELSE {_options('event', language)} END",
        "pricing_categories": pricing_categories(language),
    }
    return many(PART_SOURCE, "bp.bundle_id = p.id", 'bp."order", bp.id', columns)


def _options(owner: str, language: str) -> str:
    wanted = (
        f"v.{owner}_id = bp.{owner}_id AND {OFFERED[owner]} "
        "AND (bp.pricing_category_id IS NULL OR v.pricing_category_id = bp.pricing_category_id)"
    )
    columns = variant_columns(language, OPTION, OFFERED[owner])
    return many("catalogue_productvariant v", wanted, 'v."order", v.id', columns)


def roots() -> QuerySet[Product]:
    return visible.products(SHOP).filter(root=True)


@cached_statement
def named_bundle(language: str, asked: Selection) -> Statement:
    return one_statement(roots(), PRODUCT_SOURCE, bundle_columns(language, asked))


@cached_statement
def bundles_of(kind: Kind, language: str, asked: Selection, *, leading: bool) -> Statement:
    """Of products or events those that have them as parts; `leading`: only those that their pages lead to."""
    parts = BundlePart.objects.filter(**{kind._meta.model_name or "": OuterRef(OuterRef("pk"))})
    wanted = parts.filter(leads_here=True) if leading else parts
    rows = roots().filter(pk__in=wanted.values("bundle"))
    columns = bundle_columns(language, asked)
    return pages_statement(kind, rows, PRODUCT_SOURCE, columns, visible.PRODUCTS_OF_ARTIST, ALL)


@cached_statement
def products_in_bundles(language: str, asked: Selection) -> Statement:
    """By bundle, in the order of the parts' ids, which are their places."""
    rows = BundlePart.objects.filter(bundle=OuterRef("pk"), product__in=visible.products(SHOP).values("pk"))
    columns = product_columns(language, asked)
    return pages_statement(Product, rows, PRODUCT_SOURCE, columns, BY_PART, ALL, key="product_id")


@cached_statement
def events_in_bundles(language: str, asked: Selection) -> Statement:
    rows = BundlePart.objects.filter(bundle=OuterRef("pk"), event__in=visible.events(SHOP).values("pk"))
    columns = event_columns(language, asked)
    return pages_statement(Product, rows, EVENT_SOURCE, columns, BY_PART, ALL, key="event_id")


@cached_statement
def root_products(language: str, asked: Selection) -> Statement:
    rows = roots().filter(pk=OuterRef("pk"))
    return pages_statement(Product, rows, PRODUCT_SOURCE, product_columns(language, asked), BY_PART, ALL)
