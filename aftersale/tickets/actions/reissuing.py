"""A ticket gets a new code, and the one that somebody may have copied is dead."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from aftersale.models import CheckIn, Ticket
from aftersale.tickets.errors import TicketEnded
from aftersale.tickets.mails import TICKETS_MAIL
from checkout.locks import lock_order
from checkout.mails import mails_of, queue_order_mail
from checkout.models import Placement

from .ending import is_beyond, is_given_back


@transaction.atomic
def reissue_ticket(*, ticket: Ticket, reason: str) -> Ticket:
    """Give it a new version, also to one that staff had ended, and mail the placement's tickets. Who has checked in
    does so anew. Locks the order.

    Raises TicketEnded where what it was given for has ended, or its money goes back.
    """
    return reissue_tickets(tickets=[ticket], reason=reason)[0]


@transaction.atomic
def reissue_tickets(*, tickets: Sequence[Ticket], reason: str) -> list[Ticket]:
    """As `reissue_ticket`, of several tickets of one order: each placement's buyer gets one mail."""
    lock_order(tickets[0].line.placement.order_id)
    keys = [one.pk for one in tickets]
    there = list(Ticket.objects.select_related("line__placement__order__shop").filter(pk__in=keys).in_order())
    for ticket in there:
        asked_back = ticket.refund_requests.filter(stands=True).exists()
        if is_beyond(ticket.line, ticket.position) or is_given_back(ticket.line) or asked_back:
            raise TicketEnded
    Ticket.objects.filter(pk__in=keys).update(
        version=F("version") + 1, reissued_at=Now(), invalidated_at=None, ended="", reason=reason
    )
    # Whoever had the former code may have checked in with it, and others may come now.
    CheckIn.objects.filter(ticket__in=keys).delete()
    for placement in dict.fromkeys(one.line.placement for one in there):
        send_tickets(placement=placement)
    for ticket in there:
        ticket.refresh_from_db()
    return there


@transaction.atomic
def send_tickets(*, placement: Placement) -> bool:
    """Mail a placement's tickets once more, to the order's present address; False where none is valid."""
    if not Ticket.objects.valid().filter(line__placement=placement).exists():
        return False
    sent = mails_of(placement.order).filter(subject_key=str(placement.pk), kind__startswith=TICKETS_MAIL).count()
    # Each mail of a kind goes out once: what stands behind the colon tells them apart.
    return queue_order_mail(f"{TICKETS_MAIL}:{sent + 1}" if sent else TICKETS_MAIL, placement)
