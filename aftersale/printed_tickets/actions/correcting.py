"""Staff void a printed number, replace it, or release a void one."""

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
    """Void a number. If its parcel has not left, its piece gets the next free number or waits for one.

    Raises PrintedNumberChanged if it is void, or was given to another piece meanwhile. Locks order and numbers.
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
    """Void a lost or damaged number and give its piece the next free one. Returns the new number, None if the piece
    waits.

    Raises PrintedNumberChanged if it is not in use, NoPrintedNumberLeft if the parcel has left and no number is free.
    Locks order and numbers.
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
    """Make a void number free again. Staff have the undamaged paper. Raises PrintedNumberChanged if it is not void.
    Locks order and numbers.
    """
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
    """Lock the order and the event's numbers, and reread the number. Raises PrintedNumberChanged if it belongs to
    another line now.
    """
    if number.line is not None:
        lock_order(number.line.placement.order_id)
    lock_numbers(number.event_id)
    known = PrintedNumber.objects.select_related("line__placement", "line__delivery", "line__variant")
    current = known.get(pk=number.pk)
    if current.line_id != number.line_id:
        raise PrintedNumberChanged
    return current
