"""Tickets are issued, each once, in the transaction that makes their placement paid (design §4, invariant 6)."""

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from aftersale.models import Ticket
from aftersale.tickets.mails import TICKETS_MAIL
from aftersale.tickets.rules import drawn_number
from checkout.locks import lock_order
from checkout.mails import queue_order_mail
from checkout.models import OrderLine, Placement


@transaction.atomic
def issue_tickets(*, placement: Placement) -> list[Ticket]:
    """Give each piece of a paid placement's ticket lines a ticket, and have them mailed; those that were issued.

    Pieces that have one keep it, so it may run as often as it likes. Tickets that are sent as printed paper are none of
    these. The caller holds the order's lock; without it the database refuses a piece's second one.
    """
    if placement.paid_at is None:
        return []
    lines = OrderLine.objects.counting().filter(placement=placement, ticket=True, physical=False)
    missing = [
        Ticket(line=line, position=position)
        for line in lines.annotate(issued=Count("tickets")).order_by("number")
        for position in range(line.issued + 1, line.amount + 1)
    ]
    if missing:
        draw_numbers(missing)
        Ticket.objects.bulk_create(missing)
        queue_order_mail(TICKETS_MAIL, placement)
    return missing


def draw_numbers(tickets: list[Ticket]) -> None:
    """Numbers that nobody has. That two transactions draw the same one in the same instant the database refuses: then
    what paid is told once more.
    """
    taken = set(Ticket.objects.filter(number__in=[one.number for one in tickets]).values_list("number", flat=True))
    for ticket in tickets:
        while ticket.number in taken:
            ticket.number = drawn_number()
        taken.add(ticket.number)


def issue_forgotten() -> int:
    """Issue what paid placements lack, each in a transaction of its own; how many tickets."""
    lacking = OrderLine.objects.counting().filter(placement=OuterRef("pk"), ticket=True, physical=False, tickets=None)
    placements = Placement.objects.filter(Exists(lacking), paid_at__isnull=False).select_related("order__shop")
    return sum(issue_locked(placement) for placement in placements)


@transaction.atomic
def issue_locked(placement: Placement) -> int:
    lock_order(placement.order_id)
    return len(issue_tickets(placement=placement))
