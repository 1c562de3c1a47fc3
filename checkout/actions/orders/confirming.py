"""Confirm free tickets: they are issued when the buyer follows the link in the mail, and freed again otherwise
(docs/decisions/0074).
"""

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from checkout.errors import LinkOutdated, MailJustSent, NothingToConfirm
from checkout.locks import lock_order
from checkout.mails.confirmations import CONFIRMATION_MAIL, TO_CONFIRM_MAIL
from checkout.mails.order_mails import defer, queue_repeated_mail, store_order_mail
from checkout.models import Order, Placement
from checkout.orders.deadlines import unconfirmed
from checkout.orders.links import placement_to_confirm
from checkout.payments.ledger import settle
from shop.core.database.transactions import retry_transaction
from shop.models import Mail, Shop

from .cancelling import cancel

MOST_MAILS = 5
"""With the first."""
PAUSE = timedelta(minutes=1)


@retry_transaction
@transaction.atomic
def confirm_tickets(*, shop: Shop, token: str) -> Placement:
    """Issue the free tickets of the link. Does nothing the second time. Locks the order.

    Raises LinkOutdated, also if the time is over and the placement is not cancelled yet.
    """
    placement = placement_to_confirm(shop, token)
    lock_order(placement.order_id)
    placement = placement_to_confirm(shop, token)  # staff may have corrected the address while this waited
    if not placement.is_to_confirm:
        return placement
    if unconfirmed().filter(pk=placement.pk).exists():
        raise LinkOutdated
    Placement.objects.filter(pk=placement.pk).update(confirmed_at=Now())
    mail = store_order_mail(CONFIRMATION_MAIL, placement)
    settle(placement.order)
    placement.refresh_from_db()
    if mail is not None and placement.paid_at is None:
        defer(mail.pk)
    return placement


@retry_transaction
@transaction.atomic
def resend_confirmation_request(*, order: Order) -> None:
    """Send the confirmation mails of an order again, as far as its secret shows its placements. Locks the order.

    Raises NothingToConfirm, MailJustSent.
    """
    lock_order(order.pk)
    shown = {one.pk for one in order.placements.all()}
    waiting = Placement.objects.to_confirm().filter(pk__in=shown).exclude(pk__in=unconfirmed().values("pk"))
    if not waiting:
        raise NothingToConfirm
    for placement in waiting:
        mails = Mail.objects.filter(subject_key=str(placement.pk)).order_by("created_at")
        first, newest = mails.filter(kind=TO_CONFIRM_MAIL.stored()).last(), mails.last()
        assert first is not None and newest is not None
        if len(mails) >= MOST_MAILS or newest.created_at > timezone.now() - PAUSE:
            raise MailJustSent
        queue_repeated_mail(first, order)


def end_unconfirmed() -> None:
    """Cancel all unconfirmed placements, each in its own transaction: after an interruption the next run continues."""
    for placement in unconfirmed().order_by("confirm_by", "pk"):
        cancel_unconfirmed(placement=placement)


@retry_transaction
@transaction.atomic
def cancel_unconfirmed(*, placement: Placement) -> bool:
    """Cancel the placement if its link was not followed in time. Returns whether it did. Sends no mail: the
    confirmation mail named the deadline. Locks the order.
    """
    order = lock_order(placement.order_id)
    found = unconfirmed().filter(pk=placement.pk).first()
    if found is None:
        return False
    found.order = order
    cancel(found)
    return True
