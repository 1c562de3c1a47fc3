"""What an event's and a tour's fields on the wire need from the database."""

from collections.abc import Mapping

from shop.core.wire.selection import Selection, nodes_of

from .json_columns import (
    SHOP_ID,
    image,
    is_named,
    joined_in_all_languages,
    joined_text,
    object_json,
    row_json,
    rows_json,
    subset,
    translated,
)
from .products import related_slugs
from .variants import STATE_COLUMNS, ticket_fields, variants_of

EVENT_SOURCE = "catalogue_event e"
TOUR_SOURCE = "catalogue_tour t"
# Fields that follow from the tickets.
FROM_VARIANTS = frozenset(
    {"price", "priceLow", "priceHigh", "available", "lowStock", "productVariants", "pricingCategories", "ticketState"}
)


WAITING_ROOM = "(SELECT r.room_id FROM catalogue_eventroom r WHERE r.event_id = e.id AND r.is_open)"


def artist_names(link: str, owner: str, key: str) -> str:
    """The names of all artists of an event or a tour, in the order they were given."""
    source = f"catalogue_{link} n JOIN catalogue_artist a ON a.id = n.artist_id"
    return joined_text("a.name", source, f"n.{owner}_id = {key} AND {is_named('a')}", "n.id")


def event_columns(language: str, asked: Selection) -> dict[str, str]:
    columns = {"id": "e.id", **subset(_plain(language), asked)}
    if asked.keys() & FROM_VARIANTS:
        categories = asked.below("pricingCategories")
        tickets = nodes_of(asked.below("productVariants"))
        of_blocks = nodes_of(categories.below("productVariants"))
        columns["variants"] = variants_of("event", "e.id", language, ticket_fields(tickets, of_blocks))
        if categories or "pricingCategory" in tickets | of_blocks:
            columns["pricing_categories"] = pricing_categories(language)
    if "ticketState" in asked:
        columns["state"] = object_json(STATE_COLUMNS)
    if "status" in asked:
        columns["was_moved"] = "e.moved_from IS NOT NULL"
    if asked.keys() & {"beginsAfterMidnight", "checkInStartAt"}:
        columns["happening_from"] = "e.happening_from"
    if "beginsAfterMidnight" in asked:
        columns["zone"] = "(SELECT v.time_zone FROM catalogue_venue v WHERE v.id = e.venue_id)"
    if "descriptiveName" in asked:
        columns["name"] = translated("e", "name", language)
    if asked.keys() & {"artist", "descriptiveName"}:
        columns["artist"] = artist_names("event_artists", "event", "e.id")
    if asked.keys() & {"seatMap", "seatmapUrl"}:
        columns |= {"seat_map": _seat_map(), "map_is_hidden": "e.hide_map"}
    if "meta" in asked:
        columns["meta"] = object_json(subset(_meta(language), asked["meta"]) | {"id": "e.id"})
    return columns


def _plain(language: str) -> Mapping[str, tuple[str, str]]:
    same = {
        "slug": "slug", "happeningFrom": "happening_from", "happeningUntil": "happening_until",
        "doorTime": "door_time", "stageTime": "stage_time", "presaleAt": "presale_at", "displayMap": "display_map",
        "cartLimit": "cart_limit", "kulturpassUrl": "kulturpass_url", "localOrganizer": "local_organizer",
        "checkInStartAt": "check_in_start_at", "checkInEndAt": "check_in_end_at", "vatRate": "vat_rate",
        "personalizationRequirement": "personalization_requirement", "movedFrom": "moved_from",
    }  # fmt: skip
    texts = {
        "name": "name", "descriptiveName": "descriptive_name", "description": "description",
        "soldOutMessage": "sold_out_message", "htmlDetails": "html_details", "seoTitle": "seo_title",
        "seoDescription": "seo_description",
    }  # fmt: skip
    venue = {
        "id": "v.id",
        "name": "v.name",
        "address": "v.address",
        "city": "v.city",
        "post_code": "v.post_code",
        "country_code": "v.country_code",
        "time_zone": "v.time_zone",
        "language": f"'{language}'",
    }
    company = {
        name: f"e.owning_{name}"
        for name in ("company", "first_name", "last_name", "address", "address2", "city", "post_code", "country_code")
    }
    return {
        **{wire: (column, f"e.{column}") for wire, column in same.items()},
        **{wire: (column, translated("e", column, language)) for wire, column in texts.items()},
        "venue": ("venue", row_json("catalogue_venue v", "v.id = e.venue_id", venue)),
        "owningCompanyAddress": ("owning_company_address", object_json(company)),
        "image": ("image", image("e.image_id")),
        "waitingRoomId": ("waiting_room_id", WAITING_ROOM),
        "status": ("status", "e.state"),
    }


