"""Staff refund money, void lines, or cancel an order: each in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from catalogue.stock.actions import write_off
from checkout import hooks
from checkout.actions.orders.cancelling import cancel
from checkout.actions.orders.lines import invalidate_line, pieces_of, pieces_to_end
from checkout.actions.orders.steps import StaffAction, begin_step, queue_step_mail, refuse_if_changed
from checkout.errors import NothingChosen, RefundTooLarge
from checkout.locks import lock_order
from checkout.mails.steps import CANCELLED_MAIL, REFUND_MAIL
from checkout.models import Order, OrderLine, OrderStep, Payment, Placement, Refund, RefundLine, RefundShipping
from checkout.orders.order_state import of_placements
from checkout.payments.codes import lock_codes_of, release_code
from checkout.refunds.refundable import (
    Disposition,
    LineRefund,
    RefundableLine,
    RefundCommand,
    RefundCommandLine,
    RefundParts,
    dispositions_of,
    line_refund,
    paid_for_issuer,
    refund_parts,
    refundable_of,
)
from checkout.rules import poured
from shop.core.values.money import NOTHING

from .refunding import overpayment_of, refund_overpayment, refundable_amount, refuse_cash_for_codes, store_refund

Kind = OrderStep.Kind


@dataclass
class StepOutcome:
    """What a step did, or would do in its preview."""

    step: OrderStep
    ended: list[OrderLine] = field(default_factory=list)
    refunds: list[Refund] = field(default_factory=list)
    cancelled: list[Placement] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    """Descriptions of all other changes."""
    extra_cost: Decimal = NOTHING
    """By so many euros shipping would cost more now. The buyer does not pay it."""
    to_pay: Decimal = NOTHING
    """What the buyer has to pay now, in euros."""

    @property
    def total(self) -> Decimal:
        return sum((one.amount for one in self.refunds), NOTHING)

    @property
    def digest(self) -> str:
        """Equal for two outcomes that change the same."""
        ended = sorted(f"{one.placement_id} {one.name} {one.amount} {one.total} {one.retained}" for one in self.ended)
        refunds = sorted(f"{one.payment_id} {one.amount}" for one in self.refunds)
        cancelled = sorted(str(one.pk) for one in self.cancelled)
        return "|".join([*ended, *refunds, *cancelled, *self.changes, str(self.extra_cost), str(self.to_pay)])


@transaction.atomic
def refund_order(*, order: Order, command: RefundCommand, action: StaffAction) -> StepOutcome:
    """Refund money as staff command and void what comes back. Queues a mail to the buyer. Locks the order.

    Raises NothingChosen, RefundTooLarge, LineInvalidated, LineNotSplit, or OrderChanged if the result differs from the
    preview. Changes nothing then.
    """
    locked = lock_order(order.pk)
    if done := earlier_outcome(action):
        return done
    outcome = StepOutcome(begin_step(locked, Kind.REFUND, action))
    apply_refund(locked, refund_parts(command, *refundable_of(locked)), outcome, action, command.payment)
    if not outcome.refunds and not outcome.ended:
        raise NothingChosen
    refuse_if_changed(outcome.digest, action)
    queue_step_mail(outcome.step, REFUND_MAIL)
    return outcome


@transaction.atomic
def cancel_order(
    *,
    order: Order,
    dispositions: Mapping[UUID, Disposition],
    shipping: bool,
    action: StaffAction,
    payment: UUID | None = None,
) -> StepOutcome:
    """Cancel all of an order, paid or not, except lines that the buyer keeps. Refunds the money and queues a mail to
    the buyer. Locks the order.

    `dispositions`: of lines that have left; without one the buyer keeps them. `shipping`: whether its costs are
    refunded. Raises as `refund_order`.
    """
    locked = lock_order(order.pk)
    if done := earlier_outcome(action):
        return done
    outcome = StepOutcome(begin_step(locked, Kind.CANCELLATION, action))
    unpaid = list(locked.placements.live().filter(paid_at=None).order_by("number"))
    lock_codes_of(unpaid)
    for placement in unpaid:
        cancel(placement)
        outcome.cancelled.append(placement)
    rows, costs = refundable_of(locked)
    back = {one.placement.pk: one.left for one in costs if shipping and one.left}
    apply_refund(locked, (ending_parts(rows, dispositions), back), outcome, action, payment)
    if not outcome.ended and not outcome.cancelled:
        raise NothingChosen
    refund_rest(locked, outcome, action)
    refuse_if_changed(outcome.digest, action)
    queue_step_mail(outcome.step, CANCELLED_MAIL)
    return outcome


def earlier_outcome(action: StaffAction) -> StepOutcome | None:
    """Return the outcome of the step with this key. None if there is none."""
    step = OrderStep.objects.filter(pk=action.key).first()
    if step is None:
        return None
    return StepOutcome(step, ended=list(step.ended.all()), refunds=list(step.refunds.all()))


def ending_parts(rows: Sequence[RefundableLine], dispositions: Mapping[UUID, Disposition]) -> list[LineRefund]:
    of = dispositions_of(rows, dispositions)
    return [
        line_refund(row, RefundCommandLine(row.line.amount, None, of[row.line.pk]))
        for row in rows
        if of[row.line.pk] != Disposition.KEPT
    ]


def apply_refund(
    order: Order, what: RefundParts, outcome: StepOutcome, action: StaffAction, payment: UUID | None
) -> None:
    """Store the refunds, then void the lines: money of a pending refund covers nothing else."""
    parts, shipping = what
    by_code = paid_for_issuer(order)
    taken = [(separate_line(part), part) for part in parts]
    lines = {line: part.amount for line, part in taken if part.amount}
    refuse_cash_for_codes(lines)
    outcome.refunds += store_refunds(order, lines, shipping, outcome.step, action, payment)
    # Child lines first: each has its own retained amount.
    for line, part in sorted(taken, key=lambda one: one[0].parent_id is None):
        if part.disposition != Disposition.KEPT:
            ended = invalidate_line(line=line, retained=part.kept, step=outcome.step)
            outcome.ended.append(ended)
            if part.disposition == Disposition.GONE:
                write_off(pieces_of([ended]))
    release_codes(by_code)
    for placement in {line.placement for line in lines}:
        hooks.above.lines_ended(placement)


def separate_line(part: LineRefund) -> OrderLine:
    """Return a line of exactly the pieces that end."""
    return part.line if part.disposition == Disposition.KEPT else pieces_to_end(part.line, part.pieces)


def store_refunds(
    order: Order,
    lines: Mapping[OrderLine, Decimal],
    shipping: Mapping[UUID, Decimal],
    step: OrderStep,
    action: StaffAction,
    payment: UUID | None,
) -> list[Refund]:
    """Store refunds through the payments, the last one first, or through the named one alone. Raises RefundTooLarge
    above what they brought in.
    """
    payments = of_placements(order.payments.order_by("-created_at"), None)
    ways = [(one, refundable_amount(one)) for one in (payments.filter(pk=payment) if payment else payments)]
    wanted = [*lines.values(), *shipping.values()]
    room = sum((left for _one, left in ways), NOTHING)
    if sum(wanted, NOTHING) > room:
        raise RefundTooLarge(available=str(room))
    refunds = []
    for (way, _left), shares in zip(ways, poured(wanted, [left for _one, left in ways]), strict=True):
        if any(shares):
            refunds.append(store_shares(way, lines, shipping, shares, step, action))
    return refunds


def store_shares(
    payment: Payment,
    lines: Mapping[OrderLine, Decimal],
    shipping: Mapping[UUID, Decimal],
    shares: Sequence[Decimal],
    step: OrderStep,
    action: StaffAction,
) -> Refund:
    refund = store_refund(payment, sum(shares, NOTHING), action.reason, action.staff, step)
    RefundLine.objects.bulk_create(
        RefundLine(refund=refund, line=line, amount=share) for line, share in zip(lines, shares, strict=False) if share
    )
    RefundShipping.objects.bulk_create(
        RefundShipping(refund=refund, placement_id=placement, amount=share)
        for placement, share in zip(shipping, shares[len(lines) :], strict=True)
        if share
    )
    return refund


def release_codes(by_code: Mapping[UUID, Decimal]) -> None:
    """Free the payment codes of placements of which nothing is left that their issuers paid."""
    lines = OrderLine.objects.filter(pk__in=by_code).select_related("placement")
    left = {line.placement_id for line in lines if line.invalidated_at is None}
    for placement in {line.placement for line in lines if line.placement_id not in left}:
        release_code(placement)


def refund_rest(order: Order, outcome: StepOutcome, action: StaffAction) -> None:
    """Refund money that was received for what was never paid in full."""
    if overpayment_of(order) > 0:
        outcome.refunds += refund_overpayment(order=order, staff=action.staff, reason=action.reason, step=outcome.step)
    for placement in outcome.cancelled:
        for payment in placement.payments.all() if placement.is_unverified_merge else ():
            if left := refundable_amount(payment):
                outcome.refunds.append(store_refund(payment, left, action.reason, action.staff, outcome.step))
