"""Reissues tickets: a new code and number replace the former ones, which may have been copied."""

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

from .ending import fully_refunded, is_beyond
from .issuing import assign_unused_numbers


@transaction.atomic
def reissue_ticket(*, ticket: Ticket, reason: str) -> Ticket:
    """Give the ticket a new version and number, also if staff had ended it, delete its check-in, and mail the
    placement's tickets. Locks the order and the ticket.

    Raises TicketEnded if its piece is no longer in the order, or is refunded or in a refund request.
    """
    return reissue_tickets(tickets=[ticket], reason=reason)[0]


@transaction.atomic
def reissue_tickets(*, tickets: Sequence[Ticket], reason: str) -> list[Ticket]:
    """Do `reissue_ticket` for several tickets of one order, with one mail for each placement."""
    lock_order(tickets[0].line.placement.order_id)
    keys = [one.pk for one in tickets]
    lock_tickets(keys)
    there = list(Ticket.objects.select_related("line__placement__order__shop").filter(pk__in=keys).in_order())
    refunded = fully_refunded([one.line for one in there])
    for ticket in there:
        asked_back = ticket.refund_requests.filter(stands=True).exists()
        if is_beyond(ticket.line, ticket.position) or ticket.line_id in refunded or asked_back:
            raise TicketEnded
    # Read the clock after locking the tickets: entries until then were made with a valid code.
    renumber(there, database_now(), reason)
    # The check-in may be that of somebody with the former code.
    CheckIn.objects.filter(ticket__in=keys).delete()
    for placement in dict.fromkeys(one.line.placement for one in there):
        send_tickets(placement=placement)
    return there


def renumber(tickets: list[Ticket], now: datetime, reason: str) -> None:
    """Give new numbers and versions. Stores the former numbers: scanners recognise them, and they are
    never used again.
    """
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
    """Queue a mail with the placement's tickets to the order's present address. False if no ticket is valid."""
    if not Ticket.objects.valid().filter(line__placement=placement).exists():
        return False
    sent = mails_of(placement.order).filter(TICKETS_MAIL.rows, subject_key=str(placement.pk)).count()
    # Each mail of a kind goes out once: a number tells further ones apart.
    return queue_order_mail(TICKETS_MAIL, placement, sent + 1 if sent else "")
