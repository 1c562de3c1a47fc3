"""Takes numbers back when their piece ends: free again if the paper has not left, otherwise void."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import PrintedNumber
from aftersale.tickets.actions.ending import fully_refunded, is_beyond
from checkout.models import Delivery, Placement

from .giving import queue_giving

Ended = PrintedNumber.Ended


@transaction.atomic
def match_numbers(*, placement: Placement) -> None:
    """Take back the numbers of pieces that are no longer in the order, highest positions first, and of fully refunded
    lines. Caller must hold the order's lock.
    """
    used = PrintedNumber.objects.used().filter(line__placement=placement).select_related("line__delivery")
    numbers = list(used.order_by("line__number", "position"))
    refunded = fully_refunded({one.line for one in numbers if one.line is not None})
    beyond = [one for one in numbers if one.line and is_beyond(one.line, one.position or 0)]
    back = [one for one in numbers if one not in beyond and one.line_id in refunded]
    void((one for one in beyond if not one.is_in_house), Ended.LINE)
    void((one for one in back if not one.is_in_house), Ended.REFUND)
    free([one for one in beyond + back if one.is_in_house])


@transaction.atomic
def follow_parcel(*, delivery: Delivery, again: Delivery) -> None:
    """Void the numbers of a lost parcel and queue new ones; a returned parcel keeps its numbers. Caller must hold the
    order's lock.
    """
    if delivery.state != Delivery.State.LOST:
        return
    lost = list(PrintedNumber.objects.used().filter(line__delivery=again))
    void(lost, Ended.LOST)
    queue_giving(one.event_id for one in lost)


def free(numbers: Iterable[PrintedNumber]) -> None:
    """Make the numbers free, and queue a job that gives them to waiting pieces."""
    freed = list(numbers)
    if freed:
        PrintedNumber.objects.filter(pk__in=[one.pk for one in freed]).update(line=None, position=None, given_at=None)
        queue_giving(one.event_id for one in freed)


def void(numbers: Iterable[PrintedNumber], why: PrintedNumber.Ended, reason: str = "") -> None:
    keys = [one.pk for one in numbers]
    if keys:
        PrintedNumber.objects.filter(pk__in=keys).update(voided_at=Now(), ended=why, reason=reason)
