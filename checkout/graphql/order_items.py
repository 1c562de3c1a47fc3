"""What was bought with an order, on the wire: its lines, as they were sold."""

from datetime import date, datetime
from decimal import Decimal

import strawberry

from cart.ticket_holders import holder_text
from catalogue.graphql.events import EventStatus, PersonalizationRequirement, status_of
from catalogue.graphql.seats import SeatPlace
from catalogue.models import Event
from checkout.models import Order, OrderLine, Placement
from checkout.orders.access import names_until
from checkout.orders.links import ticket_file
from checkout.orders.texts import event_news


@strawberry.type
class OrderItem:
    id: strawberry.ID
    parent_id: strawberry.ID | None
    descriptive_name: str
    artist_name: str
    variant_description: str
    pricing_category_name: str
    event_details: str = strawberry.field(description="date and place as they were when it was ordered")
    event_status: EventStatus | None = strawberry.field(description="of its event now; none for goods")
    event_news: str = strawberry.field(
        description="a sentence for buyers if its event was cancelled, postponed or moved, else empty"
    )
    amount: int
    price: Decimal
    total: Decimal
    discount: Decimal
    vat_rate: Decimal
    invalidated: bool
    ticket: bool
    ticket_url: str
    image_url: str
    personal_identifier: str
    shippable_from: date | None
    seat_id: strawberry.ID | None
    seat: SeatPlace | None
    personalization_requirement: PersonalizationRequirement
    names_until: datetime | None = strawberry.field(
        description="until when its holder can be named and changed; none for what nobody asks for, or does not count"
    )
    time_zone: str = strawberry.field(description="of the event's venue, by its IANA name; empty for goods")
    time_zone_note: str = strawberry.field(description="as that of a venue")


def order_item(order: Order, line: OrderLine, *, placement: Placement, has_tickets: bool) -> OrderItem:
    counts = placement.cancelled_at is None and line.invalidated_at is None
    event = line.variant.event
    venue = event.venue if event else None
    return OrderItem(
        id=strawberry.ID(str(line.pk)),
        parent_id=strawberry.ID(str(line.parent_id)) if line.parent_id else None,
        descriptive_name=line.name,
        artist_name=line.artist_name,
        variant_description=line.variant_description,
        pricing_category_name=line.pricing_category_name,
        event_details=line.event_details,
        event_status=status_of(event.state, event.moved_from) if event else None,
        event_news=event_news(event) if event else "",
        amount=line.amount,
        price=line.price,
        total=line.total,
        discount=line.discount,
        vat_rate=line.vat_rate,
        invalidated=line.invalidated_at is not None,
        ticket=line.ticket,
        ticket_url=ticket_file(order, line) if has_tickets else "",
        image_url=line.image_url,
        personal_identifier=holder_text(line.ticket_holder) if line.ticket_holder else line.personal_identifier,
        shippable_from=line.shippable_from,
        seat_id=strawberry.ID(str(line.seat_id)) if line.seat_id else None,
        seat=sold_seat(line),
        personalization_requirement=requirement_of(line),
        names_until=names_until(line) if counts else None,
        time_zone=venue.time_zone if venue else "",
        time_zone_note=venue.time_zone_note if venue else "",
    )


def may_have_tickets(line: OrderLine, placement: Placement) -> bool:
    """Whether something may be there to download for it: it is paid, and not sent as printed paper."""
    return line.ticket and not line.physical and placement.paid_at is not None and line.invalidated_at is None


def requirement_of(line: OrderLine) -> PersonalizationRequirement:
    event = line.variant.event if line.ticket else None
    return PersonalizationRequirement(event.personalization_requirement if event else Event.Personalization.NONE)


def sold_seat(line: OrderLine) -> SeatPlace | None:
    """As it was sold, whatever became of the plan."""
    if not line.seat_number:
        return None
    return SeatPlace(
        id=strawberry.ID(str(line.seat_id or "")),
        section_name=line.seat_section,
        row=line.seat_row,
        name=line.seat_number,
    )
