"""One transaction of a bank statement: booked, or what staff decide of it."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.formats import date_format
from django.utils.translation import gettext

from checkout.actions.payments.reconciling import CURRENCY, book_capture
from checkout.bank.matching import Books, may_be_same_booking, payment_for
from checkout.errors import BankLineHandled, NoHandBooking, OrderNotPayable
from checkout.locks import lock_bank_line, lock_order
from checkout.models import BankLine, LedgerEntry, Payment, Refund, not_held
from checkout.payments.interface import Movement
from shop.core.retention import PAYERS

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def book_matched(*, line_id: int, staff: "User") -> BankLine:
    """Book what its reference led to, judged anew: what was booked by hand meanwhile is left to staff.

    Locks the line and its order; what is handled already stays as it is.
    """
    line = lock_bank_line(line_id)
    if line.state == BankLine.State.OPEN and line.kind in BankLine.BOOKABLE and line.order and line.payment:
        lock_order(line.order_id)  # type: ignore[arg-type]
        reference = line.payment.access.reference
        books = Books.of([reference])
        order = books.orders[reference]
        line.kind = books.kind_of(order, line.payment, line.amount, line.booked_on)
        _book(line, line.payment, staff)
    return line


@transaction.atomic
def assign(*, line: BankLine, reference: str, staff: "User") -> BankLine:
    """Book it for the order that staff name. Where as much was booked by hand, it is only found to be `duplicate`, and
    booked once they name the same order again.

    Raises BankLineHandled, or OrderNotPayable: no such order, another account, no transfer. Locks the line, the order.
    """
    locked = lock_bank_line(line.pk)
    if locked.state != BankLine.State.OPEN:
        raise BankLineHandled
    order = Books.of([reference]).orders.get(reference)
    if order is None:
        raise OrderNotPayable(remark=BankLine.Remark.NO_ORDER)
    lock_order(order.pk)
    books = Books.of([reference])
    order = books.orders[reference]
    if trouble := books.rejection_of(order, locked.account):
        raise OrderNotPayable(remark=trouble)
    payment = payment_for(order, locked.amount)
    assert payment is not None
    decided = locked.kind == BankLine.Kind.DUPLICATE and locked.order_id == order.pk
    locked.kind = books.kind_of(order, payment, locked.amount, locked.booked_on, decided=decided)
    locked.order, locked.payment, locked.remark = order, payment, ""
    _book(locked, payment, staff)
    return locked


def _book(line: BankLine, payment: Payment, staff: "User") -> None:
    """Unless it is perhaps booked already."""
    if line.kind != BankLine.Kind.DUPLICATE:
        day = date_format(line.booked_on, "SHORT_DATE_FORMAT")
        # Never who paid: the ledger keeps what it has.
        note = gettext("Bank statement, %(day)s") % {"day": day}
        movement = Movement(line.event_id, line.amount, CURRENCY)
        book_capture(payment, movement, staff=staff, note=note)
        line.entry = LedgerEntry.objects.get(provider=payment.provider, event_id=line.event_id)
        _mark_handled(line, BankLine.State.BOOKED, staff)
    line.save()


@transaction.atomic
def mark_booked_by_hand(*, line: BankLine, staff: "User") -> BankLine:
    """Say that it is the money that staff had booked by hand. Raises BankLineHandled, NoHandBooking."""
    locked = lock_bank_line(line.pk)
    if locked.state != BankLine.State.OPEN:
        raise BankLineHandled
    locked.entry = hand_booking_of(locked)
    if locked.entry is None:
        raise NoHandBooking
    _mark_handled(locked, BankLine.State.BY_HAND, staff)
    locked.save()
    return locked


def hand_booking_of(line: BankLine) -> LedgerEntry | None:
    """What staff booked for its order by hand, as much and about then."""
    if line.order is None:
        return None
    access = (line.payment or line.order).access
    by_hand = Books.of([access.reference]).by_hand[access]
    return next((entry for entry in by_hand if may_be_same_booking(entry, line.amount, line.booked_on)), None)


@transaction.atomic
def mark_not_ours(*, line: BankLine, staff: "User") -> BankLine:
    """Say that it pays for no order of a shop. Raises BankLineHandled."""
    locked = lock_bank_line(line.pk)
    if locked.state != BankLine.State.OPEN:
        raise BankLineHandled
    _mark_handled(locked, BankLine.State.NOT_OURS, staff)
    locked.save()
    return locked


@transaction.atomic
def reopen(*, line: BankLine) -> BankLine:
    """Take back that it is not ours. Raises BankLineHandled for what is booked: that stays."""
    locked = lock_bank_line(line.pk)
    if locked.state != BankLine.State.NOT_OURS:
        raise BankLineHandled
    locked.state, locked.handled_at, locked.handled_by = BankLine.State.OPEN, None, None
    locked.save()
    return locked


def _mark_handled(line: BankLine, state: BankLine.State, staff: "User") -> None:
    line.state, line.handled_by = state, staff
    line.handled_at = Now()


def forget_payers(now: datetime | None = None) -> int:
    """Blank who paid and what for, some days after a transaction was handled; of how many.

    Not while its money is to be sent back: where to, is known from here alone.
    """
    handled = BankLine.objects.filter(not_held("order"), handled_at__lt=PAYERS.end(now)).exclude(
        entry__payment__in=Refund.objects.to_transfer().values("payment")
    )
    known = handled.exclude(Q(payer="") & Q(payer_iban="") & Q(purpose=""))
    return known.update(payer="", payer_iban="", purpose="")
