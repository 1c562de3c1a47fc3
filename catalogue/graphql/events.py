"""Events on the wire (catalogue §3 "Event", "Event meta")."""

from datetime import datetime
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import strawberry
from django.db.models import QuerySet

from catalogue.errors import OneEventAtATime, TicketNotFound
from catalogue.models import Event as EventModel
from catalogue.queries import statements, visible
from catalogue.queries.availability import free_seat_ids
from catalogue.queries.events import EVENT_SOURCE, FROM_VARIANTS, event_columns
from catalogue.queries.json_rows import read_one, read_page, read_row
from catalogue.rules import (
    TicketState,
    all_low,
    any_available,
    check_in_starts,
    descriptive_name,
    is_after_midnight,
    price_span,
)
from shop.core.values.html import clean_html
from shop.core.values.numbers import whole_number
from shop.core.values.zones import zone_note
from shop.core.wire.graphql.connections import Connection, whole_connection
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import PageRequest
from shop.core.wire.selection import Selection, nodes_of
from shop.graphql.images import Image, image_node
from shop.web.graphql.context import GraphQLInfo, filled

from .batching import Batch, makes, one_node, one_page
from .bundles import CombinedProduct, bundles_with
from .related import related_to
from .variants import PricingCategory, ProductVariant, offer_rows, state_of_row, ticket_nodes

if TYPE_CHECKING:
    from .artists import Artist
    from .related import RelatedItem
    from .tours import Tour

strawberry.enum(TicketState)


@strawberry.enum
class PersonalizationRequirement(Enum):
    check_in_required = "check_in_required"
    contact_tracing_required = "contact_tracing_required"
    no_personalization_required = "no_personalization_required"


@strawberry.enum(description="whether an event takes place; whether its tickets are on sale is its `ticketState`")
class EventStatus(Enum):
    SCHEDULED = "SCHEDULED"
    MOVED = "MOVED"
    POSTPONED = "POSTPONED"
    CANCELLED = "CANCELLED"


@strawberry.type
class Address:
    address: str
    city: str
    post_code: str
    country_code: str


@strawberry.type
class Venue:
    id: strawberry.ID
    name: str
    address: Address
    time_zone: str = strawberry.field(description="IANA name of the zone whose clock its events' times are read on")
    time_zone_note: str = strawberry.field(
        description="what to write behind those times; empty where the shop's clock shows the same"
    )


@strawberry.type
class OwningCompanyAddress:
    company: str
    first_name: str
    last_name: str
    address: str
    address2: str
    city: str
    post_code: str
    country_code: str


@strawberry.type
class HtmlDetails:
    content: str


@strawberry.type
class EventMeta:
    external_link: str
    external_link_text: str
    custom_tag: str
    hide_date: bool
    hide_map: bool
    default_amount: int | None
    force_section: str
    force_section_name: str
    force_ticket_amount: int | None
    disclaimer_text: str
    policy_link: str
    custom_terms_anchor: str
    distancing_amount: int | None
    leads: bool
    only_online_tickets: bool
    only_hard_tickets: bool
    checkin: bool
    related_item_slugs: list[str]


@strawberry.type(description="of the plan's newest version; availabilityUrl tells which of its seats are free")
class EventSeatMap:
    version: str
    url: str
    compact_url: str
    availability_url: str


