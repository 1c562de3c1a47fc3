"""Staff say of a printed ticket that it is void, that another takes its place, or that it can be given after all."""

from django.db import transaction

from aftersale.models import PrintedNumber
from aftersale.printed_tickets.errors import NoPrintedNumberLeft, PrintedNumberChanged
from aftersale.printed_tickets.locks import lock_numbers
from aftersale.printed_tickets.queries import next_free_numbers, piece_of
from aftersale.printed_tickets.rules import assigned_numbers
from checkout.locks import lock_order

from .ending import Ended, void
from .giving import give_numbers, queue_giving, store_assigned


@transaction.atomic
def void_number(*, number: PrintedNumber, reason: str) -> PrintedNumber:
    """Let nobody have it or get in with it. While its parcel is in the house, its piece gets another or waits for one.

    Raises PrintedNumberChanged for one that is void, or was given meanwhile. Locks order and numbers.
    """
    number = locked_number(number)
    if number.is_void:
        raise PrintedNumberChanged
    void([number], Ended.STAFF, reason)
    if number.is_in_house and number.line:
        give_numbers(placement=number.line.placement)
    number.refresh_from_db()
    return number


@transaction.atomic
def replace_number(*, number: PrintedNumber, reason: str) -> PrintedNumber | None:
    """Make one void that was lost or damaged, and give its piece the next that is free; None where it waits for one.

    Raises PrintedNumberChanged for one that is in use no more, NoPrintedNumberLeft where the parcel has left and none
    is free. Locks order and numbers.
    """
    number = locked_number(number)
    if not number.is_used or number.line is None or number.position is None:
        raise PrintedNumberChanged
    piece = piece_of(number.line, number.position)
    pairs = list(assigned_numbers([piece], next_free_numbers(number.event_id, [piece])))
    if not pairs and not number.is_in_house:
        raise NoPrintedNumberLeft
    void([number], Ended.REPLACED, reason)
    return next(iter(store_assigned(pairs)), None)


@transaction.atomic
def release_number(*, number: PrintedNumber, reason: str) -> PrintedNumber:
    """Let a void one be given, whose paper is there and good. Raises PrintedNumberChanged. Locks order and numbers."""
    number = locked_number(number)
    if not number.is_void:
        raise PrintedNumberChanged
    PrintedNumber.objects.filter(pk=number.pk).update(
        line=None, position=None, given_at=None, voided_at=None, ended="", reason=reason
    )
    queue_giving([number.event_id])
    number.refresh_from_db()
    return number


def locked_number(number: PrintedNumber) -> PrintedNumber:
    """As it is under the locks of its order and its event's numbers. Raises PrintedNumberChanged where it is another
    piece's by now.
    """
    if number.line is not None:
        lock_order(number.line.placement.order_id)
    lock_numbers(number.event_id)
    known = PrintedNumber.objects.select_related("line__placement", "line__delivery", "line__variant")
    current = known.get(pk=number.pk)
    if current.line_id != number.line_id:
        raise PrintedNumberChanged
    return current
