"""What of an order can be refunded, and the command of staff to refund it. Euros with two decimals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum, TextChoices
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from cart.codes.kinds import pays_for
from checkout.errors import LineInvalidated, LineNotSplit, RefundTooLarge
from checkout.models import LedgerEntry, Order, OrderLine, Payment, Placement, Refund, RefundLine, RefundShipping
from checkout.models.code_payments import belongs_to_issuer
from checkout.orders.order_state import AMOUNT, UNDER_WAY, missing_from_paid, orders_with_state, surplus_of
from shop.core.values.money import NOTHING, spread


class Disposition(TextChoices):
    """What becomes of refunded pieces."""

    KEPT = "kept", _("stay the buyer's")
    AGAIN = "again", _("come back, and are sold again")
    GONE = "gone", _("end, and are not sold again")


class RefundScope(TextChoices):
    LINES = "lines", _("for the lines ticked below")
    AMOUNT = "amount", _("an amount, as a reduction of all that is left")
    ALL = "all", _("everything")


@dataclass(frozen=True)
class RefundCommandLine:
    """The command for one line. `amount`: None stands for the pieces' price."""

    pieces: int
    amount: Decimal | None
    disposition: Disposition


@dataclass(frozen=True)
class RefundCommand:
    """What staff want to refund. `lines` by their ids, `shipping` by placement. `payment`: refund through this one
    only, otherwise through all, the last one first. `dispositions`: with ALL, for lines whose pieces do not come back.
    """

    what: RefundScope
    lines: Mapping[UUID, RefundCommandLine] = field(default_factory=dict)
    shipping: Mapping[UUID, Decimal] = field(default_factory=dict)
    amount: Decimal = NOTHING
    dispositions: Mapping[UUID, Disposition] = field(default_factory=dict)
    payment: UUID | None = None


@dataclass(frozen=True)
class RefundableLine:
    """A paid, active line. `left`: charged for it and not refunded or about to be. `cash`: of that, what can be
    refunded: all but what belongs to the issuer of a payment code.
    """

    line: OrderLine
    left: Decimal
    cash: Decimal

    @property
    def has_left(self) -> bool:
        """Whether its parcel has been shipped."""
        return self.line.delivery is not None and self.line.delivery.shipped_at is not None

    @property
    def usual_disposition(self) -> Disposition:
        """Shipped pieces stay the buyer's unless staff choose otherwise."""
        return Disposition.KEPT if self.has_left else Disposition.AGAIN

    @property
    def is_whole(self) -> bool:
        """Whether all its pieces must end together: it belongs to a bundle, or money for it was refunded."""
        return bool(self.line.parent_id) or self.left < self.line.reduced_total or self.line.has_parts  # type: ignore[attr-defined]

    def worth(self, pieces: int) -> Decimal:
        """Return the most that can be refunded for so many of its pieces."""
        line = self.line
        if pieces == line.amount:
            return self.cash
        rest, taken = line.price * (line.amount - pieces), line.price * pieces
        return min(self.cash, taken - spread(line.discount, [rest, taken])[1])


@dataclass(frozen=True)
class LineRefund:
    """The refund of a line: so many pieces, for so much money; `kept` is what is retained."""

    line: OrderLine
    pieces: int
    amount: Decimal
    kept: Decimal
    disposition: Disposition


@dataclass(frozen=True)
class RefundableShipping:
    """What of a placement's shipping is charged and not refunded or about to be."""

    placement: Placement
    left: Decimal


RefundParts = tuple[list[LineRefund], dict[UUID, Decimal]]
"""The refunds of lines, and the refunded shipping by placement."""
NOT_FAILED = ~Q(refunds__refund__state=Refund.State.FAILED)


def refundable_lines(order: Order) -> list[RefundableLine]:
    """Return the order's paid, active lines. Two statements, and one more for each payment code."""
    paid = OrderLine.objects.counting().filter(placement__order=order, placement__paid_at__isnull=False)
    lines = list(
        paid.select_related("placement", "delivery", "variant__event", "variant__product", "ended_by")
        .annotate(
            going=Coalesce(Sum("refunds__amount", filter=NOT_FAILED), NOTHING, output_field=AMOUNT),
            has_parts=Exists(OrderLine.objects.filter(parent=OuterRef("pk"), invalidated_at=None)),
        )
        .order_by("placement__number", "number")
    )
    by_code = paid_for_issuer(order)
    return [refundable_line(line, by_code.get(line.pk, NOTHING)) for line in lines]


