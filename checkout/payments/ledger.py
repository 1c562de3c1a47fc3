"""Money: append-only entries, which nothing else writes, and the one way a placement becomes paid (design §4)."""

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Q, Sum
from django.utils import timezone

from cart.actions import change_spent
from cart.models import PaymentCode
from checkout import hooks
from checkout.errors import EntryNotReversible, RefundTooLarge
from checkout.invoices.queue import queue_invoices
from checkout.locks import lock_order
from checkout.models import Dispute, LedgerEntry, Order, Payment, Placement, Refund
from checkout.models.code_payments import belongs_to_issuer
from checkout.models.placement import UNCONFIRMED, unverified_merge
from checkout.orders.order_state import SIGNED, UNDER_WAY, order_with_state, summed, with_owed
from checkout.rules import Bill, covered
from shop.core.database.compiled_statements import ModelStatement, Parameter, SqlStatement, cached_statement, insert_row
from shop.core.values.money import NOTHING

from .interface import PaymentMethod

if TYPE_CHECKING:
    from django.contrib.auth.models import User


# Payments of payment codes, of any kind.
BY_CODE = Q(payment__payment_code__isnull=False)


def balance(order: Order, only_placement: Placement | None = None) -> Decimal:
    """Return what is still to be paid for the order, or for an unverified merge. Below zero if too much was
    received.
    """
    return order_with_state(order, only_placement).balance


def balance_for(payment: Payment) -> Decimal:
    """Return what is still to be paid of what the payment is for. Below zero if too much was received."""
    only_placement = Placement.objects.filter(unverified_merge(), payments=payment).first()
    return balance(payment.order, only_placement)


def net_received(payment: Payment) -> Decimal:
    """Return what was received through a payment less what was refunded."""
    return Decimal(payment.entries.aggregate(sum=Sum(SIGNED, default=NOTHING))["sum"])


def open_payment(
    *,
    order: Order,
    placement: Placement | None,
    method: PaymentMethod,
    amount: Decimal,
    payment_code: PaymentCode | None = None,
    first: bool = False,
) -> Payment:
    """Store a new attempt to pay for a placement, or for all that is open of an order. Caller must hold the order's
    lock, except for the `first` attempt, whose order is new in this transaction.
    """
    prefix = method.reference_prefix + (placement.access if placement else order.access).reference
    others = Payment.objects.filter(order=order, reference__startswith=prefix)
    attempt = 1 if first else others.count() + 1
    payment = Payment(
        order=order,
        placement=placement,
        method=method.id,
        provider=method.provider,
        attempt=attempt,
        amount=amount,
        reference=prefix if attempt == 1 else f"{prefix}-{attempt}",
        state=Payment.State.PENDING if amount else Payment.State.CAPTURED,
        payment_code=payment_code,
    )
    insert_row(payment)
    return payment


@transaction.atomic
def record_capture(
    *, payment: Payment, amount: Decimal, event_id: str, staff: "User | None" = None, note: str = ""
) -> Order:
    """Book received money. The same event of a provider acts once, however often it is reported.

    Serves reports of providers and staff. What it covers becomes paid, and `hooks.above.placement_paid` stores what
    follows in this transaction. Locks the order.
    """
    order = lock_order(payment.order_id, "shop")
    if is_booked(payment, event_id):
        return order
    _book(payment, LedgerEntry.Kind.CAPTURE, amount, event_id, staff=staff, note=note)
    received = summed(LedgerEntry.objects.filter(payment=OuterRef("pk")), SIGNED)
    payments = Payment.objects.filter(pk=payment.pk, amount__lte=received).exclude(state=Payment.State.CANCELLED)
    payments.update(state=Payment.State.CAPTURED)
    settle(order)
    return order