@strawberry.type
class Event:
    batch: strawberry.Private[Batch]
    id: strawberry.ID
    slug: str
    name: str
    descriptive_name: str
    description: str
    artist: str
    price: Decimal | None
    price_low: Decimal | None
    price_high: Decimal | None
    happening_from: datetime
    begins_after_midnight: bool = strawberry.field(
        description="whether it begins in the night that belongs to the evening before, by the clock of its venue"
    )
    happening_until: datetime | None
    door_time: datetime | None
    stage_time: datetime | None
    presale_at: datetime | None
    status: EventStatus
    moved_from: datetime | None = strawberry.field(
        description="when it was to begin before it was moved; none if it never was"
    )
    waiting_room_id: strawberry.ID | None = strawberry.field(
        description="of the room in front of its tickets, while somebody can wait there: /queue?room=…"
    )
    venue: Venue
    seatmap_url: str
    seat_map: EventSeatMap | None
    display_map: bool
    cart_limit: int
    available: bool
    low_stock: bool
    sold_out_message: str
    kulturpass_url: str
    local_organizer: str
    owning_company_address: OwningCompanyAddress | None
    check_in_start_at: datetime | None
    check_in_end_at: datetime | None
    personalization_requirement: PersonalizationRequirement
    html_details: HtmlDetails
    image: Image | None
    product_variants: Connection[ProductVariant]
    pricing_categories: list[PricingCategory]
    meta: EventMeta
    vat_rate: Decimal
    ticket_state: TicketState
    seo_title: str
    seo_description: str

    @strawberry.field
    def artists(self, info: GraphQLInfo) -> list[Annotated["Artist", strawberry.lazy("catalogue.graphql.artists")]]:
        return self.batch.load_list(self.id, info, "Artist", partial(statements.artists_of, EventModel, "events"))

    @strawberry.field
    def tours(self, info: GraphQLInfo) -> list[Annotated["Tour", strawberry.lazy("catalogue.graphql.tours")]]:
        return self.batch.load_list(self.id, info, "Tour", partial(statements.tours_of, EventModel, "events"))

    @strawberry.field(description="of one event at a time; an answer with it is never kept")
    def available_seat_ids(self, info: GraphQLInfo) -> list[strawberry.ID]:
        if len(self.batch.ids) > 1:
            raise OneEventAtATime
        info.context.holds_now_only()
        return [strawberry.ID(str(seat)) for seat in free_seat_ids(int(self.id))]

    @strawberry.field
    def related_items(
        self, info: GraphQLInfo
    ) -> list[Annotated["RelatedItem", strawberry.lazy("catalogue.graphql.related")]]:
        return related_to(self.batch, self.id, EventModel, info)

    @strawberry.field(description="the bundles that its tickets are part of")
    def bundles(self, info: GraphQLInfo) -> list[CombinedProduct]:
        return bundles_with(self.batch, self.id, EventModel, info, leading=False)

    @strawberry.field(description="as `bundles`")
    def combined_products(self, info: GraphQLInfo) -> list[CombinedProduct]:
        return bundles_with(self.batch, self.id, EventModel, info, leading=False)


MOMENTS = (
    "happening_from", "happening_until", "door_time", "stage_time", "presale_at", "check_in_start_at",
    "check_in_end_at", "moved_from",
)  # fmt: skip


def status_of(state: str, moved_from: object) -> EventStatus:
    """Return the status by an event's stored state. A moved event whose sale was stopped since is still moved."""
    if state in (EventModel.State.CANCELLED, EventModel.State.POSTPONED):
        return EventStatus(state.upper())
    return EventStatus.MOVED if moved_from else EventStatus.SCHEDULED


