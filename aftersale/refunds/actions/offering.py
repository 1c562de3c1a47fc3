"""Staff open a refund offer: cancels, postpones or moves the event, mails the buyers, refunds the money."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Coalesce, Now

from aftersale.models import RefundOffer
from aftersale.refunds.mails import queue_offer_mail_batch
from catalogue.models import Event

from .ending import queue_ending_batch
from .mass_refunds import queue_refund_batch

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Cause = RefundOffer.Cause
MOVE_TOGETHER = ("happening_until", "door_time", "stage_time", "check_in_start_at", "check_in_end_at")
"""What moves with an event's beginning."""


@transaction.atomic
def open_offer(*, offer: RefundOffer, tell: bool, staff: "User") -> RefundOffer:
    """Open or reopen the offer, and give the event the state and date that it names. Jobs mail each buyer once per
    state and date, end unpaid tickets of a cancelled event, and refund automatically if `by_itself` is set.

    Raises ValidationError if the offer's terms contradict what happened (`RefundOffer.clean`).
    """
    offer.clean()
    change_event(offer)
    closes_at = offer.closes_at if offer.is_still_to_close else None
    RefundOffer.objects.filter(pk=offer.pk).update(
        opened_at=Coalesce("opened_at", Now()), closes_at=closes_at, staff=staff
    )
    if tell:
        RefundOffer.objects.filter(pk=offer.pk).update(told_at=Now())
        queue_offer_mail_batch(offer)
    if offer.cause == Cause.CANCELLED:
        queue_ending_batch(offer)
    if offer.by_itself:
        queue_refund_batch(offer)
    offer.refresh_from_db()
    return offer


def change_event(offer: RefundOffer) -> None:
    """Store the event's new state, and for a moved one its new and its former date. Locks the event."""
    event = Event.objects.select_for_update().get(pk=offer.event_id)
    if offer.cause == Cause.MOVED:
        assert offer.new_begin is not None
        move_event(event, offer.new_begin)
    if offer.cause != Cause.MOVED or event.moved_from is not None:
        event.state = Event.State(offer.cause)
    event.save()
    offer.event = event


def move_event(event: Event, begin: datetime) -> None:
    """Set the beginning, and move the other times by as much. Keeps the former date, which buyers know."""
    shift = begin - event.happening_from
    if not shift:
        return
    event.moved_from, event.happening_from = event.happening_from, begin
    for name in MOVE_TOGETHER:
        if (moment := getattr(event, name)) is not None:
            setattr(event, name, moment + shift)


@transaction.atomic
def close_offer(*, offer: RefundOffer) -> RefundOffer:
    """Stop new requests and automatic refunds. Open requests are still decided."""
    RefundOffer.objects.filter(pk=offer.pk).update(closes_at=Now())
    offer.refresh_from_db()
    return offer
