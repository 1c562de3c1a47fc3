"""Staff decide requests that were not approved automatically."""

from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import uuid4

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import RefundRequest
from aftersale.refunds.errors import RequestDecided
from aftersale.refunds.mails import queue_refund_mails
from aftersale.refunds.queries import basis_of_request
from aftersale.tickets.locks import lock_tickets
from checkout.actions.orders.steps import StaffAction, begin_step
from checkout.locks import lock_order
from checkout.models import OrderStep

from .approving import refund_tickets

if TYPE_CHECKING:
    from django.contrib.auth.models import User

State = RefundRequest.State


@transaction.atomic
def approve_request(*, request: RefundRequest, staff: "User | None", note: str = "") -> RefundRequest:
    """Give the money back. Locks the order and the tickets.

    Raises RequestDecided, or RefundNeedsStaff if it still cannot go.
    """
    row = lock_undecided(request)
    lock_tickets(row.tickets.exclude(ticket=None).values_list("ticket", flat=True))
    refunds = refund_tickets(row, basis_of_request(row), staff)
    row.amount = sum((one.amount for one in refunds), Decimal(0))
    return store_decision(row, State.APPROVED, staff, note, row.problem)


@transaction.atomic
def settle_request(*, request: RefundRequest, staff: "User", note: str) -> RefundRequest:
    """Close a request that staff handled at the order itself, or its missing refund of shipping costs: the guest
    gets no mail about that. Moves no money. Raises RequestDecided.
    """
    row = lock_row(request)
    if row.lacks_shipping:
        # Who decided the request, when and why stays: this is a step of its own.
        begin_step(row.order, OrderStep.Kind.SHIPPING, StaffAction(uuid4(), staff, note), [str(row.offer.event)])
        row.problem = ""
        row.save(update_fields=["problem"])
        return row
    return store_decision(undecided(row), State.SETTLED, staff, note)


@transaction.atomic
def decline_request(*, request: RefundRequest, staff: "User", note: str) -> RefundRequest:
    """Decline the request. The guest reads `note` and may ask again. Raises RequestDecided."""
    row = store_decision(lock_undecided(request), State.DECLINED, staff, note)
    row.tickets.update(stands=False)
    queue_refund_mails(RefundRequest.DECLINED_MAIL, row)
    return row


def lock_undecided(request: RefundRequest) -> RefundRequest:
    """Lock the order and reread the request. Raises RequestDecided."""
    return undecided(lock_row(request))


def lock_row(request: RefundRequest) -> RefundRequest:
    """Lock the order and reread the request."""
    lock_order(request.order_id)
    return RefundRequest.objects.select_related("order__shop", "offer__event").get(pk=request.pk)


def undecided(request: RefundRequest) -> RefundRequest:
    """Raises RequestDecided."""
    if not request.is_open:
        raise RequestDecided
    return request


def store_decision(
    request: RefundRequest, state: str, staff: "User | None", note: str, problem: str = ""
) -> RefundRequest:
    request.state, request.staff, request.note, request.problem = state, staff, note, problem
    request.decided_at = Now()
    request.save(update_fields=["state", "staff", "note", "problem", "decided_at", "amount"])
    request.refresh_from_db()
    if state != State.DECLINED:
        queue_refund_mails(RefundRequest.DECIDED_MAIL, request)
    return request