def _meta(language: str) -> Mapping[str, tuple[str, str]]:
    same = {
        "externalLink": "external_link", "hideDate": "hide_date", "hideMap": "hide_map",
        "defaultAmount": "default_amount", "forceSection": "force_section",
        "forceTicketAmount": "force_ticket_amount", "policyLink": "policy_link",
        "customTermsAnchor": "custom_terms_anchor", "distancingAmount": "distancing_amount", "leads": "leads",
        "onlyOnlineTickets": "only_online_tickets", "onlyHardTickets": "only_hard_tickets", "checkin": "checkin",
    }  # fmt: skip
    texts = {
        "externalLinkText": "external_link_text", "customTag": "custom_tag", "disclaimerText": "disclaimer_text",
    }  # fmt: skip
    return {
        **{wire: (column, f"e.{column}") for wire, column in same.items()},
        **{wire: (column, translated("e", column, language)) for wire, column in texts.items()},
        "forceSectionName": ("force_section_name", _only_section(language)),
        "relatedItemSlugs": ("related_item_slugs", related_slugs("event", "e.id")),
    }


def _only_section(language: str) -> str:
    """How the reader's language calls the section; as staff wrote it where the seat map has none of this name."""
    called = (
        f"SELECT {translated('n', 'name', language)} FROM catalogue_seatsection n "  # noqa: S608
        "JOIN catalogue_seatmap h ON h.id = n.seat_map_id WHERE h.event_id = e.id AND n.name_de = e.force_section"
    )
    return f"coalesce(({called}), e.force_section)"


def pricing_categories(language: str) -> str:
    columns = {
        "id": "k.id",
        "name": translated("k", "name", language),
        "map_color": "k.map_color",
        "expanded": "k.expanded",
        "section": "k.section",
        "hide_buttons": "k.hide_buttons",
        "order": 'k."order"',
        "seated": "k.seat_stock_id IS NOT NULL",
    }
    return rows_json("catalogue_pricingcategory k", "k.event_id = e.id", 'k."order", k.id', columns)


def _seat_map() -> str:
    source = f"catalogue_seatmap m JOIN shop_shop s ON s.id = {SHOP_ID}"
    return row_json(source, "m.event_id = e.id AND m.version <> ''", {"version": "m.version", "shop": "s.slug"})


def tour_columns(language: str, asked: Selection) -> dict[str, str]:
    same = {
        "slug": "slug", "startDate": "start_date", "endDate": "end_date", "sortOrderHomepage": "sort_order_homepage",
        "featuredIn": "featured_in", "sortOrderTicketTopLeft": "sort_order_ticket_top_left",
        "sortOrderTicketTopRight": "sort_order_ticket_top_right", "sortOrderTicketBottom": "sort_order_ticket_bottom",
    }  # fmt: skip
    known = {
        **{wire: (column, f"t.{column}") for wire, column in same.items()},
        **{text: (text, translated("t", text, language)) for text in ("name", "subtitle", "description")},
        "artistNames": ("artist_names", artist_names("tour_artists", "tour", "t.id")),
        "ticketImage": ("ticket_image", image("t.ticket_image_id")),
    }
    return {"id": "t.id", **subset(known, asked)}


def suggested_event(language: str) -> dict[str, str]:
    """What the quick search shows of an event; `own` is its full name."""
    return {
        "slug": "e.slug",
        "name": translated("e", "name", language),
        "own": translated("e", "descriptive_name", language),
        "artist": artist_names("event_artists", "event", "e.id"),
        "picture": image("e.image_id"),
        "texts": joined_in_all_languages("e", "name", "descriptive_name"),
        "place": "(SELECT concat_ws(' ', v.name, v.city) FROM catalogue_venue v WHERE v.id = e.venue_id)",
    }
