"""Printed numbers end with what they were given for: free again while the paper is in the house, else void."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import PrintedNumber
from aftersale.tickets.actions.ending import is_beyond, is_fully_refunded
from checkout.models import Delivery, Placement

from .giving import queue_giving

Ended = PrintedNumber.Ended


@transaction.atomic
def match_numbers(*, placement: Placement) -> None:
    """Take back the numbers of what is no longer part of the order, the last ones of a line first, and of lines whose
    whole price goes back. The caller holds the order's lock.
    """
    used = PrintedNumber.objects.used().filter(line__placement=placement).select_related("line__delivery")
    numbers = list(used.order_by("line__number", "position"))
    lines = {one.line for one in numbers if one.line is not None}
    refunded = {line.pk for line in lines if is_fully_refunded(line)}
    beyond = [one for one in numbers if one.line and is_beyond(one.line, one.position or 0)]
    back = [one for one in numbers if one not in beyond and one.line_id in refunded]
    void((one for one in beyond if not one.is_in_house), Ended.LINE)
    void((one for one in back if not one.is_in_house), Ended.REFUND)
    free([one for one in beyond + back if one.is_in_house])


@transaction.atomic
def follow_parcel(*, delivery: Delivery, again: Delivery) -> None:
    """What was lost is void, and its pieces get numbers of what is there; what came back goes once more. The caller
    holds the order's lock.
    """
    if delivery.state != Delivery.State.LOST:
        return
    lost = list(PrintedNumber.objects.used().filter(line__delivery=again))
    void(lost, Ended.LOST)
    queue_giving(one.event_id for one in lost)


def free(numbers: Iterable[PrintedNumber]) -> None:
    """Let others have them."""
    freed = list(numbers)
    if freed:
        PrintedNumber.objects.filter(pk__in=[one.pk for one in freed]).update(line=None, position=None, given_at=None)
        queue_giving(one.event_id for one in freed)


def void(numbers: Iterable[PrintedNumber], why: PrintedNumber.Ended, reason: str = "") -> None:
    keys = [one.pk for one in numbers]
    if keys:
        PrintedNumber.objects.filter(pk__in=keys).update(voided_at=Now(), ended=why, reason=reason)
