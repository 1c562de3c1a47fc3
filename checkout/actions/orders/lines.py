"""Void single lines of an order and free their seats and pieces."""

from collections import Counter
from collections.abc import Collection, Iterable
from decimal import Decimal

from django.db import transaction
from django.db.models import Case, Max, Q, When
from django.db.models.functions import Now

from catalogue.seating.claims import return_seats
from catalogue.stock.actions import return_sold
from checkout import hooks
from checkout.errors import LineInvalidated, LineNotSplit
from checkout.invoices.queue import queue_invoices
from checkout.locks import lock_order
from checkout.models import Delivery, Order, OrderLine, OrderStep, Placement
from checkout.models.placement import OrderLineQuerySet
from checkout.payments.ledger import settle
from checkout.rules import TaxedLine, vat_split
from shop.core.values.money import NOTHING, spread

from .cancelling import cancel
from .order_rows import store_vat


@transaction.atomic
def invalidate_line(
    *, line: OrderLine, amount: int | None = None, retained: Decimal = NOTHING, step: OrderStep | None = None
) -> OrderLine:
    """Void a line, or `amount` pieces of it, together with its child lines. Returns the voided line. `retained`: what
    the buyer pays for it nevertheless.

    Cancels an unpaid placement with its last line.

    Its seat and pieces can be bought again; `request_refund` gives the money back. Raises LineInvalidated if the line
    is void already. Locks the order.
    """
    order = lock_order(line.placement.order_id)
    line.refresh_from_db()
    placement = line.placement
    voided = void_line(order, line, amount=amount, retained=retained, step=step)
    if placement.paid_at is not None:
        hooks.above.lines_ended(placement)
    voided.refresh_from_db()
    return voided


def void_line(
    order: Order,
    line: OrderLine,
    *,
    retained: Decimal,
    amount: int | None = None,
    step: OrderStep | None = None,
) -> OrderLine:
    """Do what `invalidate_line` does, but keep what was given for the line: the caller calls
    `hooks.above.lines_ended`. Caller must hold the order's lock and have read the line under it.
    """
    placement = line.placement
    if line.invalidated_at is not None or placement.cancelled_at is not None:
        raise LineInvalidated
    if amount is not None and amount < line.amount:
        line = split_line(line, amount)
    ended = [line, *line.children.filter(invalidated_at=None)]
    OrderLine.objects.filter(pk__in=[one.pk for one in ended]).update(
        invalidated_at=Now(), ended_by=step, retained=Case(When(pk=line.pk, then=retained), default=NOTHING)
    )
    if placement.is_open and not placement.lines.counting().exists():
        cancel(placement)
        if placement.rides_with and waive_shipping(placement.rides_with):
            settle(order)
    else:
        give_back_of(placement, ended)  # seats before the stocks, which settling counts
        waive_shipping(placement)
        settle(order)
    if placement.paid_at is not None:
        queue_invoices(placement.pk)
    return line


def waive_shipping(placement: Placement) -> bool:
    """Charge an unpaid placement no shipping if nothing is left in the parcel that it pays for, or that it rides with.
    Returns whether shipping was charged. Caller must hold the order's lock.
    """
    bearer = placement.rides_with or placement
    if not (bearer.is_open and bearer.shipping_total) or goods_in_parcel(bearer).counting().exists():
        return False
    sold = [TaxedLine(line.reduced_total, line.tax, line.physical) for line in bearer.lines.all()]
    bearer.vat_shares.all().delete()
    store_vat(bearer, vat_split(sold, NOTHING))
    bearer.total, bearer.shipping_total = bearer.total - bearer.shipping_total, NOTHING
    bearer.save(update_fields=["total", "shipping_total"])
    Delivery.objects.filter(lines__placement=bearer).update(price=NOTHING)
    return True


def goods_in_parcel(placement: Placement) -> OrderLineQuerySet:
    """Return the goods, ended ones too, of the parcel that the placement pays for. An unpaid placement that rides with
    it has a delivery of its own until it is paid.
    """
    theirs = Q(placement__rides_with=placement) | Q(delivery__lines__placement=placement)
    return OrderLine.objects.filter(Q(placement=placement) | theirs, physical=True)


def give_back_of(placement: Placement, ended: Collection[OrderLine]) -> None:
    return_seats(buyer=placement.pk, only=[one.seat_id for one in ended if one.seat_id])
    return_sold(buyer=placement.pk, only=pieces_of(ended))


def pieces_of(lines: Iterable[OrderLine]) -> dict[int, int]:
    """Count the pieces of each stock that the lines own."""
    pieces = Counter[int]()
    for line in lines:
        pieces.update(dict.fromkeys(line.stocks, line.amount))
    return pieces


def part_line(line: OrderLine, amount: int) -> OrderLine:
    """Split pieces off into a line that ships or ends separately. Invoices still know them as the original line
    (`part_of`).
    """
    moved = split_line(line, amount)
    moved.part_of_id = line.part_of_id or line.pk
    moved.save(update_fields=["part_of"])
    return moved


def pieces_to_end(line: OrderLine, pieces: int) -> OrderLine:
    """Return a line of exactly these pieces, still active. Raises LineNotSplit."""
    if pieces == line.amount:
        return line
    try:
        return part_line(line, pieces)
    except LineInvalidated as refused:
        raise LineNotSplit from refused


def split_line(line: OrderLine, amount: int) -> OrderLine:
    """Move some pieces into a new line with their share of the discount. Returns the new line.

    Raises LineInvalidated for less than one piece, or if money for the line was refunded already.
    """
    if amount < 1 or line.refunds.exists():
        raise LineInvalidated
    left, moved = line.amount - amount, OrderLine.objects.get(pk=line.pk)
    kept, taken = spread(line.discount, [line.price * left, line.price * amount])
    last = line.placement.lines.aggregate(number=Max("number"))["number"]
    OrderLine.objects.filter(pk=line.pk).update(amount=left, total=line.price * left, discount=kept)
    moved.pk, moved.ticket_holder = OrderLine._meta.pk.get_default(), None
    moved._state.adding = True
    moved.number, moved.amount, moved.total, moved.discount = last + 1, amount, line.price * amount, taken
    moved.save()
    return moved
