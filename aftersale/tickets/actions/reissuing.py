"""A ticket gets a new code, and the one that somebody may have copied is dead."""

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
    lock_order(ticket.line.placement.order_id)
    ticket = Ticket.objects.select_related("line__placement__order__shop").get(pk=ticket.pk)
    asked_back = ticket.refund_requests.filter(stands=True).exists()
    if is_beyond(ticket.line, ticket.position) or is_given_back(ticket.line) or asked_back:
        raise TicketEnded
    Ticket.objects.filter(pk=ticket.pk).update(
        version=F("version") + 1, reissued_at=Now(), invalidated_at=None, ended="", reason=reason
    )
    # Whoever had the former code may have checked in with it, and others may come now.
    CheckIn.objects.filter(ticket=ticket).delete()
    send_tickets(placement=ticket.line.placement)
    ticket.refresh_from_db()
    return ticket


@transaction.atomic
def send_tickets(*, placement: Placement) -> bool:
    """Mail a placement's tickets once more, to the order's present address; False where none is valid."""
    if not Ticket.objects.valid().filter(line__placement=placement).exists():
        return False
    sent = mails_of(placement.order).filter(subject_key=str(placement.pk), kind__startswith=TICKETS_MAIL).count()
    # Each mail of a kind goes out once: what stands behind the colon tells them apart.
    return queue_order_mail(f"{TICKETS_MAIL}:{sent + 1}" if sent else TICKETS_MAIL, placement)
