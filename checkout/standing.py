"""How orders stand: derived from their placements, ledger and deliveries, never stored."""

from decimal import Decimal

from django.db.models import (
    Case,
    DecimalField,
    Exists,
    F,
    OuterRef,
    QuerySet,
    Subquery,
    Sum,
    TextChoices,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from .models import Delivery, LedgerEntry, Order, OrderLine, Payment, Placement, Refund, RefundLine

NOTHING = Decimal("0.00")
SIGNED = Case(When(kind=LedgerEntry.Kind.REFUND, then=-F("amount")), default=F("amount"))
AMOUNT: DecimalField = DecimalField(max_digits=12, decimal_places=2)


class PaymentState(TextChoices):
    OPEN = "open", _("not paid")
    PAID = "paid", _("paid")
    CANCELLED = "cancelled", _("cancelled")


class Fulfilment(TextChoices):
    """As far as the last of an order's deliveries is; NOTHING where nothing is shipped."""

    NOTHING = "nothing", _("nothing to ship")
    OPEN = Delivery.State.OPEN.value, _("to be packed")
    PACKED = Delivery.State.PACKED.value, _("packed")
    SHIPPED = Delivery.State.SHIPPED.value, _("shipped")
    DELIVERED = Delivery.State.DELIVERED.value, _("delivered")
    RETURNED = Delivery.State.RETURNED.value, _("came back")


def with_standing(orders: QuerySet[Order]) -> QuerySet[Order]:
    """With `payment_state`, `fulfilment`, `payment_is_under_way` (a provider was asked), and in euros `total`, `owed`,
    `received` and `balance` (owed less received).

    `total` is what was ordered, of a cancelled order too; `owed` leaves out what was cancelled, invalidated, refunded.
    """
    placements = Placement.objects.filter(order=OuterRef("pk"))
    standing = {
        "payment_state": _payment_state(),
        "fulfilment": _fulfilment(),
        "total": _sum(placements, "total"),
        "owed": _sum(with_owed(placements.live()), "owed"),
        "received": received_of(OuterRef("pk")),
        "payment_is_under_way": Exists(Payment.objects.under_way().filter(order=OuterRef("pk"))),
    }
    balance = {"balance": F("owed") - F("received")}
    return orders.annotate(**standing).annotate(**balance)


def standing_of(order: Order) -> Order:
    """The order anew, with what `with_standing` says of it."""
    return with_standing(Order.objects.all()).get(pk=order.pk)


def standing_text(order: Order) -> str:
    """For staff: whether it is paid, and once it is, how far its deliveries are."""
    if order.payment_state != PaymentState.PAID or order.fulfilment == Fulfilment.NOTHING:
        return str(PaymentState(order.payment_state).label)
    return f"{PaymentState.PAID.label}, {Fulfilment(order.fulfilment).label}"


def received_of(order: Combinable) -> Coalesce:
    """What came in for an order less what went back, over all of its payments."""
    return _sum(LedgerEntry.objects.filter(payment__order=order), SIGNED)


def _payment_state() -> Case:
    live = Placement.objects.live().filter(order=OuterRef("pk"))
    return Case(
        When(~Exists(live), then=Value(PaymentState.CANCELLED)),
        When(Exists(live.filter(paid_at=None)), then=Value(PaymentState.OPEN)),
        default=Value(PaymentState.PAID),
    )


def _fulfilment() -> Case:
    """Of deliveries that something still counts in."""
    counting = Exists(OrderLine.objects.counting().filter(delivery=OuterRef("pk")))
    deliveries = Delivery.objects.filter(counting, order=OuterRef("pk"))
    least_first = [Fulfilment.OPEN, Fulfilment.PACKED, Fulfilment.SHIPPED, Fulfilment.DELIVERED, Fulfilment.RETURNED]
    return Case(
        *[When(Exists(deliveries.filter(state=state)), then=Value(state)) for state in least_first],
        default=Value(Fulfilment.NOTHING),
    )


def with_owed(placements: QuerySet[Placement]) -> QuerySet[Placement]:
    """With `owed`: the total less what is no longer charged for lines: all of an invalidated one, of others what was
    refunded.
    """
    lines = OrderLine.objects.filter(placement=OuterRef("pk"))
    invalidated = _sum(lines.filter(invalidated_at__isnull=False), F("total") - F("discount"))
    refunded = RefundLine.objects.filter(
        refund__state=Refund.State.DONE, line__placement=OuterRef("pk"), line__invalidated_at=None
    )
    owed = {"owed": F("total") - invalidated - _sum(refunded, "amount")}
    return placements.annotate(**owed)


def _sum(rows: QuerySet, what: str | Combinable) -> Coalesce:
    sums = rows.order_by().annotate(one=Value(1)).values("one").annotate(sum=Sum(what)).values("sum")
    return Coalesce(Subquery(sums), Value(NOTHING), output_field=AMOUNT)
