"""Staff decide what did not go by itself."""

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import RefundRequest
from aftersale.refunds.errors import RequestDecided
from aftersale.refunds.mails import queue_refund_mails
from checkout.locks import lock_order

from .giving_back import give_back

if TYPE_CHECKING:
    from django.contrib.auth.models import User

State = RefundRequest.State


@transaction.atomic
def approve_request(*, request: RefundRequest, staff: "User | None", note: str = "") -> RefundRequest:
    """Give it back now that it can go. Raises RequestDecided, or NotByItself while it still cannot. Locks the order."""
    there = undecided(request)
    refunds = give_back(there, staff)
    there.amount = sum((one.amount for one in refunds), Decimal(0))
    return decided(there, State.APPROVED, staff, note)


@transaction.atomic
def settle_request(*, request: RefundRequest, staff: "User", note: str) -> RefundRequest:
    """Say that it was dealt with at the order itself: no money is moved by this. Raises RequestDecided."""
    return decided(undecided(request), State.SETTLED, staff, note)


@transaction.atomic
def decline_request(*, request: RefundRequest, staff: "User", note: str) -> RefundRequest:
    """Refuse it; the guest reads `note`, and can ask again. Raises RequestDecided."""
    there = decided(undecided(request), State.DECLINED, staff, note)
    there.tickets.update(stands=False)
    queue_refund_mails(RefundRequest.DECLINED_MAIL, there)
    return there


def undecided(request: RefundRequest) -> RefundRequest:
    """The request under its order's lock. Raises RequestDecided."""
    lock_order(request.order_id)
    there = RefundRequest.objects.select_related("order__shop", "offer__event").get(pk=request.pk)
    if not there.is_open:
        raise RequestDecided
    return there


def decided(request: RefundRequest, state: str, staff: "User | None", note: str) -> RefundRequest:
    request.state, request.staff, request.note, request.problem = state, staff, note, ""
    request.decided_at = Now()
    request.save(update_fields=["state", "staff", "note", "problem", "decided_at", "amount"])
    request.refresh_from_db()
    if state != State.DECLINED:
        queue_refund_mails(RefundRequest.DECIDED_MAIL, request)
    return request
