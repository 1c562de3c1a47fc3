"""Staff decide what did not go by itself."""

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import RefundRequest
from aftersale.refunds.errors import RequestDecided
from aftersale.refunds.mails import queue_refund_mails
from checkout.locks import lock_order

from .approving import refund_tickets

if TYPE_CHECKING:
    from django.contrib.auth.models import User

State = RefundRequest.State


@transaction.atomic
def approve_request(*, request: RefundRequest, staff: "User | None", note: str = "") -> RefundRequest:
    """Give the money back. Locks the order. Raises RequestDecided, or RefundNeedsStaff if it still cannot go."""
    row = lock_undecided(request)
    refunds = refund_tickets(row, staff)
    row.amount = sum((one.amount for one in refunds), Decimal(0))
    return store_decision(row, State.APPROVED, staff, note)


@transaction.atomic
def settle_request(*, request: RefundRequest, staff: "User", note: str) -> RefundRequest:
    """Say that it was dealt with at the order itself: no money is moved by this. Raises RequestDecided."""
    return store_decision(lock_undecided(request), State.SETTLED, staff, note)


@transaction.atomic
def decline_request(*, request: RefundRequest, staff: "User", note: str) -> RefundRequest:
    """Refuse it; the guest reads `note`, and can ask again. Raises RequestDecided."""
    row = store_decision(lock_undecided(request), State.DECLINED, staff, note)
    row.tickets.update(stands=False)
    queue_refund_mails(RefundRequest.DECLINED_MAIL, row)
    return row


def lock_undecided(request: RefundRequest) -> RefundRequest:
    """The request under its order's lock. Raises RequestDecided."""
    lock_order(request.order_id)
    row = RefundRequest.objects.select_related("order__shop", "offer__event").get(pk=request.pk)
    if not row.is_open:
        raise RequestDecided
    return row


def store_decision(request: RefundRequest, state: str, staff: "User | None", note: str) -> RefundRequest:
    request.state, request.staff, request.note, request.problem = state, staff, note, ""
    request.decided_at = Now()
    request.save(update_fields=["state", "staff", "note", "problem", "decided_at", "amount"])
    request.refresh_from_db()
    if state != State.DECLINED:
        queue_refund_mails(RefundRequest.DECIDED_MAIL, request)
    return request
