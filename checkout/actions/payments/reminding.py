"""Remind buyers once of what they have not paid, and give them more time."""

from datetime import date

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from checkout.actions.orders.waiting import keep_waiting
from checkout.errors import NothingToPay
from checkout.locks import lock_order
from checkout.mails.order_mails import queue_order_mail
from checkout.mails.payments import REMINDER_MAIL
from checkout.models import Order, Placement
from checkout.orders.deadlines import to_remind, unpaid
from shop.core.database.transactions import retry_transaction

from .expiring import money_may_arrive, open_without_money


def remind_overdue() -> None:
    """Send all due reminders, each in its own transaction: after an interruption the next run continues."""
    today = timezone.localdate()
    for placement in to_remind(today).order_by("pay_by", "pk"):
        remind(placement=placement, today=today)


@retry_transaction
@transaction.atomic
def remind(*, placement: Placement, today: date) -> bool:
    """Queue the payment reminder. One mail covers all that is open of the order itself. Returns whether there was a
    reason to. Locks the order.
    """
    order = lock_order(placement.order_id)
    found = to_remind(today).filter(pk=placement.pk).first()
    if found is None or money_may_arrive(found):
        return False
    found.order = order
    to_remind(today).filter(pk__in=[one.pk for one in open_without_money(found)]).update(reminded_at=Now())
    return queue_order_mail(REMINDER_MAIL, found)


@transaction.atomic
def give_more_time(*, order: Order, until: date) -> Order:
    """Let all that is open of an order end after this day. Its buyer is reminded again before. Locks the order.

    Raises NothingToPay if nothing is open.
    """
    locked = lock_order(order.pk)
    waiting = unpaid().filter(order=locked)
    if not waiting.update(pay_by=until, ends_on=until, reminded_at=None):
        raise NothingToPay
    keep_waiting(list(waiting.filter(kept_until__isnull=False).values_list("pk", flat=True)), within_share=False)
    return locked
