"""Which events open a form of the ticket service."""

from datetime import datetime
from enum import Enum

import strawberry
from django.utils import translation

from aftersale.ticket_service.links import order_service_links
from aftersale.ticket_service.queries import OpenEvent, is_offered, open_events
from aftersale.ticket_service.rules import MOST_TICKETS
from checkout.entry.secrets import entered_secret
from shop.core.values.formats import date_and_time
from shop.web.graphql.context import GraphQLInfo


@strawberry.enum
class TicketServiceKind(Enum):
    change = "change"
    cancel = "cancel"


@strawberry.type
class TicketServiceEvent:
    id: strawberry.ID
    title: str
    until: datetime | None = strawberry.field(description="none where the event's date is hidden")
    until_text: str = strawberry.field(description="`until` in words, on the clock of the event's venue")
    time_zone: str = strawberry.field(description="of its venue, by its IANA name")


@strawberry.type
class TicketService:
    events: list[TicketServiceEvent] = strawberry.field(description="none: the deadline has passed")
    max_tickets: int


@strawberry.type
class OrderTicketService:
    kind: TicketServiceKind
    event_title: str
    until_text: str = strawberry.field(
        description="the last moment in words, on the clock of the event's venue; empty where its date is hidden"
    )


def event_type(found: OpenEvent, language: str) -> TicketServiceEvent:
    event = found.event
    with translation.override(language):
        until_text = date_and_time(found.until, event.venue.zone) if found.until else ""
    return TicketServiceEvent(
        id=strawberry.ID(str(event.pk)), title=str(event), until=found.until, until_text=until_text,
        time_zone=event.venue.time_zone,
    )  # fmt: skip


@strawberry.type
class TicketServiceQuery:
    @strawberry.field(
        description="The events whose tickets can be cancelled, or get another name, by the form; null where the shop "
        "has no such form."
    )
    def ticket_service(self, info: GraphQLInfo, kind: TicketServiceKind) -> TicketService | None:
        if not is_offered(info.context.shop, kind.value):
            return None
        events = open_events(info.context.shop, kind.value)
        return TicketService(
            events=[event_type(one, info.context.language) for one in events], max_tickets=MOST_TICKETS
        )

    @strawberry.field(description="the forms that are open for an order's tickets, one for each event and kind")
    def ticket_services(self, info: GraphQLInfo, order_id: strawberry.ID) -> list[OrderTicketService]:
        order = entered_secret(info.context.request, info.context.shop, str(order_id))
        with translation.override(info.context.language):
            links = order_service_links(order)
        return [
            OrderTicketService(kind=TicketServiceKind(one.kind), event_title=str(one.event), until_text=one.until)
            for one in links
        ]
