"""Ends tickets: with their line, by a refund, or by staff."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import Ticket
from aftersale.tickets.errors import TicketEnded
from aftersale.tickets.locks import lock_tickets
from checkout.actions.refunds.refunding import refunded_by_line
from checkout.locks import lock_order
from checkout.models import OrderLine, Placement


@transaction.atomic
def match_tickets(*, placement: Placement, refunded: Collection[OrderLine] = ()) -> None:
    """End tickets of pieces that are no longer in the order, highest positions first, and of refunded lines: those
    named and those whose whole price was refunded. Caller must hold the order's lock. Locks the tickets.
    """
    valid = Ticket.objects.valid().filter(line__placement=placement)
    tickets = list(valid.select_related("line").order_by("line__number", "position"))
    lines = {one.line_id: one.line for one in tickets}
    others = [line for line in lines.values() if line not in refunded]
    by_refund = {line.pk for line in refunded} | fully_refunded(others)
    beyond = [one for one in tickets if one.line not in refunded and is_beyond(one.line, one.position)]
    end_tickets(beyond, Ticket.Ended.LINE)
    end_tickets((one for one in tickets if one not in beyond and one.line_id in by_refund), Ticket.Ended.REFUND)


def is_beyond(line: OrderLine, position: int) -> bool:
    """True if the line is void, or has fewer pieces now."""
    return line.invalidated_at is not None or position > line.amount


def fully_refunded(lines: Collection[OrderLine]) -> set[UUID]:
    """Return the ids of lines whose whole price was refunded. A partial refund leaves the ticket valid."""
    refunded = refunded_by_line(lines)
    return {line.pk for line in lines if 0 < line.reduced_total <= refunded[line.pk]}


def end_tickets(tickets: Iterable[Ticket], why: Ticket.Ended, reason: str = "") -> None:
    ending = [one.pk for one in tickets]
    if ending:
        lock_tickets(ending)
        Ticket.objects.filter(pk__in=ending).update(invalidated_at=Now(), ended=why, reason=reason)


@transaction.atomic
def invalidate_ticket(*, ticket: Ticket, reason: str) -> Ticket:
    """Invalidate the ticket for a reason that staff give. Refunds nothing. Locks the order.

    Raises TicketEnded if the ticket is invalid already.
    """
    lock_order(ticket.line.placement.order_id)
    ticket.refresh_from_db()
    if not ticket.is_valid:
        raise TicketEnded
    end_tickets([ticket], Ticket.Ended.STAFF, reason)
    ticket.refresh_from_db()
    return ticket
