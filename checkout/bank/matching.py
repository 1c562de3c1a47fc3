"""Find the order that received money pays for: by the reference first, then by the amount."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import chain
from typing import Self
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from checkout.models import BankLine, LedgerEntry, Order, Payment, Placement
from checkout.orders.order_state import of_placements, orders_with_state
from shop.core.values.money import NOTHING
from shop.models.shop import PaymentMethodId

from .parsed import Transaction
from .references import Reference, references_in, without_beginnings

Kind, Remark = BankLine.Kind, BankLine.Remark
TRANSFER = PaymentMethodId.BANK_TRANSFER.value
# Staff may see money a little before the statement's booking day.
AHEAD = timedelta(days=3)
AT_ONCE = 5000


@dataclass(frozen=True)
class TransactionMatch:
    """A transaction, or the `part` of it that is `amount`, with its classification. `order` is only a guess if `kind`
    is UNKNOWN.
    """

    transaction: Transaction
    kind: str
    amount: Decimal
    remark: str = ""
    order: Order | None = None
    payment: Payment | None = None
    part: int = 0


class Books:
    """Orders with their balances, and with what these would be if all matches so far were booked."""

    def __init__(self, orders: Iterable[Order]) -> None:
        """Take orders with their state, shop, and payments with entries."""
        self.orders = {reference: order for order in orders for reference in references_of(order)}
        self.left = {order.access: order.balance for order in self.orders.values()}
        self.by_hand = {order.access: hand_bookings(order) for order in self.orders.values()}
        self.promised: set[UUID] = set()

    @classmethod
    def of(cls, references: Iterable[str]) -> Self:
        """Read the orders of the references. The number of statements does not depend on them, except for
        unverified merges.
        """
        return cls(chain.from_iterable(orders_named(some) for some in batches(sorted(set(references)))))

    def matches_of(self, transaction: Transaction, account: str) -> list[TransactionMatch]:
        """Return one match, or one for each order if the transaction pays for several."""
        if transaction.remark:
            return [unmatched(transaction, transaction.remark)]
        references = references_in(transaction.texts)
        existing = without_beginnings(each for each in references if each.reference in self.orders)
        named = [(each, self.orders[each.reference]) for each in existing]
        certain = [(each, order) for each, order in named if each.is_certain]
        payable = [(each, order) for each, order in certain if self.rejection_of(order, account) == ""]
        if len(payable) == 1:
            return [self.classified(transaction, *payable[0])]
        if payable:
            return self.matches_of_several(transaction, payable)
        if certain:
            return [unmatched(transaction, self.rejection_of(certain[0][1], account), certain[0][1])]
        return [self.guess_for(transaction, references, [pair for pair in named if not pair[0].is_certain], account)]

    def guess_for(
        self,
        transaction: Transaction,
        references: Sequence[Reference],
        named: Sequence[tuple[Reference, Order]],
        account: str,
    ) -> TransactionMatch:
        """A word that begins with a B may look like a reference by chance: it counts only if the amount is
        right, too.
        """
        guesses = [(each, order) for each, order in named if not self.rejection_of(order, account)]
        exact = [(each, order) for each, order in guesses if transaction.amount in self.sums_of(order)]
        if len(exact) == 1:
            return self.classified(transaction, *exact[0])
        if guesses:
            return unmatched(transaction, Remark.GUESS, guesses[0][1])
        wanted = any(each.is_certain for each in references)
        return unmatched(transaction, Remark.NO_ORDER if wanted else Remark.NO_REFERENCE)

    def matches_of_several(
        self, transaction: Transaction, named: Sequence[tuple[Reference, Order]]
    ) -> list[TransactionMatch]:
        """Match the only open order among several, or all open ones if the amount is their sum."""
        still_open = [(each, order) for each, order in named if self.left[order.access] > 0]
        if len(still_open) == 1:
            return [self.classified(transaction, *still_open[0])]
        for which in (0, -1):
            parts = [(each, order, self.sums_of(order)[which]) for each, order in still_open]
            if parts and sum(amount for _each, _order, amount in parts) == transaction.amount:
                return [self.classified(transaction, *part, n) for n, part in enumerate(parts, 1)]
        return [unmatched(transaction, Remark.SEVERAL)]

    def sums_of(self, order: Order) -> list[Decimal]:
        """Return the amounts that pay the order: all that is left, and that without money on its way."""
        left = self.left[order.access]
        rest = left - order.on_its_way
        return [left, rest] if 0 < rest < left else [left]

    def classified(
        self,
        transaction: Transaction,
        reference: Reference,
        order: Order,
        amount: Decimal | None = None,
        part: int = 0,
    ) -> TransactionMatch:
        amount = transaction.amount if amount is None else amount
        payment = payment_for(order, amount, reference.attempt)
        assert payment is not None
        kind = self.kind_of(order, payment, amount, transaction.booked_on)
        return TransactionMatch(transaction, kind, amount, "", order, payment, part)

    def kind_of(
        self, order: Order, payment: Payment, amount: Decimal, booked_on: date, *, decided: bool = False
    ) -> str:
        """Return the kind of a match, and reserve its money in the books. `decided`: staff confirmed that no
        booking by hand is meant.
        """
        for entry in () if decided else self.by_hand[order.access]:
            if may_be_same_booking(entry, amount, booked_on):
                self.by_hand[order.access].remove(entry)
                return Kind.DUPLICATE
        left, sums = self.left[order.access], self.sums_of(order)
        if left <= 0 and was_cancelled(order):
            return Kind.LATE
        self.left[order.access] = left - amount
        if amount > max(left, NOTHING):
            return Kind.OVER
        is_whole = amount in sums or (payment.amount == amount and payment.pk not in self.promised)
        self.promised.add(payment.pk)
        return Kind.MATCHED if is_whole else Kind.UNDER

    def rejection_of(self, order: Order, account: str) -> str:
        """Return why money on this account cannot pay for the order. Empty if it can."""
        if order.shop.bank_iban != account:
            return Remark.OTHER_ACCOUNT
        return "" if transfers_of(order) else Remark.NO_TRANSFER


def orders_named(references: Sequence[str]) -> Iterator[Order]:
    """Return orders by their own references and those merged into them. An unverified merge comes as an order
    of its own.
    """
    merged = list(Placement.objects.filter(reference__in=references, number__gt=1))
    known = [one.order_id for one in merged if not one.secret]
    yield from with_payments(None).filter(Q(reference__in=references) | Q(pk__in=known))
    for only_placement in (one for one in merged if one.secret):
        order = with_payments(only_placement).get(pk=only_placement.order_id)
        order.only_placement = only_placement
        yield order


def with_payments(only_placement: Placement | None) -> QuerySet[Order]:
    entries = Prefetch("entries", LedgerEntry.objects.select_related("bank_line", "reversal"))
    payments = of_placements(Payment.objects.order_by("created_at"), only_placement).prefetch_related(entries)
    placements = of_placements(Placement.objects.all(), None, "pk")
    parts = Prefetch("payments", payments), Prefetch("placements", placements)
    return orders_with_state(only_placement).select_related("shop").prefetch_related(*parts)


def references_of(order: Order) -> list[str]:
    """Return the references by which the order is paid. Reads `placements`: prefetch them without unverified merges."""
    if order.only_placement:
        return [order.only_placement.reference]
    return [one.reference for one in order.placements.all() if one.secret is None]


def was_cancelled(order: Order) -> bool:
    """Return whether all placements are cancelled: money for them is refunded at once (`reconciling.book_capture`). A
    paid order whose lines ended is not: further money for it is a surplus. Reads `placements`, as `references_of`.
    """
    placements: Iterable[Placement] = [order.only_placement] if order.only_placement else order.placements.all()
    return all(one.cancelled_at is not None for one in placements)


def unmatched(transaction: Transaction, remark: str, order: Order | None = None) -> TransactionMatch:
    return TransactionMatch(transaction, Kind.UNKNOWN, transaction.amount, remark, order)


def matched_transactions(
    statements: Iterable[tuple[str, Sequence[Transaction]]],
) -> Iterator[tuple[str, TransactionMatch]]:
    """Return (account, match) for each statement's (account, transactions)."""
    statements = list(statements)
    texts = (one.texts for _account, transactions in statements for one in transactions if not one.remark)
    books = Books.of(each.reference for some in texts for each in references_in(some))
    for account, transactions in statements:
        for transaction in transactions:
            yield from ((account, one) for one in books.matches_of(transaction, account))


