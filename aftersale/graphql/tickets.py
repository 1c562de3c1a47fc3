"""Tickets on the wire (purchase §3 "Ticket", §7 GETEVENTBYTICKETID)."""

import strawberry

from aftersale import models
from aftersale.printed_tickets.queries import ticket_of_number
from aftersale.tickets.limits import count_number
from aftersale.tickets.queries import ticket_by_number, valid_tickets
from cart.ticket_holders import holder_json
from catalogue.errors import TicketNotFound
from catalogue.graphql.batching import Batch
from catalogue.graphql.events import Event, event_in, event_of_ticket
from checkout.entry.secrets import entered_secret
from checkout.models import Order
from checkout.orders.links import ticket_file
from shop.core.limits.visitors import visitor_of
from shop.web.graphql.context import GraphQLInfo


@strawberry.type
class Ticket:
    batch: strawberry.Private[Batch]
    variant_id: strawberry.Private[int]
    id: strawberry.ID
    item_id: strawberry.ID
    validation_code: str = strawberry.field(description="its number: 13 digits")
    personal_identifier: str = strawberry.field(
        description="JSON of its holder and the check-in; empty where nobody is named, nor has checked in"
    )
    ticket_url: str

    @strawberry.field(description="null for one that the shop does not list any more")
    def event(self, info: GraphQLInfo) -> Event | None:
        return event_in(self.batch, self.variant_id, info)


def ticket_type(order: Order, ticket: models.Ticket, batch: Batch) -> Ticket:
    """Return a ticket. `batch`: the variants of all tickets in the answer, to read their events together."""
    return Ticket(
        batch=batch,
        variant_id=ticket.line.variant_id,
        id=strawberry.ID(str(ticket.pk)),
        item_id=strawberry.ID(str(ticket.line_id)),
        validation_code=ticket.number,
        personal_identifier=personal_identifier(ticket),
        ticket_url=ticket_file(order, ticket.line),
    )


def personal_identifier(ticket: models.Ticket) -> str:
    """Return the JSON of holder and check-in. It expires with the check-in, otherwise with the holder's data."""
    holder, check_in = ticket.line.ticket_holder, getattr(ticket, "check_in", None)
    if check_in is not None:
        return holder_json(holder, checked_in=True, expires_on=check_in.expires_on)
    return holder_json(holder, checked_in=False, expires_on=holder.erase_after) if holder else ""


@strawberry.type
class TicketQuery:
    @strawberry.field(description="of an order, those that are valid")
    def tickets(self, info: GraphQLInfo, order_id: strawberry.ID) -> list[Ticket]:
        order = entered_secret(info.context.request, info.context.shop, order_id)
        tickets = valid_tickets(order)
        batch = Batch(sorted({one.line.variant_id for one in tickets}))
        return [ticket_type(order, one, batch) for one in tickets]

    @strawberry.field(
        description="the event of a valid ticket of this shop, by the number on it, with or without blanks, also of a "
        "printed one of eight signs or more; else an error NOT_FOUND, whatever is wrong; RATE_LIMITED after 30 in ten "
        "minutes, or WORK_NEEDED with a `challenge`"
    )
    def event_by_ticket_number(self, info: GraphQLInfo, ticket_id: strawberry.ID) -> Event:
        count_number(visitor_of(info.context.request))
        ticket = ticket_by_number(info.context.shop, ticket_id)
        variant = ticket.line.variant_id if ticket else ticket_of_number(info.context.shop, ticket_id)
        if variant is None:
            raise TicketNotFound
        return event_of_ticket(info, str(variant))
