"""Staff open a refund offer for a cancelled or moved event: stops the sale, mails the buyers, refunds the money."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Coalesce, Now

from aftersale.models import RefundOffer
from aftersale.refunds.mails import queue_offer_mail_batch

from .mass_refunds import queue_refund_batch

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def open_offer(*, offer: RefundOffer, stop_sale: bool, tell: bool, staff: "User") -> RefundOffer:
    """Open or reopen the offer. Jobs mail each buyer once per offer, and refund automatically if `by_itself` is set.

    Raises ValidationError if a fee is kept although the event is cancelled.
    """
    offer.clean()
    event = offer.event
    if stop_sale and event.active:
        event.active = False
        event.save(update_fields=["active"])
    closes_at = offer.closes_at if offer.is_still_to_close else None
    RefundOffer.objects.filter(pk=offer.pk).update(
        opened_at=Coalesce("opened_at", Now()), closes_at=closes_at, staff=staff
    )
    if tell:
        RefundOffer.objects.filter(pk=offer.pk).update(told_at=Now())
        queue_offer_mail_batch(offer)
    if offer.by_itself:
        queue_refund_batch(offer)
    offer.refresh_from_db()
    return offer


@transaction.atomic
def close_offer(*, offer: RefundOffer) -> RefundOffer:
    """Stop new requests and automatic refunds. Open requests are still decided."""
    RefundOffer.objects.filter(pk=offer.pk).update(closes_at=Now())
    offer.refresh_from_db()
    return offer
