"""Approves a refund request: refunds the money, ends the tickets and voids their lines."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from aftersale.models import Admission, RefundOffer, RefundRequest, Ticket
from aftersale.refunds.errors import RefundNeedsStaff
from aftersale.refunds.queries import RefundBasis, is_by_provider, may_refund, source_account
from aftersale.refunds.rules import refund_split
from checkout.actions.orders.lines import goods_in_parcel
from checkout.actions.refunds.refunding import refund_lines, refundable_amount, store_refund
from checkout.errors import RefundTooLarge
from checkout.models import OrderLine, Payment, Placement, Refund, RefundShipping
from checkout.refunds.refundable import refundable_shipping

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ASKED_FOR, OFFERED = gettext_noop("asked for by the guest"), gettext_noop("the event was cancelled or moved")
Problem = RefundRequest.Problem


def refund_tickets(request: RefundRequest, basis: RefundBasis, staff: "User | None" = None) -> list[Refund]:
    """Refund a request's tickets and end them. Caller must hold the locks of the order and the tickets.

    Seats and pieces of a moved event can be sold again, and nothing more is shipped; the fee kept of a voided line
    stays charged. Without `staff`, money goes only to a bank account that was confirmed or that it came
    from, and money that a payment service brought goes to no bank account at all. Sets the request's `problem`, which
    the caller stores: SHIPPING if no payment has the shipping costs left.

    Raises RefundNeedsStaff; then nothing has changed.
    """
    if not is_unchanged(request, basis):
        raise RefundNeedsStaff(Problem.PARTS)
    if not basis.wanted:
        raise RefundNeedsStaff(Problem.MONEY)
    parts = (
        basis.parts_without_form()
        if request.origin == RefundRequest.Origin.OFFER and not request.to_account
        else basis.parts(by_providers=not request.to_account)
    )
    if request.to_account and staff is None and not all(is_automatic(request, one) for one, _lines in parts or ()):
        raise RefundNeedsStaff(Problem.ACCOUNT)
    if parts is None:
        raise RefundNeedsStaff(Problem.MONEY)
    try:
        refunds = refund_lines(
            order=request.order,
            parts=parts,
            ended=basis.lines,
            voided={line: basis.offer.kept_fee * line.amount for line in lines_to_void(basis)},
            reason=ASKED_FOR if request.origin == RefundRequest.Origin.GUEST else OFFERED,
            staff=staff,
            by_transfer=request.to_account,
        )
    except RefundTooLarge:
        raise RefundNeedsStaff(Problem.MONEY) from None
    refunds, is_complete = add_shipping(request, basis, refunds, staff)
    request.problem = "" if is_complete else Problem.SHIPPING
    request.refunds.add(*refunds)
    return refunds


def add_shipping(
    request: RefundRequest, basis: RefundBasis, refunds: Sequence[Refund], staff: "User | None"
) -> tuple[list[Refund], bool]:
    """Add the shipping of parcels that never left and hold nothing any more to the refunds of the tickets. If their
    payments have no room for it, it goes through payments whose provider sends refunds, then through those that staff
    refund from the bank. Returns all refunds, and whether the payments had room for all shipping. Caller must hold the
    order's lock.
    """
    found = {one.payment: one for one in refunds}
    others = sorted((payment for payment, _left in basis.payments), key=is_by_provider, reverse=True)
    payments, is_complete = dict.fromkeys([*found, *others]), True
    for one in refundable_shipping(request.order):
        if one.left <= 0 or not is_emptied(one.placement, basis):
            continue
        room = [(payment, refundable_amount(payment)) for payment in payments]
        shares = refund_split({one.placement: one.left}, room, (is_its_own, may_refund))
        is_complete = is_complete and shares is not None
        for payment, parts in shares or ():
            amount = parts[one.placement]
            if payment in found:
                found[payment].amount += amount
                found[payment].save(update_fields=["amount"])
            else:
                found[payment] = store_refund(payment, amount, refunds[0].reason, staff)
            RefundShipping.objects.create(refund=found[payment], placement=one.placement, amount=amount)
    return list(found.values()), is_complete


def is_its_own(payment: Payment, placement: Placement) -> bool:
    return payment.placement_id == placement.pk


def is_emptied(placement: Placement, basis: RefundBasis) -> bool:
    """Whether the refund ended the last goods of the parcel that the placement pays for, before it was shipped."""
    inside = goods_in_parcel(placement)
    has_ended = inside.filter(pk__in=[line.pk for line in basis.lines]).exists()
    return has_ended and not (inside.counting() | inside.filter(delivery__shipped_at__isnull=False)).exists()


def is_automatic(request: RefundRequest, payment: Payment) -> bool:
    """True if the account is the one the money came from, or was confirmed by mail to the order's address. False for
    money from a payment service.
    """
    is_known = request.confirmed_at is not None or source_account(payment) == request.iban
    return is_known and not is_by_provider(payment)


def lines_to_void(basis: RefundBasis) -> list[OrderLine]:
    """Return the lines to void: for a moved event all, so that they can be sold again; for a cancelled one only lines
    that would still be shipped.
    """
    all_end = basis.offer.cause != RefundOffer.Cause.CANCELLED
    return [one for one in basis.wanted if all_end or (one.physical and not has_left(one))]


def has_left(line: OrderLine) -> bool:
    return line.delivery is not None and line.delivery.shipped_at is not None


def is_unchanged(request: RefundRequest, basis: RefundBasis) -> bool:
    """True if the request still covers complete, active lines and all its tickets are valid and unused. If the event
    was moved, none of its printed tickets may have been shipped, because they stay valid.
    """
    if any(line.invalidated_at or line.placement.cancelled_at for line in basis.lines):
        return False
    if basis.offer.cause != RefundOffer.Cause.CANCELLED and any(map(has_left, basis.lines)):
        return False
    pieces = Counter(one.line_id for one in basis.tickets)
    if any(line.amount != pieces[line.pk] for line in basis.lines if line.pk in pieces):
        return False
    if not all(one.is_valid for one in basis.tickets):
        return False
    if Admission.objects.in_force().filter(ticket__in=basis.tickets).exists():
        return False
    # Staff may have removed pieces of a line that the request names only in part: perhaps just the requested ones.
    others = Ticket.objects.filter(line__in=pieces).exclude(pk__in=[one.pk for one in basis.tickets])
    return request.problem != Problem.PARTS or not others.exists()


def approve_automatically(request: RefundRequest, basis: RefundBasis) -> bool:
    """Refund the request, or store why staff must decide. Returns whether it was refunded. Caller must hold the locks
    of the order and the tickets.
    """
    try:
        refunds = refund_tickets(request, basis)
    except RefundNeedsStaff as refused:
        request.problem = str(refused.extensions["problem"])
        request.save(update_fields=["problem"])
        return False
    RefundRequest.objects.filter(pk=request.pk).update(
        state=RefundRequest.State.APPROVED,
        decided_at=Now(),
        amount=sum(one.amount for one in refunds),
        problem=request.problem,
    )
    request.refresh_from_db()
    return True