@transaction.atomic
def record_refund(*, refund: Refund, event_id: str, staff: "User | None" = None, note: str = "") -> Order:
    """Book that a refund has gone, once. A job corrects the invoices of its lines. Locks the order, and the
    payment code that it goes to.

    Raises RefundTooLarge above what its payment brought in.
    """
    payment = refund.payment
    order = lock_order(payment.order_id)
    if is_booked(payment, event_id) or LedgerEntry.objects.filter(refund=refund).exists():
        return order
    kept = net_received(payment)
    if payment.belongs_to_issuer or refund.amount > kept:
        raise RefundTooLarge(available="0.00" if payment.belongs_to_issuer else str(kept))
    _book(payment, LedgerEntry.Kind.REFUND, refund.amount, event_id, staff=staff, note=note, refund=refund)
    Refund.objects.filter(pk=refund.pk).update(state=Refund.State.DONE)
    of_lines, of_shipping = refund.lines.values_list("line__placement"), refund.shipping.values_list("placement")
    for (placement_id,) in of_lines.union(of_shipping):
        queue_invoices(placement_id)
    return order


def record_reversal(*, entry: LedgerEntry, staff: "User", note: str) -> LedgerEntry:
    """Book a counter entry against a transfer that was booked by mistake. Its payment waits for money again; what it
    paid stays paid. Caller must hold the order's lock.

    Raises EntryNotReversible, or RefundTooLarge if the money was refunded or is about to be.
    """
    if not LedgerEntry.objects.to_reverse().filter(pk=entry.pk).exists():
        raise EntryNotReversible
    payment = Payment.objects.get(pk=entry.payment_id)
    going = payment.refunds.filter(UNDER_WAY).aggregate(sum=Sum("amount", default=NOTHING))["sum"]
    if net_received(payment) - going < entry.amount:
        raise RefundTooLarge(available=str(net_received(payment) - going))
    _book(
        payment, LedgerEntry.Kind.REVERSAL, entry.amount, f"reversal {entry.pk}", staff=staff, note=note, reverses=entry
    )
    if net_received(payment) < payment.amount:
        Payment.objects.filter(pk=payment.pk, state=Payment.State.CAPTURED).update(state=Payment.State.PENDING)
    return LedgerEntry.objects.get(reverses=entry)


@transaction.atomic
def record_return(*, refund: Refund, event_id: str) -> Order:
    """Book that the money of a sent refund came back to the shop's account, once. The refund stays done and its lines
    are not charged again: the order owes the buyer the money. Locks the order.
    """
    order = lock_order(refund.payment.order_id)
    sent = LedgerEntry.objects.filter(refund=refund).first()
    if sent is not None and not is_booked(refund.payment, event_id):
        _book(refund.payment, LedgerEntry.Kind.RETURNED, sent.amount, event_id, reverses=sent)
    return order


def taken_by(dispute: Dispute) -> Decimal:
    """Return what a dispute took, less what it gave back."""
    return -Decimal(dispute.entries.aggregate(sum=Sum(SIGNED, default=NOTHING))["sum"])


def record_dispute(*, dispute: Dispute, amount: Decimal, event_id: str) -> None:
    """Book what a dispute took (below zero) or gave back. Caller must hold the order's lock. What was paid stays paid,
    and is owed as long as the money is away.
    """
    kind = LedgerEntry.Kind.DISPUTED if amount < 0 else LedgerEntry.Kind.REINSTATED
    _book(dispute.payment, kind, abs(amount), event_id, dispute=dispute)


def record_code(*, payment: Payment) -> None:
    """Book that a payment code pays. Caller must settle the order."""
    Payment.objects.filter(pk=payment.pk).update(state=Payment.State.CAPTURED)
    _book(payment, LedgerEntry.Kind.CAPTURE, payment.amount, f"capture {payment.pk}")


def record_code_return(*, payment: Payment) -> None:
    """Book that a payment code no longer pays: the code has the rest again that was not refunded to it before."""
    Payment.objects.filter(pk=payment.pk).update(state=Payment.State.CANCELLED)
    if kept := net_received(payment):
        _book(payment, LedgerEntry.Kind.REFUND, kept, f"refund {payment.pk}")


