"""An event's offer gives everybody's money back who need not name an account: order by order, each once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from procrastinate.contrib.django import app

from aftersale.models import RefundOffer, RefundRequest, RequestedTicket, Ticket
from aftersale.refunds.mails import queue_refund_mails
from aftersale.refunds.queries import lines_to_refund, orders_to_refund, refund_routes, tickets_for
from aftersale.tickets.locks import lock_tickets
from checkout.locks import lock_order
from checkout.models import Order, OrderLine

from .approving import approve_automatically, refundable_amount

MASS_REFUND_JOB = "aftersale.return_money"
BATCH = 100
NOBODY = UUID(int=0)


@dataclass
class RefundTotals:
    """What was done, or would be: how many orders or requests, tickets, euros; and how many are left to staff or to
    their buyers.
    """

    number: int = 0
    tickets: int = 0
    money: Decimal = Decimal(0)
    left: int = 0

    def add(self, money: Decimal | None, tickets: int) -> None:
        """`money`: None for what did not go."""
        if money is None:
            self.left += 1
            return
        self.number += 1
        self.tickets += tickets
        self.money += money


def refund_batch(*, offer: RefundOffer, after: UUID = NOBODY) -> UUID | None:
    """Some orders, by their ids; the last one's id, or None where nothing is left."""
    orders = list(orders_to_refund(offer).filter(pk__gt=after)[:BATCH])
    for order in orders:
        refund_order_by_offer(offer=offer, order=order)
    return orders[-1].pk if len(orders) == BATCH else None


def queue_refund_batch(offer: RefundOffer, after: UUID = NOBODY) -> None:
    """The job of the next batch, in the present transaction."""
    app.configure_task(MASS_REFUND_JOB).defer(offer_id=offer.pk, after=str(after))


@transaction.atomic
def refund_order_by_offer(*, offer: RefundOffer, order: Order) -> tuple[Decimal | None, int]:
    """Give back what the offer promises an order, once, whoever else is at it: how much, for how many tickets.

    None where nothing is left, staff have to look, or the buyer's account is needed: then the buyer is asked. Locks the
    order and its tickets for the event.
    """
    lock_order(order.pk)
    lock_tickets(tickets_for(order, offer).values_list("pk", flat=True))
    wanted = refundable_by_line(offer, order)
    if not wanted or needs_account(order, wanted):
        return None, 0
    request = RefundRequest.objects.create(
        offer=offer, order=order, origin=RefundRequest.Origin.OFFER, language=order.language,
        amount=sum(wanted.values(), Decimal(0)),
    )  # fmt: skip
    RequestedTicket.objects.bulk_create(tickets_of(request, wanted))
    if not approve_automatically(request):
        return None, 0
    queue_refund_mails(RefundRequest.RECEIVED_MAIL, request)
    return request.amount, sum(line.amount for line in wanted)


def refund_preview(offer: RefundOffer, order: Order) -> tuple[Decimal | None, int]:
    """As `refund_order_by_offer`, of what it would do."""
    wanted = refundable_by_line(offer, order)
    if not wanted or refund_routes(order, wanted, by_providers=True) is None:
        return None, 0
    return sum(wanted.values(), Decimal(0)), sum(line.amount for line in wanted)


def refundable_by_line(offer: RefundOffer, order: Order) -> dict[OrderLine, Decimal]:
    of_order = lines_to_refund(offer).filter(placement__order=order).select_related("placement")
    lines = of_order.order_by("placement__number", "number")
    return {line: refundable for line in lines if (refundable := refundable_amount(line, offer)) > 0}


def needs_account(order: Order, wanted: Mapping[OrderLine, Decimal]) -> bool:
    """Whether it could go back, but not through the services that brought it."""
    by_service = refund_routes(order, wanted, by_providers=True)
    return by_service is None and refund_routes(order, wanted, by_providers=False) is not None


def tickets_of(request: RefundRequest, lines: Iterable[OrderLine]) -> list[RequestedTicket]:
    """A row for each ticket; printed ones have no rows of their own, so one for their line."""
    tickets: dict[UUID, list[Ticket]] = {}
    for ticket in Ticket.objects.valid().filter(line__in=lines).in_order():
        tickets.setdefault(ticket.line_id, []).append(ticket)
    found = []
    for line in lines:
        of_line: list[Ticket | None] = [*tickets.get(line.pk, [])]
        found += [RequestedTicket(request=request, line=line, ticket=one) for one in of_line or [None]]
    return found
