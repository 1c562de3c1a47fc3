"""Refunds all orders of an event that need no bank account, order by order, each once."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from procrastinate.contrib.django import app

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.refunds.mails import queue_refund_mails
from aftersale.refunds.queries import RefundBasis, basis_by_offer, orders_to_refund, tickets_for
from aftersale.tickets.locks import lock_tickets
from checkout.locks import lock_order
from checkout.models import Order
from shop.core.database.transactions import dry_run

from .approving import approve_automatically

MASS_REFUND_JOB = "aftersale.return_money"
BATCH = 100
NOBODY = UUID(int=0)


@dataclass
class RefundTotals:
    """Totals of a mass refund or its preview: `number` of orders or requests, `tickets`, `money` in euros. `left`: how
    many are left to staff or need the buyer's account.
    """

    number: int = 0
    tickets: int = 0
    money: Decimal = Decimal(0)
    left: int = 0

    def add(self, money: Decimal | None, tickets: int) -> None:
        """Add one order or request. `money`: None if it was not refunded."""
        if money is None:
            self.left += 1
            return
        self.number += 1
        self.tickets += tickets
        self.money += money


def refund_batch(*, offer: RefundOffer, after: UUID = NOBODY) -> UUID | None:
    """Refund the next orders by id. Returns the last one's id, or None if no more are left."""
    orders = list(orders_to_refund(offer).filter(pk__gt=after)[:BATCH])
    for order in orders:
        refund_order_by_offer(offer=offer, order=order)
    return orders[-1].pk if len(orders) == BATCH else None


def queue_refund_batch(offer: RefundOffer, after: UUID = NOBODY) -> None:
    """Queue the job for the next batch in the caller's transaction."""
    app.configure_task(MASS_REFUND_JOB).defer(offer_id=offer.pk, after=str(after))


@transaction.atomic
def refund_order_by_offer(*, offer: RefundOffer, order: Order) -> tuple[Decimal | None, int]:
    """Refund an order under the offer, once even in parallel. Returns the amount and the number of tickets.

    The amount is None if nothing is left, staff must decide, or the buyer's account is needed. Locks the order and its
    tickets for the event.
    """
    lock_order(order.pk)
    lock_tickets(tickets_for(order, offer).values_list("pk", flat=True))
    basis = basis_by_offer(offer, order)
    if not basis.lines or needs_account(basis):
        return None, 0
    request = RefundRequest.objects.create(
        offer=offer, order=order, origin=RefundRequest.Origin.OFFER, language=order.language,
        amount=sum(basis.lines.values(), Decimal(0)),
    )  # fmt: skip
    RequestedTicket.objects.bulk_create(requested_tickets(request, basis))
    if not approve_automatically(request, basis):
        return None, 0
    queue_refund_mails(RefundRequest.RECEIVED_MAIL, request)
    return request.amount, sum(line.amount for line in basis.lines)


def refund_preview(offer: RefundOffer, order: Order) -> tuple[Decimal | None, int]:
    """Return what `refund_order_by_offer` would refund."""
    return dry_run(lambda: refund_order_by_offer(offer=offer, order=order), lambda done: done)


def needs_account(basis: RefundBasis) -> bool:
    """True if the money can be refunded only by a transfer to an account that the buyer has to name."""
    return basis.parts_without_form() is None and basis.parts(by_providers=False) is not None


def requested_tickets(request: RefundRequest, basis: RefundBasis) -> list[RequestedTicket]:
    """Make a row for each ticket. Printed tickets have no ticket rows, so their line gets one row."""
    tickets: dict[UUID, list[Ticket]] = {}
    for ticket in basis.tickets:
        tickets.setdefault(ticket.line_id, []).append(ticket)
    found = []
    for line in basis.lines:
        of_line: list[Ticket | None] = [*tickets.get(line.pk, [])]
        found += [RequestedTicket(request=request, line=line, ticket=one) for one in of_line or [None]]
    return found
