"""Payment deadlines of orders, and which orders are past them (docs/decisions/0056).

The dates are stored with each placement, as its buyer was shown them. A shop's setting decides whether placements
expire.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone

from catalogue.models import ProductVariant
from checkout.models import Order, OrderLine, Payment, Placement
from checkout.models.placement import KEPT, UNCONFIRMED, PlacementQuerySet, unverified_merge
from checkout.rules import Bill, PaymentDates, covered, last_day_so_long_ago, payment_dates
from shop.core.values.money import NOTHING
from shop.models import Shop

BANK_DAYS = 2
"""Working days until staff see money that reached the bank in time."""
LAST_DAYS = timedelta(days=2)
"""This long before the end a buyer is reminded at the latest."""
CONFIRMED_WITHIN = timedelta(minutes=30)
"""This long free tickets wait for their confirmation by mail."""
KEPT_FOR = timedelta(minutes=30)
"""This long a placement that is to be paid at once holds its pieces."""
TOO_LATE = timedelta(days=30)
"""No reminder if the payment was due longer ago: the shop's setting was off then."""


def no_transfer_from(shop: Shop, variants: Iterable[ProductVariant]) -> date | None:
    """Return the first day on which no transfer is awaited for the tickets' first event. None without tickets."""
    days = [one.event.begins_on for one in variants if one.event is not None]
    return min(days) - timedelta(days=shop.ticket_transfer_days) if days else None


def dates_of(shop: Shop, placed_at: datetime, variants: Iterable[ProductVariant]) -> PaymentDates:
    """Return the payment dates of what is ordered now."""
    return payment_dates(
        placed_on=timezone.localdate(placed_at),
        days=shop.payment_days,
        ends_after=shop.payment_expiry_days if shop.payment_expiry else None,
        no_transfer_from=no_transfer_from(shop, variants),
    )


def expiry_of(placement: Placement) -> date | None:
    """Return the day after which the placement expires unpaid. None if it does not. Reads the order's shop."""
    return placement.ends_on if placement.is_open and placement.order.shop.payment_expiry else None


def first_expiry(order: Order) -> date | None:
    """Return the day after which the first open placement expires, of an order read by its secret. None if money was
    received for them, or none expires by itself. Placements that incoming money will pay are left out.
    """
    still_open = open_placements(order)
    if order.balance < still_owed(still_open):
        return None
    ends = [
        one.ends_on for one in without_incoming_money(order, still_open) if one.ends_on and order.shop.payment_expiry
    ]
    return min(ends, default=None)


def open_placements(order: Order) -> list[Placement]:
    """Return the open placements of an order read by its secret."""
    return [one for one in order.placements.all() if one.is_open]


def without_incoming_money(order: Order, still_open: Sequence[Placement]) -> list[Placement]:
    """Leave out placements that money on its way would pay. `order` with its state; `still_open`: its open placements,
    by their numbers. Reads `payments` and `lines`: prefetch them.
    """
    if order.on_its_way <= 0:
        return list(still_open)
    place = {one.pk: number for number, one in enumerate(still_open)}
    owed = [owed_of(one) for one in still_open]
    own = [sum((pay.amount for pay in one.payments.all() if pay.is_on_its_way), NOTHING) for one in still_open]
    # Below zero if money for paid placements was taken back: incoming money pays that first.
    came_in = sum(owed, NOTHING) - order.balance
    bills = [
        Bill(
            much,
            comes + came_in if one.is_unverified_merge else comes,  # shown alone: all that was received is its own
            is_separate=one.is_unverified_merge,
            after=place.get(one.rides_with_id) if one.rides_with_id else None,
        )
        for one, much, comes in zip(still_open, owed, own, strict=True)
    ]
    are_paid = covered(bills, came_in + order.on_its_way - sum(own, NOTHING))
    return [one for one, is_paid in zip(still_open, are_paid, strict=True) if not is_paid]


def to_pay_now(order: Order) -> list[Placement]:
    """Return the placements that `Order.to_pay` is for: the open ones whose money is not on its way, or all open ones
    if all of it is. For an order read by its secret.
    """
    still_open = open_placements(order)
    return without_incoming_money(order, still_open) or still_open


