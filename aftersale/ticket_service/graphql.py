"""Which events open a form of the ticket service."""

from datetime import datetime
from enum import Enum

import strawberry

from shop.web.graphql.context import GraphQLInfo

from .queries import OpenEvent, is_offered, open_events
from .rules import MOST_TICKETS


@strawberry.enum
class TicketServiceKind(Enum):
    change = "change"
    cancel = "cancel"


@strawberry.type
class TicketServiceEvent:
    id: strawberry.ID
    title: str
    until: datetime | None = strawberry.field(description="none where the event's date is hidden")


@strawberry.type
class TicketService:
    events: list[TicketServiceEvent] = strawberry.field(description="none: the deadline has passed")
    max_tickets: int


def event_type(found: OpenEvent) -> TicketServiceEvent:
    return TicketServiceEvent(id=strawberry.ID(str(found.event.pk)), title=str(found.event), until=found.until)


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
        return TicketService(events=[event_type(one) for one in events], max_tickets=MOST_TICKETS)
