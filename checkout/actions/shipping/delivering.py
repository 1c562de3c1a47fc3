"""Pack, ship, split and resend deliveries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from catalogue.stock.actions import write_off
from checkout import hooks
from checkout.actions.orders.lines import part_line, pieces_of
from checkout.errors import DeliveryNotSplit, DeliveryStepWrong, LineInvalidated
from checkout.locks import lock_order
from checkout.mails.order_mails import queue_order_mail
from checkout.mails.parcels import SHIPPED_MAIL
from checkout.models import Delivery, Order, OrderLine, Placement
from checkout.models.tracking import LONGEST, plain_number
from checkout.rules import DELIVERY_STEPS
from checkout.shipping.deliveries import is_paid_for, is_unnumbered

State = Delivery.State
MOMENTS = {
    State.PACKED: "packed_at",
    State.SHIPPED: "shipped_at",
    State.DELIVERED: "delivered_at",
    State.RETURNED: "returned_at",
    State.LOST: "lost_at",
}


@dataclass(frozen=True)
class Tracking:
    """A parcel's carrier, a `checkout.models.tracking.Tracked`, and its number there. Both may be empty."""

    carrier: str = ""
    number: str = ""


@transaction.atomic
def move_delivery(*, delivery: Delivery, to: Delivery.State, tracking: Tracking | None = None) -> Delivery:
    """Pack, ship, deliver or return a paid delivery. Queues one mail to the buyer when it ships.

    Raises DeliveryStepWrong. Locks the order.
    """
    order = lock_order(delivery.order_id)
    delivery.refresh_from_db()
    if to not in DELIVERY_STEPS[delivery.state] or not is_paid_for(delivery):
        raise DeliveryStepWrong
    if to in (State.PACKED, State.SHIPPED) and is_unnumbered(delivery):
        raise DeliveryStepWrong
    delivery.state = to
    if to in MOMENTS:
        setattr(delivery, MOMENTS[to], timezone.now())
    if to == State.OPEN:
        delivery.packed_at = None
    if tracking is not None:
        track(delivery, tracking)
    delivery.save()
    if to == State.SHIPPED:
        queue_shipped_mail(delivery, order)
    return delivery


def track(delivery: Delivery, tracking: Tracking) -> None:
    delivery.tracking_number = plain_number(tracking.number)[:LONGEST]
    delivery.tracked_by = (tracking.carrier or delivery.carrier.tracked_by) if delivery.tracking_number else ""


def queue_shipped_mail(delivery: Delivery, order: Order) -> None:
    """Queue the mail under the placement of its first line. It shows this parcel alone."""
    placement = Placement.objects.filter(lines__delivery=delivery).order_by("number").first()
    assert placement is not None
    placement.order = order
    queue_order_mail(SHIPPED_MAIL, placement, about=delivery.pk)


@transaction.atomic
def correct_tracking(*, delivery: Delivery, tracking: Tracking) -> Delivery:
    """Correct the tracking of a shipped delivery. Sends no mail. Raises DeliveryStepWrong. Locks the order."""
    lock_order(delivery.order_id)
    delivery.refresh_from_db()
    if delivery.shipped_at is None:
        raise DeliveryStepWrong
    track(delivery, tracking)
    delivery.save(update_fields=["tracking_number", "tracked_by"])
    return delivery


@transaction.atomic
def split_delivery(*, delivery: Delivery, amounts: Mapping[UUID, int]) -> Delivery:
    """Move pieces into a new delivery, at no further price. Returns it.

    `amounts`: pieces by the line's id. Tickets and parts of bundles move as whole lines. Raises DeliveryStepWrong if
    the delivery has left or is not paid, DeliveryNotSplit. Locks the order.
    """
    lock_order(delivery.order_id)
    delivery.refresh_from_db()
    if delivery.state not in (State.OPEN, State.PACKED) or not is_paid_for(delivery):
        raise DeliveryStepWrong
    lines = {line.pk: line for line in delivery.lines.counting()}
    wanted = {line_id: amount for line_id, amount in amounts.items() if amount}
    if (
        not wanted
        or not wanted.keys() <= lines.keys()
        or all(wanted.get(line.pk) == line.amount for line in lines.values())
    ):
        raise DeliveryNotSplit
    separate_delivery = copy_delivery(delivery, origin=delivery)
    for line_id, amount in wanted.items():
        moved = line_for_split(lines[line_id], amount)
        OrderLine.objects.filter(pk=moved.pk).update(delivery=separate_delivery)
    for one in (delivery, separate_delivery):
        one.shippable_from = latest_day(one)
        one.save(update_fields=["shippable_from"])
    return separate_delivery


def line_for_split(line: OrderLine, amount: int) -> OrderLine:
    if amount == line.amount:
        return line
    if not 0 < amount < line.amount or line.ticket or line.parent_id or line.children.exists():
        raise DeliveryNotSplit
    try:
        return part_line(line, amount)
    except LineInvalidated as refused:
        raise DeliveryNotSplit from refused


def latest_day(delivery: Delivery) -> date | None:
    days = delivery.lines.counting().values_list("shippable_from", flat=True)
    return max(filter(None, days), default=None)


@transaction.atomic
def resend_delivery(*, delivery: Delivery) -> Delivery:
    """Send the goods of a lost or returned delivery again, for free. Returns the new delivery, to be packed.

    Takes lost goods off the stocks: raises SoldOut if none are left. Raises DeliveryStepWrong. Locks the order, then
    the stocks.
    """
    lock_order(delivery.order_id)
    delivery.refresh_from_db()
    if delivery.state not in (State.LOST, State.RETURNED) or not is_paid_for(delivery):
        raise DeliveryStepWrong
    lines = list(delivery.lines.counting())
    if delivery.state == State.LOST:
        write_off(pieces_of(lines))
    again = copy_delivery(delivery, origin=delivery)
    OrderLine.objects.filter(pk__in=[line.pk for line in lines]).update(delivery=again)
    hooks.above.delivery_sent_again(delivery, again=again)
    return again


def copy_delivery(delivery: Delivery, *, origin: Delivery | None) -> Delivery:
    """Store a new open delivery with the same carrier and price 0: the price stays where it was paid."""
    return Delivery.objects.create(
        order_id=delivery.order_id,
        carrier_id=delivery.carrier_id,
        name=delivery.name,
        description=delivery.description,
        price=0,
        checks_age=delivery.checks_age,
        origin=origin,
    )


def join_deliveries(order: Order) -> None:
    """Join open, paid deliveries with the same carrier (docs/decisions/0041). Caller must hold the order's lock.
    Deliveries that staff split stay separate.
    """
    waiting = order.deliveries.filter(state=State.OPEN).order_by("pk")
    first: dict[int, Delivery] = {}
    for delivery in waiting:
        one = first.setdefault(delivery.carrier_id, delivery)
        if one is not delivery and delivery.origin_id is None and is_paid_for(one) and is_paid_for(delivery):
            merge_delivery(delivery, to=one)


def merge_delivery(delivery: Delivery, to: Delivery) -> None:
    delivery.lines.update(delivery=to)
    delivery.descendants.update(origin=to)
    to.price += delivery.price
    to.shippable_from = max(filter(None, [to.shippable_from, delivery.shippable_from]), default=None)
    to.save(update_fields=["price", "shippable_from"])
    delivery.delete()