def batches(references: Sequence[str]) -> Iterator[Sequence[str]]:
    return (references[start : start + AT_ONCE] for start in range(0, len(references), AT_ONCE))


def transfers_of(order: Order) -> list[Payment]:
    """Reads `payments`: prefetch them."""
    return [payment for payment in order.payments.all() if payment.method == TRANSFER]


def payment_for(order: Order, amount: Decimal, attempt: int = 0) -> Payment | None:
    """The order's transfer that the incoming money pays: the attempt named in the reference, else a pending one of
    exactly this amount, else any pending one, else the latest. None if the order has no transfer.
    """
    transfers = transfers_of(order)
    named = [one for one in transfers if attempt > 1 and one.reference.endswith(f"-{attempt}")]
    waiting = [one for one in transfers if one.state == Payment.State.PENDING]
    exact = [one for one in waiting if one.amount == amount]
    return next(iter([*named, *exact, *waiting, *reversed(transfers)]), None)


def hand_bookings(order: Order) -> list[LedgerEntry]:
    """Return transfers that staff booked by hand and no bank statement has reported. Reads `payments` with
    their `entries`.
    """
    entries = [entry for payment in transfers_of(order) for entry in payment.entries.all()]
    return [
        entry
        for entry in entries
        if entry.kind == LedgerEntry.Kind.CAPTURE and entry.is_by_hand and is_unreported(entry)
    ]


def is_unreported(entry: LedgerEntry) -> bool:
    """Return whether no bank statement has reported the entry and it was not reversed."""
    return getattr(entry, "bank_line", None) is None and getattr(entry, "reversal", None) is None


def may_be_same_booking(entry: LedgerEntry, amount: Decimal, booked_on: date) -> bool:
    return entry.amount == amount and timezone.localdate(entry.created_at) + AHEAD >= booked_on
