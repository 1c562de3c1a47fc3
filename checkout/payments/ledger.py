"""Money: append-only entries, a balance derived from them, and the one way an order becomes paid (design §4)."""

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Case, F, Sum, When
from django.utils import timezone

from checkout.errors import RefundTooLarge
from checkout.locks import lock_order
from checkout.models import LedgerEntry, Order, Payment
from checkout.signals import order_paid

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def received(order: Order) -> Decimal:
    """What came in less what went back, over all payments of an order."""
    signed = Case(When(kind=LedgerEntry.Kind.REFUND, then=-F("amount")), default=F("amount"))
    entries = LedgerEntry.objects.filter(payment__order=order)
    return Decimal(entries.aggregate(sum=Sum(signed, default=Decimal(0)))["sum"])


def balance(order: Order) -> Decimal:
    """What is still to be paid; below zero if too much was."""
    return order.total - received(order)


@transaction.atomic
def captured(*, payment: Payment, amount: Decimal, event_id: str, staff: "User | None" = None, note: str = "") -> Order:
    """Book money that arrived. The same event of a provider acts once, however often and by whomever it is told.

    Serves webhook, return page, staff and reconciler. When the order is covered it becomes paid and `order_paid` is
    sent in this transaction. Locks the order.
    """
    order = lock_order(payment.order_id)
    _entry, new = LedgerEntry.objects.get_or_create(
        provider=payment.provider,
        event_id=event_id,
        defaults={
            "payment": payment,
            "kind": LedgerEntry.Kind.CAPTURE,
            "amount": amount,
            "staff": staff,
            "note": note,
        },
    )
    if new:
        covered = sum(entry.amount for entry in payment.entries.filter(kind=LedgerEntry.Kind.CAPTURE))
        state = Payment.State.CAPTURED if covered >= payment.amount else Payment.State.PENDING
        Payment.objects.filter(pk=payment.pk).update(state=state)
        settle(order)
    return order


def settle(order: Order) -> None:
    """Make a placed order paid once its balance is zero; the caller holds the order's lock."""
    if order.state != Order.State.PLACED or balance(order) > 0:
        return
    order.state, order.paid_at = Order.State.PAID, timezone.now()
    order.save(update_fields=["state", "paid_at"])
    order_paid.send(sender=Order, order=order)


@transaction.atomic
def refunded(*, payment: Payment, amount: Decimal, event_id: str, staff: "User | None" = None, note: str = "") -> Order:
    """Book money that went back. Raises RefundTooLarge above what this payment brought in.

    A payment code brought no money in: it goes back as the code (`culture_pass.give_back`), never as money.
    """
    order = lock_order(payment.order_id)
    if payment.payment_code_id is not None:
        raise RefundTooLarge(available="0.00")
    if LedgerEntry.objects.filter(provider=payment.provider, event_id=event_id).exists():
        return order
    kept = sum(
        entry.amount if entry.kind == LedgerEntry.Kind.CAPTURE else -entry.amount for entry in payment.entries.all()
    )
    if amount > kept:
        raise RefundTooLarge(available=str(kept))
    LedgerEntry.objects.create(
        payment=payment,
        provider=payment.provider,
        event_id=event_id,
        kind=LedgerEntry.Kind.REFUND,
        amount=amount,
        staff=staff,
        note=note,
    )
    return order
