"""What the options of a product or an event need from the database, and what an offer follows from."""

from django.conf import settings

from catalogue.seating.free_seats import LIVING
from shop.core.wire.selection import Selection, merged, nodes_of

from .json_columns import Columns, rows_json, subset, translated

STATE_COLUMNS = {
    "happening_from": "e.happening_from",
    "happening_until": "e.happening_until",
    "presale_at": "e.presale_at",
    "external_link": "e.external_link",
    "state": "e.state",
    # The database's clock, which all web processes share, says whether tickets are on sale.
    "read_at": "statement_timestamp()",
}
PRICE_COLUMNS = {"country_code": "x.country_code", "price": "x.price", "original_price": "x.original_price"}
# The least that is free in one of the variant's stocks; null for a variant that draws on none.
FREE = (
    "(SELECT min(stock.free) FROM catalogue_stockuse u JOIN catalogue_stock stock ON stock.id = u.stock_id "
    "WHERE u.variant_id = v.id)"
)
MOST_POINTS = 100
# What goods were sold for before; nothing where no price is struck. Tickets are services, which § 11 PAngV leaves out.
POINTS = (
    "(SELECT CASE WHEN v.product_id IS NULL THEN NULL WHEN EXISTS (SELECT 1 FROM catalogue_price x "  # noqa: S608
    "WHERE (x.variant_id = v.id OR x.product_id = v.product_id) AND x.original_price IS NOT NULL) THEN "
    "(SELECT coalesce(json_agg(r ORDER BY r.since), '[]') FROM (SELECT h.since, h.price FROM catalogue_pricepoint h "
    f"WHERE h.variant_id = v.id AND h.country_code = '{settings.PRICE_COUNTRY}' "
    f"ORDER BY h.since DESC LIMIT {MOST_POINTS}) r) ELSE '[]'::json END)"
)
# Sections of the event's seat map in which a seat of the ticket's category is free.
SECTIONS = f"""(SELECT coalesce(json_agg(s.id::text ORDER BY s."order", s.id), '[]') FROM catalogue_seatsection s
    JOIN catalogue_seatmap m ON m.id = s.seat_map_id WHERE m.event_id = v.event_id AND EXISTS (
        SELECT 1 FROM catalogue_seatrow r JOIN catalogue_seat t ON t.row_id = r.id
        WHERE r.section_id = s.id AND t.pricing_category_id = v.pricing_category_id
        AND t.reserved_for NOT IN ('promoter', 'press') AND NOT EXISTS (
            SELECT 1 FROM catalogue_seatclaim claim
            LEFT JOIN sessions_queue_visitorsession holding ON holding.id = claim.session_id
            WHERE claim.seat_id = t.id AND {LIVING}
        )
    ))"""  # noqa: S608
# Whether an option is offered at all; a ticket also needs to be of a kind that its event sells (catalogue §4), and its
# event to be neither stopped nor cancelled nor postponed.
OFFERED = {
    "product": "v.active",
    "event": (
        "(v.active AND e.state IN ('on_sale', 'moved') "
        "AND NOT CASE WHEN v.physical THEN e.only_online_tickets ELSE e.only_hard_tickets END)"
    ),
}


def prices_of(owner: str, key: str) -> str:
    """All prices of a product or a variant: PRICE_COLUMNS by country."""
    return rows_json("catalogue_price x", f"x.{owner}_id = {key}", "x.country_code", PRICE_COLUMNS)


def ticket_fields(*asked: Selection) -> Selection:
    """What is asked of tickets, also by way of their blocks: both need to know which belong together."""
    found = merged(Selection.of("pricingCategory"), *asked)
    of_blocks = nodes_of(found.below("pricingCategory").below("productVariants"))
    return merged(found, ticket_fields(of_blocks)) if of_blocks else found


def variant_columns(language: str, asked: Selection, active: str) -> Columns:
    """Of the variant `v`: what an offer needs, and of the other fields those that were asked for.

    `active`: an expression for whether it is offered at all, see OFFERED.
    """
    optional = {
        "order": ("order", 'v."order"'),
        "description": ("description", translated("v", "description", language)),
        "descriptionSubline": ("description_subline", translated("v", "description_subline", language)),
        "message": ("message", translated("v", "message", language)),
        "physical": ("physical", "v.physical"),
        "isDefault": ("is_default", "v.is_default"),
        "sku": ("sku", "v.sku"),
        "pricingCategory": ("pricing_category_id", "v.pricing_category_id"),
        "availableSectionIds": ("available_section_ids", SECTIONS),
    }
    return {
        "id": "v.id",
        "active": active,
        "additional_price": "v.additional_price",
        "free": FREE,
        "prices": prices_of("variant", "v.id"),
        "points": POINTS,
        **subset(optional, asked),
    }


def variants_of(owner: str, key: str, language: str, asked: Selection) -> str:
    """The variants of a product `p` or an event `e`."""
    columns = variant_columns(language, asked, OFFERED[owner])
    return rows_json("catalogue_productvariant v", f"v.{owner}_id = {key}", 'v."order", v.id', columns)
