"""Staff give money back for an order, let parts of it end, or cancel all of it: each in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from catalogue.stock.actions import write_off
from checkout import hooks
from checkout.actions.orders.cancelling import cancel
from checkout.actions.orders.lines import invalidate_line, pieces_of, pieces_to_end
from checkout.actions.orders.steps import Asked, begin_step, refuse_other, tell_step
from checkout.errors import NothingChosen, RefundTooLarge
from checkout.locks import lock_order
from checkout.mails.steps import CANCELLED_MAIL, REFUND_MAIL
from checkout.models import Order, OrderLine, OrderStep, Payment, Placement, Refund, RefundLine, RefundShipping
from checkout.orders.standing import of_placements
from checkout.payments.culture_pass import give_back
from checkout.refunds.refundable import (
    Chosen,
    Fate,
    Part,
    Row,
    Wanted,
    Wish,
    chosen,
    paid_by_code,
    part_of,
    together,
    what_is_left,
)
from checkout.rules import poured
from shop.core.values.money import NOTHING

from .refunding import excess_of, left_of, refuse_cash_for_codes, return_excess, store_refund

Kind = OrderStep.Kind


@dataclass
class Outcome:
    """What was done, or would be."""

    step: OrderStep
    ended: list[OrderLine] = field(default_factory=list)
    refunds: list[Refund] = field(default_factory=list)
    cancelled: list[Placement] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """What else became of what, in words."""
    dearer: Decimal = NOTHING
    """So much more it would cost now, and nobody is asked for that."""
    to_pay: Decimal = NOTHING
    """So much the buyer is asked for."""

    @property
    def total(self) -> Decimal:
        return sum((one.amount for one in self.refunds), NOTHING)

    @property
    def digest(self) -> str:
        """The same for whatever does the same."""
        ended = sorted(f"{one.placement_id} {one.name} {one.amount} {one.total} {one.retained}" for one in self.ended)
        refunds = sorted(f"{one.payment_id} {one.amount}" for one in self.refunds)
        cancelled = sorted(str(one.pk) for one in self.cancelled)
        return "|".join([*ended, *refunds, *cancelled, *self.told, str(self.dearer), str(self.to_pay)])


@transaction.atomic
def refund_order(*, order: Order, wish: Wish, asked: Asked) -> Outcome:
    """Let money go back as staff wish, and end what comes back; the buyer is told. Locks the order.

    Raises NothingChosen, RefundTooLarge, LineInvalidated, LineNotSplit, or OrderChanged where it would not be what was
    shown; then nothing is done.
    """
    locked = lock_order(order.pk)
    if done := done_before(asked):
        return done
    outcome = Outcome(begin_step(locked, Kind.REFUND, asked))
    give(locked, chosen(wish, *what_is_left(locked)), outcome, asked, wish.payment)
    if not outcome.refunds and not outcome.ended:
        raise NothingChosen
    refuse_other(outcome.digest, asked)
    tell_step(outcome.step, REFUND_MAIL)
    return outcome


@transaction.atomic
def cancel_order(
    *, order: Order, fates: Mapping[UUID, Fate], shipping: bool, asked: Asked, payment: UUID | None = None
) -> Outcome:
    """End all of an order, paid or not, but for what the buyer keeps; its money goes back and the buyer is told. Locks
    the order.

    `fates`: of lines that have left, which else stay the buyer's; `shipping`: whether its costs go back. Raises as
    `refund_order`.
    """
    locked = lock_order(order.pk)
    if done := done_before(asked):
        return done
    outcome = Outcome(begin_step(locked, Kind.CANCELLATION, asked))
    for placement in locked.placements.live().filter(paid_at=None).order_by("number"):
        cancel(placement)
        outcome.cancelled.append(placement)
    rows, costs = what_is_left(locked)
    back = {one.placement.pk: one.left for one in costs if shipping and one.left}
    give(locked, (ending(rows, fates), back), outcome, asked, payment)
    if not outcome.ended and not outcome.cancelled:
        raise NothingChosen
    give_rest(locked, outcome, asked)
    refuse_other(outcome.digest, asked)
    tell_step(outcome.step, CANCELLED_MAIL)
    return outcome


def done_before(asked: Asked) -> Outcome | None:
    """What was done with this key already."""
    step = OrderStep.objects.filter(pk=asked.key).first()
    if step is None:
        return None
    return Outcome(step, ended=list(step.ended.all()), refunds=list(step.refunds.all()))


def ending(rows: Sequence[Row], fates: Mapping[UUID, Fate]) -> list[Part]:
    of = together(rows, fates)
    return [
        part_of(row, Wanted(row.line.amount, None, of[row.line.pk])) for row in rows if of[row.line.pk] != Fate.KEPT
    ]


def give(order: Order, what: Chosen, outcome: Outcome, asked: Asked, payment: UUID | None) -> None:
    """The refunds are stored before their lines end: what is about to go back covers nothing else."""
    parts, shipping = what
    by_code = paid_by_code(order)
    taken = [(own_line(part), part) for part in parts]
    lines = {line: part.amount for line, part in taken if part.amount}
    refuse_cash_for_codes(lines)
    outcome.refunds += send_back(order, lines, shipping, outcome.step, asked, payment)
    # What hangs on another line comes first: each knows what of it is kept.
    for line, part in sorted(taken, key=lambda one: one[0].parent_id is None):
        if part.fate != Fate.KEPT:
            ended = invalidate_line(line=line, retained=part.kept, step=outcome.step)
            outcome.ended.append(ended)
            if part.fate == Fate.GONE:
                write_off(pieces_of([ended]))
    free_codes(by_code)
    for placement in {line.placement for line in lines}:
        hooks.above.lines_ended(placement)


def own_line(part: Part) -> OrderLine:
    """The line with the pieces that end, and no others."""
    return part.line if part.fate == Fate.KEPT else pieces_to_end(part.line, part.pieces)


def send_back(
    order: Order,
    lines: Mapping[OrderLine, Decimal],
    shipping: Mapping[UUID, Decimal],
    step: OrderStep,
    asked: Asked,
    payment: UUID | None,
) -> list[Refund]:
    """Through the payments, the last one first, or through one alone. Raises RefundTooLarge above what they brought."""
    payments = of_placements(order.payments.order_by("-created_at"), None)
    ways = [(one, left_of(one)) for one in (payments.filter(pk=payment) if payment else payments)]
    wanted = [*lines.values(), *shipping.values()]
    room = sum((left for _one, left in ways), NOTHING)
    if sum(wanted, NOTHING) > room:
        raise RefundTooLarge(available=str(room))
    refunds = []
    for (way, _left), shares in zip(ways, poured(wanted, [left for _one, left in ways]), strict=True):
        if any(shares):
            refunds.append(store_shares(way, lines, shipping, shares, step, asked))
    return refunds


def store_shares(
    payment: Payment,
    lines: Mapping[OrderLine, Decimal],
    shipping: Mapping[UUID, Decimal],
    shares: Sequence[Decimal],
    step: OrderStep,
    asked: Asked,
) -> Refund:
    refund = store_refund(payment, sum(shares, NOTHING), asked.reason, asked.staff, step)
    RefundLine.objects.bulk_create(
        RefundLine(refund=refund, line=line, amount=share) for line, share in zip(lines, shares, strict=False) if share
    )
    RefundShipping.objects.bulk_create(
        RefundShipping(refund=refund, placement_id=placement, amount=share)
        for placement, share in zip(shipping, shares[len(lines) :], strict=True)
        if share
    )
    return refund


def free_codes(by_code: Mapping[UUID, Decimal]) -> None:
    """A payment code of which nothing is left that it paid can be used again."""
    lines = OrderLine.objects.filter(pk__in=by_code).select_related("placement")
    left = {line.placement_id for line in lines if line.invalidated_at is None}
    for placement in {line.placement for line in lines if line.placement_id not in left}:
        give_back(placement)


def give_rest(order: Order, outcome: Outcome, asked: Asked) -> None:
    """What came in for what was never paid in full."""
    if excess_of(order) > 0:
        outcome.refunds += return_excess(order=order, staff=asked.staff, reason=asked.reason, step=outcome.step)
    for placement in outcome.cancelled:
        for payment in placement.payments.all() if placement.is_apart else ():
            if left := left_of(payment):
                outcome.refunds.append(store_refund(payment, left, asked.reason, asked.staff, outcome.step))
