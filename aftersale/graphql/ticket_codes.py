"""The tickets of an order as its page shows them, with the codes for the entrance."""

from datetime import datetime
from enum import Enum

import strawberry

from aftersale import models
from aftersale.numbers.tickets import grouped_number
from aftersale.tickets.bars import qr_code
from aftersale.tickets.codes import code_of
from aftersale.tickets.queries import all_tickets
from catalogue.events.nights import show_day
from catalogue.graphql.seats import SeatPlace
from catalogue.models import Event
from catalogue.rules import event_ends
from checkout.entry.secrets import entered_secret
from checkout.graphql.order import QrCodeType
from checkout.graphql.order_items import sold_seat
from checkout.orders.texts import artist_beside_name
from shop.web.graphql.context import GraphQLInfo


@strawberry.enum
class TicketEnd(Enum):
    line = "line"
    refund = "refund"
    staff = "staff"
    event = "event"


@strawberry.type
class TicketCode:
    id: strawberry.ID
    number: str = strawberry.field(description="in groups, for reading")
    event_name: str
    artist_name: str = strawberry.field(description="empty where the event's name begins with it")
    begins_at: datetime | None = strawberry.field(description="null where the event's date is hidden")
    day: str = strawberry.field(
        description="the event's day in words, of a show after midnight its night; empty where its date is hidden"
    )
    doors_at: datetime | None
    ends_at: datetime | None = strawberry.field(description="when the event is over; null where its date is hidden")
    time_zone: str = strawberry.field(description="of the event's venue, by its IANA name")
    time_zone_note: str = strawberry.field(description="as that of a venue")
    venue_name: str
    city: str
    kind: str = strawberry.field(description="category and kind of ticket, as sold")
    seat: SeatPlace | None
    holder: str = strawberry.field(description="empty if nobody is named")
    ended: TicketEnd | None = strawberry.field(
        description="why it lets nobody in: no longer part of the order, refunded, ended by staff, or its event was "
        "cancelled; null for a valid one"
    )
    code: QrCodeType | None = strawberry.field(description="for the entrance; null for one that has ended")


def ticket_code(ticket: models.Ticket) -> TicketCode:
    line, event = ticket.line, ticket.line.variant.event
    assert event is not None
    ended = end_of(ticket, event)
    return TicketCode(
        id=strawberry.ID(str(ticket.pk)),
        number=grouped_number(ticket.number),
        event_name=line.name,
        artist_name=artist_beside_name(line),
        begins_at=None if event.hide_date else event.happening_from,
        day="" if event.hide_date else show_day(event),
        doors_at=None if event.hide_date else event.door_time,
        ends_at=None if event.hide_date else event_ends(event.happening_from, event.happening_until),
        time_zone=event.venue.time_zone,
        time_zone_note=event.venue.time_zone_note,
        venue_name=event.venue.name,
        city=event.venue.city,
        kind=" · ".join(part for part in (line.pricing_category_name, line.variant_description) if part),
        seat=sold_seat(line),
        holder=str(line.ticket_holder or ""),
        ended=ended,
        code=None if ended else QrCodeType(**vars(qr_code(code_of(ticket)))),
    )


def end_of(ticket: models.Ticket, event: Event) -> TicketEnd | None:
    if not ticket.is_valid:
        return TicketEnd(ticket.ended)
    return TicketEnd.event if event.state == Event.State.CANCELLED else None


@strawberry.type
class TicketCodeQuery:
    @strawberry.field(
        description="An order's tickets with the codes for the entrance, by the order's secret; those that have ended "
        "say why and have no code."
    )
    def ticket_codes(self, info: GraphQLInfo, order_id: strawberry.ID) -> list[TicketCode]:
        order = entered_secret(info.context.request, info.context.shop, order_id)
        return [ticket_code(one) for one in all_tickets(order)]