def settle(order: Order) -> set[UUID]:
    """Mark the covered placements as paid. Returns their ids. Caller must hold the order's lock.

    Money counts first for the placement of its payment, and its rest for the others. A payment code whose money belongs
    to its issuer counts for its own placement alone, and only own money counts for an unverified merge. Money of
    pending refunds covers nothing. Leaves out free tickets that wait for their confirmation.
    """
    live = placements_to_settle().run(order=order.pk)
    for one in live:
        one.order = order
    if all(placement.paid_at for placement in live):
        return set()
    own = money_by_placement(order, separate=belongs_to_issuer("payment__"))
    place: dict[UUID | None, int] = {one.pk: number for number, one in enumerate(live)}
    codes = {one.pk: min(one.owed, own.pop((one.pk, True), Decimal(0))) for one in live}
    bills = [
        Bill(
            one.owed - codes[one.pk],
            own.pop((one.pk, False), Decimal(0)),
            paid=one.paid_at is not None,
            is_separate=one.is_unverified_merge,
            after=place.get(one.rides_with_id),
        )
        for one in live
    ]
    spare = sum((money for (_placement, is_separate), money in own.items() if not is_separate), Decimal(0))
    newly = [one for one, paid in zip(live, covered(bills, spare), strict=True) if paid and one.paid_at is None]
    for placement in newly:
        placement.paid_at = timezone.now()
        placement.save(update_fields=["paid_at"])
        hooks.above.placement_paid(placement)
    return {placement.pk for placement in newly}


@cache
def placements_to_settle() -> ModelStatement[Placement]:
    of_order = Placement.objects.filter(order=Parameter("order"))
    return ModelStatement(with_owed(of_order.live().exclude(UNCONFIRMED)).order_by("number"))


def money_by_placement(order: Order, *, separate: Q = BY_CODE) -> dict[tuple[UUID | None, bool], Decimal]:
    """Return the money received, less done and pending refunds, by the payment's placement and whether the payment is
    one of the `separate` ones: those of all payment codes if nothing else is given.
    """
    found: dict[tuple[UUID | None, bool], Decimal] = {}
    for placement, is_separate, money in moved_money(separate).run(order=order.pk):
        found[placement, is_separate] = found.get((placement, is_separate), Decimal(0)) + money
    return found


@cached_statement
def moved_money(separate: Q) -> SqlStatement:
    by, order = ("payment__placement", "is_separate"), Parameter("order")
    entries = LedgerEntry.objects.filter(payment__order=order).annotate(is_separate=separate).values_list(*by)
    going = Refund.objects.filter(UNDER_WAY, payment__order=order).annotate(is_separate=separate).values_list(*by)
    moved = entries.annotate(money=Sum(SIGNED)).order_by()
    return SqlStatement.of(moved.union(going.annotate(money=-Sum("amount")).order_by(), all=True))


def is_booked(payment: Payment, event_id: str) -> bool:
    """Return whether an event of the payment's provider was booked. Certain only under the order's lock."""
    return LedgerEntry.objects.filter(provider=payment.provider, event_id=event_id).exists()


def _book(
    payment: Payment,
    kind: LedgerEntry.Kind,
    amount: Decimal,
    event_id: str,
    *,
    refund: Refund | None = None,
    staff: "User | None" = None,
    note: str = "",
    reverses: LedgerEntry | None = None,
    dispute: Dispute | None = None,
) -> None:
    """Store the entry. A payment code has spent what the ledger says: booking changes both."""
    LedgerEntry.objects.create(
        payment=payment, provider=payment.provider, kind=kind, amount=amount, event_id=event_id, refund=refund,
        staff=staff, note=note, reverses=reverses, dispute=dispute,
    )  # fmt: skip
    if payment.payment_code_id is not None:
        change_spent(code_id=payment.payment_code_id, amount=amount if kind in LedgerEntry.IN else -amount)
