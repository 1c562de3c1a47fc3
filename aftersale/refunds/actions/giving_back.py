"""A request's money goes back, and what it was paid for ends."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from aftersale.models import Admission, RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.refunds.errors import NotByItself
from aftersale.refunds.queries import account_it_came_from, is_by_service, ways_back
from aftersale.tickets.actions.ending import end
from aftersale.tickets.locks import lock_tickets
from checkout.actions import invalidate_line, request_refund
from checkout.actions.refunds.refunding import refunded_for
from checkout.errors import RefundTooLarge
from checkout.models import OrderLine, Payment, Refund

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ASKED_FOR, OFFERED = gettext_noop("asked for by the guest"), gettext_noop("the event was cancelled or moved")
Problem = RefundRequest.Problem


def worth_of(line: OrderLine, offer: RefundOffer) -> Decimal:
    """What is still to go back for a line, less what is kept of each of its tickets; zero or less for nothing."""
    return line.reduced_total - refunded_for(line) - offer.kept_fee * line.amount


def give_back(request: RefundRequest, staff: "User | None" = None) -> list[Refund]:
    """Let the money for a request's tickets go back and end them; the caller holds the order's lock. Locks the tickets.

    Seats and pieces of a moved event can be bought again, and nothing is sent any more; what is kept of a line that
    ends stays charged. By itself money goes to no account that nobody has confirmed, and
    what a payment service brought to none: `staff` decide. Raises NotByItself, and
    nothing has changed.
    """
    lock_tickets(request.tickets.exclude(ticket=None).values_list("ticket", flat=True))
    tickets = list(request.tickets.select_related("line__placement", "line__delivery", "ticket"))
    lines = {one.line_id: one.line for one in tickets}
    if not is_as_it_was(request, tickets):
        raise NotByItself(Problem.PARTS)
    wanted = {line: worth for line in lines.values() if (worth := worth_of(line, request.offer)) > 0}
    if not wanted:
        raise NotByItself(Problem.MONEY)
    reason = ASKED_FOR if request.origin == RefundRequest.Origin.GUEST else OFFERED
    parts = ways_back(request.order, wanted, by_providers=not request.to_account)
    if request.to_account and staff is None and not all(goes_by_itself(request, one) for one, _lines in parts or ()):
        raise NotByItself(Problem.ACCOUNT)
    refunds = send_back(parts, reason=reason, staff=staff, by_transfer=request.to_account)
    request.refunds.add(*refunds)
    # Where a part is kept, the checkout does not know that nobody is to get in.
    end(Ticket.objects.valid().filter(refund_requests__in=tickets), Ticket.Ended.REFUND)
    for line in ending(wanted, request.offer):
        invalidate_line(line=line, retained=line.reduced_total - refunded_for(line))
    return refunds


def goes_by_itself(request: RefundRequest, payment: Payment) -> bool:
    """To the account that it came from, or that the order's address has confirmed; what a payment service brought goes
    to none.
    """
    is_known = request.confirmed_at is not None or account_it_came_from(payment) == request.iban
    return is_known and not is_by_service(payment)


def send_back(
    parts: Sequence[tuple[Payment, Mapping[OrderLine, Decimal]]] | None,
    *,
    reason: str,
    staff: "User | None",
    by_transfer: bool = False,
) -> list[Refund]:
    """What `ways_back` found. Raises NotByItself where that was nothing, or not enough."""
    if parts is None:
        raise NotByItself(Problem.MONEY)
    try:
        with transaction.atomic():
            return [
                request_refund(payment=payment, lines=part, reason=reason, staff=staff, by_transfer=by_transfer)
                for payment, part in parts
            ]
    except RefundTooLarge:
        raise NotByItself(Problem.MONEY) from None


def ending(lines: Iterable[OrderLine], offer: RefundOffer) -> list[OrderLine]:
    """Those that are no longer part of their order, what hangs on another first: of a moved event all, so that others
    can buy them; of a cancelled one what would still be sent.
    """
    all_end = offer.cause == RefundOffer.Cause.MOVED
    found = [one for one in lines if all_end or (one.physical and not has_left(one))]
    return sorted(found, key=lambda one: one.parent_id is None)


def has_left(line: OrderLine) -> bool:
    return line.delivery is not None and line.delivery.shipped_at is not None


def is_as_it_was(request: RefundRequest, tickets: Sequence[RequestedTicket]) -> bool:
    """True if the request still covers complete, active lines and all its tickets are valid and unused. If the event
    was moved, none of its printed tickets may have been shipped, because they stay valid.
    """
    if any(one.line.invalidated_at or one.line.placement.cancelled_at for one in tickets):
        return False
    if request.offer.cause == RefundOffer.Cause.MOVED and any(has_left(one.line) for one in tickets):
        return False
    named = [one.ticket for one in tickets if one.ticket]
    pieces = Counter(one.line_id for one in named)
    if any(one.line.amount != pieces[one.line_id] for one in tickets if one.ticket):
        return False
    if not all(one.is_valid for one in named) or Admission.objects.standing().filter(ticket__in=named).exists():
        return False
    # Pieces that somebody took from a line of which only some were named: those may have been the ones that were meant.
    others = Ticket.objects.filter(line__in=pieces).exclude(pk__in=[one.pk for one in named])
    return request.problem != Problem.PARTS or not others.exists()


def approve_if_it_fits(request: RefundRequest) -> bool:
    """Give it back, or note why staff have to; the caller holds the order's lock."""
    try:
        refunds = give_back(request)
    except NotByItself as refused:
        request.problem = str(refused.extensions["problem"])
        request.save(update_fields=["problem"])
        return False
    RefundRequest.objects.filter(pk=request.pk).update(
        state=RefundRequest.State.APPROVED, decided_at=Now(), amount=sum(one.amount for one in refunds)
    )
    request.refresh_from_db()
    return True