def refundable_line(line: Any, by_code: Decimal) -> RefundableLine:
    left = line.reduced_total - line.going
    return RefundableLine(line, left, max(left - by_code, NOTHING))


def paid_for_issuer(order: Order) -> dict[UUID, Decimal]:
    """Return what payment codes paid whose money belongs to their issuer, by line."""
    codes = Payment.objects.filter(belongs_to_issuer(), order=order, state=Payment.State.CAPTURED)
    found: dict[UUID, Decimal] = {}
    for payment in codes.select_related("payment_code", "placement"):
        assert payment.payment_code is not None and payment.placement is not None
        sold = payment.placement.lines.select_related("variant__event")
        lines = [line for line in sold if pays_for(payment.payment_code, line.variant)]
        shares = spread(payment.amount, [line.reduced_total for line in lines])
        found |= {line.pk: share for line, share in zip(lines, shares, strict=True)}
    return found


def refundable_of(order: Order) -> tuple[list[RefundableLine], list[RefundableShipping]]:
    """Return what can be refunded of lines and shipping. If money is missing because a booking was reversed, each is
    less in proportion.
    """
    rows, shipping = refundable_lines(order), refundable_shipping(order)
    weights = [*(row.cash for row in rows), *(one.left for one in shipping)]
    short = min(missing_money(order), sum(weights, NOTHING))
    if not short:
        return rows, shipping
    shares = spread(short, weights)
    return (
        [replace(row, cash=row.cash - share) for row, share in zip(rows, shares, strict=False)],
        [replace(one, left=one.left - share) for one, share in zip(shipping, shares[len(rows) :], strict=True)],
    )


def missing_money(order: Order) -> Decimal:
    """Return what paid placements owe, was not received, and is not about to be refunded."""
    known = orders_with_state().annotate(**missing_from_paid()).get(pk=order.pk)
    going = Refund.objects.filter(UNDER_WAY, payment__order=order)
    about_to_go = going.aggregate(sum=Sum("amount", default=NOTHING))["sum"] - still_charged(going)
    return max(known.missing + about_to_go, NOTHING)


def refundable_shipping(order: Order) -> list[RefundableShipping]:
    """Return the shipping of paid placements that cost any."""
    going = Sum("refunded_shipping__amount", filter=~Q(refunded_shipping__refund__state=Refund.State.FAILED))
    placements = order.placements.live().filter(paid_at__isnull=False, shipping_total__gt=0)
    found = placements.annotate(going=Coalesce(going, NOTHING, output_field=AMOUNT)).order_by("number")
    return [RefundableShipping(one, one.shipping_total - one.going) for one in found]


def refund_parts(
    command: RefundCommand, rows: Sequence[RefundableLine], shipping: Sequence[RefundableShipping]
) -> RefundParts:
    """Return the refunds that the command asks for. Raises RefundTooLarge above what is left, LineInvalidated for a
    line that is no longer active, LineNotSplit.
    """
    match command.what:
        case RefundScope.AMOUNT:
            return reduction(command.amount, rows, shipping)
        case RefundScope.ALL:
            dispositions = dispositions_of(rows, command.dispositions)
            parts = [
                line_refund(row, RefundCommandLine(row.line.amount, None, dispositions[row.line.pk])) for row in rows
            ]
            return parts, {one.placement.pk: one.left for one in shipping if one.left}
    there = {row.line.pk: row for row in rows}
    wanted = with_children(command.lines, rows)
    if not wanted.keys() <= there.keys():
        raise LineInvalidated
    room = {one.placement.pk: one.left for one in shipping}
    for placement, amount in command.shipping.items():
        if not 0 <= amount <= room.get(placement, NOTHING):
            raise RefundTooLarge(available=str(room.get(placement, NOTHING)))
    parts = [line_refund(there[key], one) for key, one in wanted.items()]
    return parts, {placement: amount for placement, amount in command.shipping.items() if amount}


