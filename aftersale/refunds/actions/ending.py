"""Ends unpaid tickets of a cancelled event, order by order, and mails their buyers."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from procrastinate.contrib.django import app

from aftersale.models import RefundOffer
from aftersale.refunds.mails import queue_offer_mail, queue_offer_mail_batch
from checkout.actions.orders.ending_tickets import end_unpaid_tickets, orders_with_unpaid_tickets, stop_payments
from checkout.models import Order

from .mass_refunds import queue_refund_batch

ENDING_JOB = "aftersale.end_unpaid_tickets"
BATCH = 100
NOBODY = UUID(int=0)
LOOKED_AGAIN_AFTER = timedelta(minutes=15)
"""Then the job runs a second time, for orders that were being placed or paid at the moment of the cancellation."""


def queue_ending_batch(offer: RefundOffer, after: UUID = NOBODY, *, again: bool = True) -> None:
    """Queue the job for the next batch in the caller's transaction. `again`: the job queues itself once more, for
    later.
    """
    app.configure_task(ENDING_JOB).defer(offer_id=offer.pk, after=str(after), again=again)


def end_batch(*, offer: RefundOffer, after: UUID = NOBODY) -> UUID | None:
    """End the unpaid tickets of the next orders by id. Returns the last one's id, or None if no more are left."""
    orders = list(orders_with_unpaid_tickets(offer.event).filter(pk__gt=after).select_related("shop")[:BATCH])
    for order in orders:
        stop_payments(order, offer.event)
        end_and_tell(offer, order)
    return orders[-1].pk if len(orders) == BATCH else None


@transaction.atomic
def end_and_tell(offer: RefundOffer, order: Order) -> None:
    """End the order's unpaid tickets and queue the mail about it, also if staff mail no ticket holders: the buyer
    must not pay any more.
    """
    if end_unpaid_tickets(order=order, event=offer.event):
        queue_offer_mail(offer, order)


@transaction.atomic
def finish_ending(offer: RefundOffer, *, again: bool) -> None:
    """Queue what follows the last batch: refunds and mails for orders that were paid meanwhile, and the second run."""
    if offer.by_itself:
        queue_refund_batch(offer)
    if offer.told_at is not None:
        queue_offer_mail_batch(offer)
    if again:
        later = {"seconds": int(LOOKED_AGAIN_AFTER.total_seconds())}
        app.configure_task(ENDING_JOB, schedule_in=later).defer(offer_id=offer.pk, after=str(NOBODY), again=False)
