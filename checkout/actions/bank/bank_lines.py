"""Book one transaction of a bank statement, or store what staff decide about it."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from checkout.actions.payments.reconciling import CURRENCY, book_capture
from checkout.bank.matching import Books, may_be_same_booking, payment_for
from checkout.errors import BankLineHandled, NoHandBooking, OrderNotPayable
from checkout.locks import lock_bank_line, lock_order
from checkout.models import BankLine, LedgerEntry, Payment, Refund, not_held
from checkout.payments.interface import Movement
from checkout.payments.notes import BANK_STATEMENT, stored_note
from shop.core.retention import PAYERS

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def book_matched(*, line_id: int, staff: "User") -> BankLine:
    """Book a transaction for the order that its reference named. Classifies it again first: if staff booked the same
    money by hand meanwhile, it stays open for them.

    Does nothing if the transaction is handled already. Locks the transaction, then its order.
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
    """Book the transaction for the order that staff name. If the same amount was booked by hand, only mark it
    `duplicate`; naming the same order again then books it.

    Raises BankLineHandled, or OrderNotPayable if there is no such order, its shop has another account, or it has no
    transfer. Locks the transaction, then the order.
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
    """Book the line and mark it handled, unless it may be a duplicate."""
    if line.kind != BankLine.Kind.DUPLICATE:
        # Without the payer's name: ledger entries are never erased.
        note = stored_note(BANK_STATEMENT, day=line.booked_on)
        movement = Movement(line.event_id, line.amount, CURRENCY)
        book_capture(payment, movement, staff=staff, note=note)
        line.entry = LedgerEntry.objects.get(provider=payment.provider, event_id=line.event_id)
        _mark_handled(line, BankLine.State.BOOKED, staff)
    line.save()


@transaction.atomic
def mark_booked_by_hand(*, line: BankLine, staff: "User") -> BankLine:
    """Link the transaction to the entry that staff booked by hand. Raises BankLineHandled, NoHandBooking."""
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
    """Return the entry that staff booked by hand for the line's order: same amount, about the same day. None if there
    is none.
    """
    if line.order is None:
        return None
    access = (line.payment or line.order).access
    by_hand = Books.of([access.reference]).by_hand[access]
    return next((entry for entry in by_hand if may_be_same_booking(entry, line.amount, line.booked_on)), None)


@transaction.atomic
def mark_not_ours(*, line: BankLine, staff: "User") -> BankLine:
    """Mark the transaction as money for no order of a shop. Raises BankLineHandled."""
    locked = lock_bank_line(line.pk)
    if locked.state != BankLine.State.OPEN:
        raise BankLineHandled
    _mark_handled(locked, BankLine.State.NOT_OURS, staff)
    locked.save()
    return locked


@transaction.atomic
def reopen(*, line: BankLine) -> BankLine:
    """Open a transaction again that was marked as not ours. Raises BankLineHandled, also for a booked one."""
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
    """Blank payer, account and purpose some days after a transaction was handled. Returns how many.

    Skips transactions whose money is still to be refunded: the account is known from here alone.
    """
    handled = BankLine.objects.filter(not_held("order"), handled_at__lt=PAYERS.end(now)).exclude(
        entry__payment__in=Refund.objects.to_transfer().values("payment")
    )
    known = handled.exclude(Q(payer="") & Q(payer_iban="") & Q(purpose=""))
    return known.update(payer="", payer_iban="", purpose="")
