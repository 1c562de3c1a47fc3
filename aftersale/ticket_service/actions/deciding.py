"""Staff decide requests of the ticket service."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from aftersale.models import Admission, PrintedNumber, RequestedTicket, Ticket, TicketServiceItem, TicketServiceRequest
from aftersale.numbers.tickets import sent_number
from aftersale.refunds.actions.approving import ASKED_FOR
from aftersale.refunds.errors import RequestDecided
from aftersale.refunds.queries import payment_parts, payments_to_refund
from aftersale.ticket_service.errors import CannotBeDone
from aftersale.ticket_service.mails import queue_service_mails
from aftersale.ticket_service.rules import name_parts
from aftersale.ticket_service.words import ENDED, INSIDE, ISSUED_ANEW, MONEY, PARTS
from aftersale.tickets.actions import reissue_tickets
from aftersale.tickets.locks import lock_tickets
from cart.ticket_holders import SIGN, rename_holders
from checkout.actions import invalidate_line, request_refund
from checkout.actions.refunds.refunding import refunded_by_line
from checkout.errors import RefundTooLarge
from checkout.locks import lock_order
from checkout.models import OrderLine, Refund
from shop.core.database.transactions import retry_transaction

if TYPE_CHECKING:
    from django.contrib.auth.models import User

State = TicketServiceRequest.State
Items = Sequence[TicketServiceItem]
RENAMED = gettext_noop("another name, asked for by the guest")


@retry_transaction
@transaction.atomic
def approve(*, request: TicketServiceRequest, staff: "User") -> TicketServiceRequest:
    """Carry out the request: rename the holders and reissue the tickets, or end the tickets and refund the money the
    way it came. Locks the order and its tickets.

    Raises RequestDecided, or CannotBeDone if a part of it is impossible; then nothing has changed.
    """
    row = lock_undecided(request)
    lock_tickets(row.items.exclude(ticket=None).values_list("ticket", flat=True))
    items = list(row.items.select_related("line__placement", "line__variant__event", "line__ticket_holder", "ticket",
                                            "printed"))  # fmt: skip
    check_items(items, whole_lines=row.is_cancellation)
    if row.is_cancellation:
        row.refunds.add(*cancel_tickets(row, items, staff))
    else:
        rename_tickets(items)
    return store_decision(row, State.DONE, staff, TicketServiceRequest.DONE_MAIL)


@transaction.atomic
def settle(*, request: TicketServiceRequest, staff: "User", note: str) -> TicketServiceRequest:
    """Close a request that staff handled by hand. Changes no ticket. Raises RequestDecided."""
    return store_decision(lock_undecided(request), State.SETTLED, staff, TicketServiceRequest.DONE_MAIL, note)


@transaction.atomic
def decline(*, request: TicketServiceRequest, staff: "User", note: str) -> TicketServiceRequest:
    """Decline the request. The guest reads `note` and may ask again. Raises RequestDecided."""
    return store_decision(lock_undecided(request), State.DECLINED, staff, TicketServiceRequest.DECLINED_MAIL, note)


def lock_undecided(request: TicketServiceRequest) -> TicketServiceRequest:
    """Lock the order and reread the request. Raises RequestDecided."""
    lock_order(request.order_id)
    row = TicketServiceRequest.objects.select_related("order__shop").get(pk=request.pk)
    if not row.is_open:
        raise RequestDecided
    return row


def store_decision(
    request: TicketServiceRequest, state: str, staff: "User", mail: str, note: str = ""
) -> TicketServiceRequest:
    request.state, request.staff, request.note, request.decided_at = state, staff, note, Now()
    request.save(update_fields=["state", "staff", "note", "decided_at"])
    request.items.update(stands=False)
    request.refresh_from_db()
    queue_service_mails(mail, request)
    return request


def check_items(items: Items, *, whole_lines: bool) -> None:
    """Raises CannotBeDone unless all tickets are valid, unused and not reissued since, have no refund request, and
    cover whole lines.
    """
    tickets = [one.ticket for one in items if one.ticket]
    lines = {one.line_id: one.line for one in items}
    if any(line.invalidated_at or line.placement.cancelled_at for line in lines.values()):
        raise CannotBeDone(ENDED)
    if not all(one.is_valid for one in tickets) or not all(is_still_assigned(one) for one in items if one.printed):
        raise CannotBeDone(ENDED)
    if any(one.ticket and one.ticket.number != sent_number(one.number) for one in items):
        # Anybody may know a former number.
        raise CannotBeDone(ISSUED_ANEW)
    if RequestedTicket.objects.filter(line__in=lines, stands=True).exists():
        raise CannotBeDone(ENDED)
    if Admission.objects.in_force().filter(ticket__in=tickets).exists():
        raise CannotBeDone(INSIDE)
    named = Counter(one.line_id for one in items)
    names = {(one.line_id, one.name_new) for one in items}
    if any(line.amount != named[key] for key, line in lines.items()) or (not whole_lines and len(names) != len(lines)):
        raise CannotBeDone(PARTS)


def is_still_assigned(item: TicketServiceItem) -> bool:
    paper = item.printed
    return isinstance(paper, PrintedNumber) and paper.is_used and paper.line_id == item.line_id


def rename_tickets(items: Items) -> None:
    """Rename the holder of each line. Online tickets get a new code, because the former holder knows the old one."""
    named = {one.line_id: (one.line, stored_name(one.name_new)) for one in items}
    rename_holders(OrderLine.objects, list(named.values()))
    tickets: list[Ticket] = [one.ticket for one in items if one.ticket]
    if tickets:
        reissue_tickets(tickets=tickets, reason=RENAMED)


def stored_name(name: str) -> str:
    """Return the name in its stored form, without address and phone: those belonged to the former holder."""
    return SIGN.join(name_parts(name))


def cancel_tickets(request: TicketServiceRequest, items: Items, staff: "User") -> list[Refund]:
    """Void the lines, which frees their seats and pieces, and refund the money the way it came. Raises CannotBeDone if
    that is not possible.
    """
    lines = {one.line_id: one.line for one in items}.values()
    refunded = refunded_by_line(lines)
    wanted = {line: worth for line in lines if (worth := line.reduced_total - refunded[line.pk]) > 0}
    parts = payment_parts(payments_to_refund(request.order), wanted)
    if parts is None:
        raise CannotBeDone(MONEY)
    try:
        refunds = [
            request_refund(payment=payment, lines=part, reason=ASKED_FOR, staff=staff) for payment, part in parts
        ]
    except RefundTooLarge:
        raise CannotBeDone(MONEY) from None
    # Child lines first.
    for line in sorted(lines, key=lambda one: one.parent_id is None):
        invalidate_line(line=line)
    return refunds
