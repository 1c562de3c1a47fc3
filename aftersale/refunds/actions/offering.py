"""Staff open a refund offer: cancels, postpones or moves the event, mails the buyers, refunds the money."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Coalesce, Now

from aftersale.models import RefundOffer
from aftersale.refunds.errors import OfferChanged
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
def open_offer(*, offer: RefundOffer, tell: bool, staff: "User", seen: str | None = None) -> RefundOffer:
    """Open or reopen the offer, and give the event the state and date that it names, once: what staff corrected at the
    event since stays. Jobs mail each buyer once per announcement, end unpaid tickets of a cancelled event, and refund
    automatically if `by_itself` is set. `seen`: the terms that the member of staff saw (`RefundOffer.terms`). Locks the
    offer and the event.

    Raises OfferChanged if these are other terms now, and ValidationError if the terms contradict what happened
    (`RefundOffer.clean`). Changes nothing then.
    """
    RefundOffer.objects.select_for_update().get(pk=offer.pk)
    event = Event.objects.select_for_update().select_related("venue").get(pk=offer.event_id)
    offer.refresh_from_db()
    offer.event = event
    if seen is not None and seen != offer.terms:
        raise OfferChanged
    offer.clean()
    if not offer.is_announced:
        announce(offer)
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


def announce(offer: RefundOffer) -> None:
    """Give the event the state and date of the offer, and count the announcement. Caller must hold both locks."""
    change_event(offer)
    offer.announcement += 1
    offer.announced_cause, offer.announced_begin = offer.cause, offer.new_begin
    offer.save(update_fields=["announcement", "announced_cause", "announced_begin"])


def change_event(offer: RefundOffer) -> None:
    """Store the event's new state, and for a moved one its new and its former date. A postponed event that gets its
    first date again takes place as it was announced at first.
    """
    event = offer.event
    if offer.cause == Cause.MOVED:
        assert offer.new_begin is not None
        move_event(event, offer.new_begin)
    if offer.cause != Cause.MOVED or event.moved_from is not None:
        event.state = Event.State(offer.cause)
    elif event.state == Event.State.POSTPONED:
        event.state = Event.State.ON_SALE
    event.save()


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