def still_owed(still_open: Iterable[Placement]) -> Decimal:
    """Return what the open placements cost, less codes and lines voided alone, in euros. Reads `payments` and `lines`:
    prefetch them.
    """
    return sum(map(owed_of, still_open), NOTHING)


def owed_of(placement: Placement) -> Decimal:
    return max(placement.due - voided_amount(placement), NOTHING)


def voided_amount(placement: Placement) -> Decimal:
    ended = (line.reduced_total for line in placement.lines.all() if line.invalidated_at is not None)
    return sum(ended, NOTHING)


def transfer_until(order: Order) -> date | None:
    """Return the last day on which a transfer of what is to be paid now arrives in time. None if any day does. For an
    order read by its secret.
    """
    days = [until for one in to_pay_now(order) if (until := _transfer_until(one, order.shop))]
    return min(days, default=None)


def _transfer_until(placement: Placement, shop: Shop) -> date | None:
    if shop.payment_expiry and placement.ends_on:
        return placement.ends_on
    closed = no_transfer_from(shop, (line.variant for line in placement.lines.all()))
    return closed - timedelta(days=1) if closed else None


def unpaid() -> PlacementQuerySet:
    """Return placements that wait for money. Leaves out those that wait for a confirmation by mail."""
    return Placement.objects.live().filter(paid_at=None).exclude(UNCONFIRMED)


def unconfirmed() -> PlacementQuerySet:
    """Placements with free tickets whose confirmation link was not followed in time."""
    return Placement.objects.to_confirm().filter(confirm_by__lte=Now())


def past_hold() -> PlacementQuerySet:
    """Return placements that were to be paid at once and whose hold is over."""
    return Placement.objects.filter(KEPT, kept_until__lte=Now())


def own_open_placements(order: Order) -> PlacementQuerySet:
    """Return the open placements of the order that are paid together, without unverified merges."""
    return unpaid().filter(order=order).exclude(unverified_merge())


def overdue(today: date) -> PlacementQuerySet:
    """Return placements whose payment is overdue."""
    return unpaid().filter(pay_by__lt=today)


def past_expiry(today: date) -> PlacementQuerySet:
    """Return placements that expire now, or that staff must decide about: their last day and BANK_DAYS are over.
    Tickets expire without BANK_DAYS if their event is near, so that they can be sold again.
    """
    tomorrow_over = timezone.make_aware(datetime.combine(today + timedelta(days=2), time.min))
    tickets = OrderLine.objects.counting().filter(placement=OuterRef("pk"), ticket=True)
    event_is_near = Exists(tickets.filter(variant__event__happening_from__lt=tomorrow_over))
    over = Q(ends_on__lte=last_day_so_long_ago(today, BANK_DAYS)) | Q(event_is_near, ends_on__lt=today)
    return unpaid().filter(over, shop__payment_expiry=True)


def to_remind(today: date) -> PlacementQuerySet:
    """Placements whose buyers get the one payment reminder now: the days to pay are over, or the order ends soon."""
    midnight = timezone.make_aware(datetime.combine(today, time.min))
    ends = Q(shop__payment_expiry=True, ends_on__isnull=False)
    is_time = Q(pay_by__lt=today) | (ends & Q(ends_on__lte=today + LAST_DAYS))
    return unpaid().filter(
        is_time, ~ends | Q(ends_on__gte=today), shop__payment_reminder=True, reminded_at=None,
        placed_at__lt=midnight, pay_by__gte=today - TOO_LATE,
    )  # fmt: skip


def to_do(today: date) -> dict[str, int]:
    """Count orders whose transfers are `awaited`, and those that must be `decided`. One statement."""
    transfers = Payment.objects.awaited_transfers().filter(order=OuterRef("order"))
    return unpaid().aggregate(
        awaited=Count("order", distinct=True, filter=Exists(transfers)),
        decided=Count("order", distinct=True, filter=Q(pk__in=past_expiry(today).values("pk"))),
    )
