"""What is in a bundle, as far as its price and whether it can be had follow from it: below its product `p`."""

from shop.core.wire.selection import Selection

from .json_columns import Columns, is_listed, object_json, rows_json
from .variants import OFFERED, STATE_COLUMNS, prices_of, variant_columns

PART_SOURCE = (
    "catalogue_bundlepart bp LEFT JOIN catalogue_product q ON q.id = bp.product_id "
    "LEFT JOIN catalogue_event e ON e.id = bp.event_id"
)
# As sale.is_for_sale has it of a variant, of what is above it; whether tickets are on sale follows from their state.
SOLD_HERE = (
    f"CASE WHEN bp.event_id IS NULL THEN q.active AND q.external_url = '' AND {is_listed('product', 'bp.product_id')} "
    f"ELSE e.active AND {is_listed('event', 'bp.event_id')} END"
)


def part_columns(language: str, option: Selection) -> Columns:
    """`option`: what is asked of its options beside what an offer needs."""
    return {
        "id": "bp.id",
        "role": "bp.role",
        "combination_id": "bp.combination_id",
        "event_id": "bp.event_id",
        "price": "bp.price",
        "obligatory": "bp.obligatory",
        "sold_here": SOLD_HERE,
        "state": object_json(STATE_COLUMNS),
        "prices": prices_of("product", "bp.product_id"),
        "variants": f"CASE WHEN bp.event_id IS NULL THEN {_options('product', language, option)} "
        f"ELSE {_options('event', language, option)} END",
    }


def _options(owner: str, language: str, asked: Selection) -> str:
    wanted = (
        f"v.{owner}_id = bp.{owner}_id AND {OFFERED[owner]} "
        "AND (bp.pricing_category_id IS NULL OR v.pricing_category_id = bp.pricing_category_id)"
    )
    columns = variant_columns(language, asked, OFFERED[owner])
    return rows_json("catalogue_productvariant v", wanted, 'v."order", v.id', columns)


def parts_of(columns: Columns) -> str:
    return rows_json(PART_SOURCE, "bp.bundle_id = p.id", 'bp."order", bp.id', columns)


def combinations_of(columns: Columns) -> str:
    own = {"id": "c.id", "additional_price": "c.additional_price"}
    return rows_json("catalogue_combination c", "c.bundle_id = p.id", 'c."order", c.id', {**own, **columns})


def offer_of_bundle(language: str) -> str:
    """Null for a product that is none."""
    content = object_json({"combinations": combinations_of({}), "parts": parts_of(part_columns(language, Selection()))})
    return f"CASE WHEN p.root THEN {content} END"
