"""A ticket gets a new code and a new number, and those that somebody may have copied are dead."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from aftersale.models import CheckIn, FormerNumber, Ticket
from aftersale.numbers.tickets import drawn_number
from aftersale.tickets.errors import TicketEnded
from aftersale.tickets.locks import lock_tickets
from aftersale.tickets.mails import TICKETS_MAIL
from checkout.locks import lock_order
from checkout.mails.order_mails import mails_of, queue_order_mail
from checkout.models import Placement
from shop.core.database.clock import database_now

from .ending import is_beyond, is_fully_refunded
from .issuing import assign_unused_numbers


@transaction.atomic
def reissue_ticket(*, ticket: Ticket, reason: str) -> Ticket:
    """Give it a new version and number, also to one that staff had ended, and mail the placement's tickets.
    Who has checked in does so anew. Locks the order.

    Raises TicketEnded where what it was given for has ended, or its money goes back.
    """
    return reissue_tickets(tickets=[ticket], reason=reason)[0]


@transaction.atomic
def reissue_tickets(*, tickets: Sequence[Ticket], reason: str) -> list[Ticket]:
    """As `reissue_ticket`, of several tickets of one order: each placement's buyer gets one mail."""
    lock_order(tickets[0].line.placement.order_id)
    keys = [one.pk for one in tickets]
    lock_tickets(keys)
    there = list(Ticket.objects.select_related("line__placement__order__shop").filter(pk__in=keys).in_order())
    for ticket in there:
        asked_back = ticket.refund_requests.filter(stands=True).exists()
        if is_beyond(ticket.line, ticket.position) or is_fully_refunded(ticket.line) or asked_back:
            raise TicketEnded
    # By the clock as it is now that no gate is at these tickets: who was let in until then had what was good.
    renumber(there, database_now(), reason)
    # Whoever had the former code may have checked in with it, and others may come now.
    CheckIn.objects.filter(ticket__in=keys).delete()
    for placement in dict.fromkeys(one.line.placement for one in there):
        send_tickets(placement=placement)
    return there


def renumber(tickets: list[Ticket], now: datetime, reason: str) -> None:
    """Their former numbers are kept: gates know them for what they are, and nobody draws them again."""
    FormerNumber.objects.bulk_create(
        FormerNumber(number=one.number, ticket=one, version=one.version, good_until=min(one.invalidated_at or now, now))
        for one in tickets
    )
    for ticket in tickets:
        ticket.number, ticket.version = drawn_number(), ticket.version + 1
        ticket.reissued_at, ticket.reason = now, reason
        ticket.invalidated_at, ticket.ended = None, ""
    assign_unused_numbers(tickets)
    Ticket.objects.bulk_update(tickets, ["number", "version", "reissued_at", "invalidated_at", "ended", "reason"])


@transaction.atomic
def send_tickets(*, placement: Placement) -> bool:
    """Mail a placement's tickets once more, to the order's present address; False where none is valid."""
    if not Ticket.objects.valid().filter(line__placement=placement).exists():
        return False
    sent = mails_of(placement.order).filter(TICKETS_MAIL.rows, subject_key=str(placement.pk)).count()
    # Each mail of a kind goes out once: a number tells further ones apart.
    return queue_order_mail(TICKETS_MAIL, placement, sent + 1 if sent else "")
