"""Reverse a bank transfer that was booked by mistake: by a counter entry, because the ledger never changes."""

from typing import TYPE_CHECKING

from django.db import transaction

from checkout.bank.matching import Books, payment_for
from checkout.errors import OrderNotPayable
from checkout.locks import lock_order
from checkout.models import BankLine, LedgerEntry, Order, Payment
from checkout.models.payment import BY_HAND
from checkout.payments.ledger import record_capture, record_reversal
from checkout.payments.notes import BOOKED_BEFORE, stored_note

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def reverse_entry(*, entry: LedgerEntry, reason: str, staff: "User", to: str = "") -> LedgerEntry:
    """Book a counter entry against a transfer. Returns it. `to`: reference of the order that the money was for, where
    it is booked in the same transaction.

    What was paid with it stays paid, and its order owes the money again (docs/decisions/0055). Raises
    EntryNotReversible, RefundTooLarge if the money was refunded, OrderNotPayable. Locks both orders, in id order.
    """
    target = target_payment(to, entry) if to else None
    for order_id in sorted({entry.payment.order_id, *([target.order_id] if target else [])}):
        lock_order(order_id)
    against = record_reversal(entry=entry, staff=staff, note=reason)
    if target is not None:
        rebook(entry, target, staff)
    return against


def target_payment(reference: str, entry: LedgerEntry) -> Payment:
    """Return the transfer of the other order that the money was for. Raises OrderNotPayable."""
    books = Books.of([reference])
    order: Order | None = books.orders.get(reference)
    if order is None or order.pk == entry.payment.order_id:
        raise OrderNotPayable(remark=BankLine.Remark.NO_ORDER)
    line = bank_line_of(entry)
    if line is not None and (trouble := books.rejection_of(order, line.account)):
        raise OrderNotPayable(remark=trouble)
    payment = payment_for(order, entry.amount)
    if payment is None:
        raise OrderNotPayable(remark=BankLine.Remark.NO_TRANSFER)
    return payment


def rebook(entry: LedgerEntry, target: Payment, staff: "User") -> None:
    """Book the money for the target payment. The bank transaction, and with it the payer's account, moves along."""
    event = f"{BY_HAND}moved-{entry.pk}"
    note = stored_note(BOOKED_BEFORE, reference=entry.payment.order.reference)
    record_capture(payment=target, amount=entry.amount, event_id=event, staff=staff, note=note)
    if line := bank_line_of(entry):
        line.entry = LedgerEntry.objects.get(provider=target.provider, event_id=event)
        line.order, line.payment = target.order, target
        line.save(update_fields=["entry", "order", "payment"])


def bank_line_of(entry: LedgerEntry) -> BankLine | None:
    return BankLine.objects.filter(entry=entry).first()
