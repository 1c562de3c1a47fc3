"""Issues tickets, each once, in the transaction that marks the placement paid (design §4, invariant 6)."""

from functools import cache

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from aftersale.models import FormerNumber, Ticket
from aftersale.numbers.tickets import drawn_number
from aftersale.tickets.mails import TICKETS_MAIL
from checkout.locks import lock_order
from checkout.mails.order_mails import store_order_mail
from checkout.mails.together import send_waiting
from checkout.models import OrderLine, Placement
from shop.core.database.compiled_statements import Parameter, SqlStatement


@transaction.atomic(savepoint=False)
def issue_tickets(*, placement: Placement) -> list[Ticket]:
    """Issue a ticket for each piece of a paid placement's online tickets, and store the mail. Returns the new tickets.

    Pieces with a ticket keep it, so that the call can be repeated. Printed tickets get none. Caller must hold the
    order's lock, and store a job that sends the mail; without the lock a constraint rejects a piece's second ticket.
    """
    if placement.paid_at is None:
        return []
    missing = [
        Ticket(line_id=line, position=position)
        for line, amount, issued in issued_of_lines().run(placement=placement.pk)
        for position in range(issued + 1, amount + 1)
    ]
    if missing:
        assign_unused_numbers(missing)
        Ticket.objects.bulk_create(missing)
        store_order_mail(TICKETS_MAIL, placement)
    return missing


@cache
def issued_of_lines() -> SqlStatement:
    """Return a placement's lines of online tickets: id, pieces, tickets."""
    lines = OrderLine.objects.counting().filter(placement=Parameter("placement"), ticket=True, physical=False)
    issued = lines.annotate(issued=Count("tickets")).order_by("number")
    return SqlStatement.of(issued.values_list("pk", "amount", "issued"))


def assign_unused_numbers(tickets: list[Ticket]) -> None:
    """Replace numbers that a ticket has or had by unused ones. If two transactions draw the same number, the unique
    constraint rejects the second, and its payment event is processed again.
    """
    sure: set[str] = set()
    unsure = tickets
    while unsure:
        taken = sure | used_numbers([one.number for one in unsure])
        again = []
        for ticket in unsure:
            if ticket.number in taken:
                ticket.number = drawn_number()
                again.append(ticket)
            else:
                taken.add(ticket.number)
                sure.add(ticket.number)
        unsure = again


def used_numbers(numbers: list[str]) -> set[str]:
    """Return the numbers that a ticket has or had."""
    now = Ticket.objects.filter(number__in=numbers).values_list("number")
    return {number for (number,) in now.union(FormerNumber.objects.filter(number__in=numbers).values_list("number"))}


def issue_forgotten() -> int:
    """Issue missing tickets of paid placements, each placement in its own transaction. Returns how many."""
    lacking = OrderLine.objects.counting().filter(placement=OuterRef("pk"), ticket=True, physical=False, tickets=None)
    placements = Placement.objects.filter(Exists(lacking), paid_at__isnull=False)
    return sum(issue_under_lock(placement) for placement in placements)


@transaction.atomic
def issue_under_lock(placement: Placement) -> int:
    """Issue the placement's missing tickets. Returns how many. Locks the order."""
    lock_order(placement.order_id)
    # Not before the lock: staff may have corrected the address that the tickets go to.
    now = Placement.objects.select_related("order__shop").get(pk=placement.pk)
    issued = issue_tickets(placement=now)
    send_waiting(now.pk)
    return len(issued)