def dispositions_of(
    rows: Iterable[RefundableLine], dispositions: Mapping[UUID, Disposition]
) -> dict[UUID, Disposition]:
    """Return the disposition of each line. If a child line stays the buyer's, its parent stays, too."""
    found = {row.line.pk: dispositions.get(row.line.pk, row.usual_disposition) for row in rows}
    for row in rows:
        if row.line.parent_id in found and found[row.line.pk] == Disposition.KEPT:
            found[row.line.parent_id] = Disposition.KEPT
    return found


def with_children(
    lines: Mapping[UUID, RefundCommandLine], rows: Iterable[RefundableLine]
) -> dict[UUID, RefundCommandLine]:
    """Add the child lines of lines that end."""
    found = dict(lines)
    for row in rows:
        parent = found.get(row.line.parent_id) if row.line.parent_id else None
        if parent is not None and parent.disposition != Disposition.KEPT:
            own = found.get(row.line.pk)
            found[row.line.pk] = RefundCommandLine(row.line.amount, own.amount if own else None, parent.disposition)
    return found


def line_refund(row: RefundableLine, wanted: RefundCommandLine) -> LineRefund:
    line, disposition = row.line, wanted.disposition
    if not 0 < wanted.pieces <= line.amount or (
        disposition != Disposition.KEPT and wanted.pieces < line.amount and row.is_whole
    ):
        raise LineNotSplit
    worth = row.worth(wanted.pieces)
    amount = worth if wanted.amount is None else wanted.amount
    if not 0 <= amount <= worth:
        raise RefundTooLarge(available=str(worth))
    if disposition == Disposition.GONE and not line.physical:
        disposition = Disposition.AGAIN  # only goods can be damaged
    return LineRefund(
        line, wanted.pieces, amount, NOTHING if disposition == Disposition.KEPT else worth - amount, disposition
    )


def reduction(amount: Decimal, rows: Sequence[RefundableLine], shipping: Sequence[RefundableShipping]) -> RefundParts:
    """Reduce the price of all that is left in proportion, so that the VAT of each rate falls, too. Raises
    RefundTooLarge.
    """
    weights = [*(row.cash for row in rows), *(one.left for one in shipping)]
    if not 0 < amount <= sum(weights, NOTHING):
        raise RefundTooLarge(available=str(sum(weights, NOTHING)))
    shares = spread(amount, weights)
    parts = [
        LineRefund(row.line, row.line.amount, share, NOTHING, Disposition.KEPT)
        for row, share in zip(rows, shares, strict=False)
        if share
    ]
    back = zip(shipping, shares[len(rows) :], strict=True)
    return parts, {one.placement.pk: share for one, share in back if share}


def overpaid(orders: QuerySet[Any]) -> QuerySet[Any]:
    """Orders with a surplus (`order_state.surplus_of`). `orders` need their derived state.

    A surplus needs several captures, a capture above its payment, or something that ended; only such orders are summed
    up.
    """
    entries = LedgerEntry.objects.filter(kind=LedgerEntry.Kind.CAPTURE)
    often = entries.order_by().values("payment__order").annotate(times=Count("pk")).filter(times__gt=1)
    higher = entries.filter(amount__gt=F("payment__amount")).values("payment__order")
    ended = OrderLine.objects.filter(invalidated_at__isnull=False).values("placement__order")
    cancelled = Placement.objects.exclude(cancelled_at=None).values("order")
    perhaps = Q(pk__in=often.values("payment__order")) | Q(pk__in=higher) | Q(pk__in=ended) | Q(pk__in=cancelled)
    return orders.filter(perhaps, balance__lt=0).alias(surplus=surplus_of()).filter(surplus__gt=0)


def still_charged(refunds: QuerySet[Refund]) -> Decimal:
    """Return what of the refunds is for active lines or for shipping: it stays charged until the refund has gone."""
    lines = RefundLine.objects.filter(refund__in=refunds, line__invalidated_at=None, line__placement__cancelled_at=None)
    shipping = RefundShipping.objects.filter(refund__in=refunds, placement__cancelled_at=None)
    return sum((rows.aggregate(sum=Sum("amount", default=NOTHING))["sum"] for rows in (lines, shipping)), NOTHING)
