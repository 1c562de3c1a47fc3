"""Approves a refund request: refunds the money, ends the tickets and voids their lines."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from aftersale.models import Admission, RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.refunds.errors import RefundNeedsStaff
from aftersale.refunds.queries import is_by_provider, refund_routes, routes_without_form, source_account
from aftersale.tickets.actions.ending import end_tickets
from aftersale.tickets.locks import lock_tickets
from checkout.actions import invalidate_line, request_refund
from checkout.actions.refunds.refunding import refunded_for
from checkout.errors import RefundTooLarge
from checkout.models import OrderLine, Payment, Refund

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ASKED_FOR, OFFERED = gettext_noop("asked for by the guest"), gettext_noop("the event was cancelled or moved")
Problem = RefundRequest.Problem


def refundable_amount(line: OrderLine, offer: RefundOffer) -> Decimal:
    """Return what can still be refunded for a line, less the fee that is kept of each ticket. Zero or less: nothing."""
    return line.reduced_total - refunded_for(line) - offer.kept_fee * line.amount


def refund_tickets(request: RefundRequest, staff: "User | None" = None) -> list[Refund]:
    """Refund a request's tickets and end them. Caller must hold the order's lock. Locks the tickets.

    Seats and pieces of a moved event can be sold again, and nothing more is shipped; the fee kept of a voided line
    stays charged. Without `staff`, money goes only to a bank account that was confirmed or that it came
    from, and money that a payment service brought goes to no bank account at all.

    Raises RefundNeedsStaff; then nothing has changed.
    """
    lock_tickets(request.tickets.exclude(ticket=None).values_list("ticket", flat=True))
    tickets = list(request.tickets.select_related("line__placement", "line__delivery", "ticket"))
    lines = {one.line_id: one.line for one in tickets}
    if not is_unchanged(request, tickets):
        raise RefundNeedsStaff(Problem.PARTS)
    wanted = {line: refundable for line in lines.values() if (refundable := refundable_amount(line, request.offer)) > 0}
    if not wanted:
        raise RefundNeedsStaff(Problem.MONEY)
    reason = ASKED_FOR if request.origin == RefundRequest.Origin.GUEST else OFFERED
    parts = (
        routes_without_form(request.order, wanted)
        if request.origin == RefundRequest.Origin.OFFER and not request.to_account
        else refund_routes(request.order, wanted, by_providers=not request.to_account)
    )
    if request.to_account and staff is None and not all(is_automatic(request, one) for one, _lines in parts or ()):
        raise RefundNeedsStaff(Problem.ACCOUNT)
    refunds = request_refunds(parts, reason=reason, staff=staff, by_transfer=request.to_account)
    request.refunds.add(*refunds)
    # If a fee is kept, the checkout does not end the tickets, because the refund is only a part of the price.
    end_tickets(Ticket.objects.valid().filter(refund_requests__in=tickets), Ticket.Ended.REFUND)
    for line in lines_to_void(wanted, request.offer):
        invalidate_line(line=line, retained=line.reduced_total - refunded_for(line))
    return refunds


def is_automatic(request: RefundRequest, payment: Payment) -> bool:
    """True if the account is the one the money came from, or was confirmed by mail to the order's address. False for
    money from a payment service.
    """
    is_known = request.confirmed_at is not None or source_account(payment) == request.iban
    return is_known and not is_by_provider(payment)


def request_refunds(
    parts: Sequence[tuple[Payment, Mapping[OrderLine, Decimal]]] | None,
    *,
    reason: str,
    staff: "User | None",
    by_transfer: bool = False,
) -> list[Refund]:
    """Request a refund for each of the `refund_routes`. Raises RefundNeedsStaff if there is none or too
    little money.
    """
    if parts is None:
        raise RefundNeedsStaff(Problem.MONEY)
    try:
        with transaction.atomic():
            return [
                request_refund(payment=payment, lines=part, reason=reason, staff=staff, by_transfer=by_transfer)
                for payment, part in parts
            ]
    except RefundTooLarge:
        raise RefundNeedsStaff(Problem.MONEY) from None


def lines_to_void(lines: Iterable[OrderLine], offer: RefundOffer) -> list[OrderLine]:
    """Return the lines to void, child lines first. For a moved or postponed event all lines, so that they can be sold
    again; for a cancelled one only lines that would still be shipped.
    """
    all_end = offer.cause != RefundOffer.Cause.CANCELLED
    found = [one for one in lines if all_end or (one.physical and not has_left(one))]
    return sorted(found, key=lambda one: one.parent_id is None)


def has_left(line: OrderLine) -> bool:
    return line.delivery is not None and line.delivery.shipped_at is not None


def is_unchanged(request: RefundRequest, tickets: Sequence[RequestedTicket]) -> bool:
    """True if the request still covers complete, active lines and all its tickets are valid and unused. If the event
    was moved, none of its printed tickets may have been shipped, because they stay valid.
    """
    if any(one.line.invalidated_at or one.line.placement.cancelled_at for one in tickets):
        return False
    if request.offer.cause != RefundOffer.Cause.CANCELLED and any(has_left(one.line) for one in tickets):
        return False
    named = [one.ticket for one in tickets if one.ticket]
    pieces = Counter(one.line_id for one in named)
    if any(one.line.amount != pieces[one.line_id] for one in tickets if one.ticket):
        return False
    if not all(one.is_valid for one in named) or Admission.objects.in_force().filter(ticket__in=named).exists():
        return False
    # Staff may have removed pieces of a line that the request names only in part: perhaps just the requested ones.
    others = Ticket.objects.filter(line__in=pieces).exclude(pk__in=[one.pk for one in named])
    return request.problem != Problem.PARTS or not others.exists()


def approve_automatically(request: RefundRequest) -> bool:
    """Refund the request, or store why staff must decide. Returns whether it was refunded. Caller must hold the order's
    lock.
    """
    try:
        refunds = refund_tickets(request)
    except RefundNeedsStaff as refused:
        request.problem = str(refused.extensions["problem"])
        request.save(update_fields=["problem"])
        return False
    RefundRequest.objects.filter(pk=request.pk).update(
        state=RefundRequest.State.APPROVED, decided_at=Now(), amount=sum(one.amount for one in refunds)
    )
    request.refresh_from_db()
    return True