@makes("Event")
def event_node(row: dict[str, Any], asked: Selection, batch: Batch) -> Event:
    """An event from what `event_columns` read for the same `asked`."""
    row["batch"] = batch
    for name in MOMENTS:
        if row.get(name):
            row[name] = datetime.fromisoformat(row[name])
    if "status" in asked:
        row["status"] = status_of(row["status"], row["was_moved"])
    if "beginsAfterMidnight" in asked:
        row["begins_after_midnight"] = is_after_midnight(row["happening_from"].astimezone(ZoneInfo(row["zone"])))
    if "checkInStartAt" in asked:
        row["check_in_start_at"] = check_in_starts(row["happening_from"], row["check_in_start_at"])
    if asked.keys() & FROM_VARIANTS:
        _add_tickets(row, asked)
    if "descriptiveName" in asked:
        row["descriptive_name"] = descriptive_name(row["descriptive_name"], row["artist"], row["name"])
    if "description" in asked:
        row["description"] = clean_html(row["description"])
    if "htmlDetails" in asked:
        row["html_details"] = HtmlDetails(content=clean_html(row["html_details"]))
    if "venue" in asked:
        row["venue"] = _venue(row["venue"])
    if "owningCompanyAddress" in asked:
        owner = row["owning_company_address"]
        named = any(owner[name] for name in ("company", "first_name", "last_name"))
        row["owning_company_address"] = filled(OwningCompanyAddress, owner) if named else None
    if "personalizationRequirement" in asked:
        row["personalization_requirement"] = PersonalizationRequirement(row["personalization_requirement"])
    if "image" in asked:
        row["image"] = image_node(row["image"], asked["image"])
    if "meta" in asked:
        row["meta"] = filled(EventMeta, row["meta"])
    if asked.keys() & {"seatMap", "seatmapUrl"}:
        _add_seat_map(row)
    return filled(Event, row)


def _venue(row: dict[str, Any]) -> Venue:
    zone = row["time_zone"]
    values = {"id": row["id"], "name": row["name"], "address": filled(Address, row)}
    return filled(Venue, values | {"time_zone": zone, "time_zone_note": zone_note(zone, row["language"])})


def _add_seat_map(row: dict[str, Any]) -> None:
    found = row["seat_map"]
    if found:
        event = f"/api/v2/shops/{found['shop']}/events/{row['id']}"
        file = f"{event}/seatmap/{found['version']}"
        row["seat_map"] = EventSeatMap(
            version=found["version"],
            url=f"{file}.json",
            compact_url=f"{file}.compact.json",
            availability_url=f"{event}/seats",
        )
    row["seatmap_url"] = row["seat_map"].url if found and not row["map_is_hidden"] else ""


def _add_tickets(row: dict[str, Any], asked: Selection) -> None:
    rows = offer_rows(row["variants"], None)
    offers = [one.offer for one in rows]
    span = price_span(offers)
    row["price"] = row["price_low"] = span[0] if span else None
    row["price_high"] = span[1] if span else None
    row["available"], row["low_stock"] = any_available(offers), all_low(offers)
    tickets, row["pricing_categories"] = ticket_nodes(rows, row.get("pricing_categories", ()))
    row["product_variants"] = whole_connection(tickets)
    if "ticketState" in asked:
        row["ticket_state"] = state_of_row(row["state"], available=row["available"], has_tickets=bool(rows))


def listed_events(info: GraphQLInfo, page: PageRequest) -> Connection[Event]:
    asked = nodes_of(selection_of(info))
    columns = event_columns(info.context.language, asked)
    shop = info.context.shop
    rows: QuerySet = EventModel.objects.filter(visible.upcoming_events(shop))
    found = read_page(rows, EVENT_SOURCE, columns, visible.EVENT_DATES, page, shop)
    return one_page(found, page, "Event", asked)


def event_named(info: GraphQLInfo, wanted: str) -> Event | None:
    asked = selection_of(info)
    row = read_one(statements.named_event(info.context.language, asked), wanted, info.context.shop)
    return one_node(row, "Event", asked)


def event_in(batch: Batch, ticket_id: int, info: GraphQLInfo) -> Event | None:
    """The event that sells this variant, which is one of the batch; None where the shop does not list it."""
    return next(iter(batch.load_list(ticket_id, info, "Event", statements.events_of_tickets)), None)


def event_of_ticket(info: GraphQLInfo, ticket_id: str) -> Event:
    """The event that sells this variant. Raises TicketNotFound."""
    asked = selection_of(info)
    statement = statements.event_of_ticket(info.context.language, asked)
    row = read_row(statement, info.context.shop, ticket=whole_number(ticket_id))
    if row is None:
        raise TicketNotFound
    return one_node(row, "Event", asked)
