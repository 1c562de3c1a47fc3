"""How orders stand: derived from their placements, ledger and deliveries, never stored."""

from typing import Any, TypeVar

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

from shop.money import NOTHING

from .models import Delivery, LedgerEntry, Order, OrderLine, Payment, Placement, Refund, RefundLine
from .models.placement import PlacementQuerySet, waits_apart

Rows = TypeVar("Rows", bound=QuerySet[Any])

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


def with_standing(orders: QuerySet[Order], apart: Placement | None = None) -> QuerySet[Order]:
    """With `payment_state`, `fulfilment`, `payment_is_under_way` (a provider was asked), and in euros `total`, `owed`,
    `received` and `balance` (owed less received).

    `total` is what was ordered, of a cancelled order too; `owed` leaves out what was cancelled, invalidated, refunded.
    `apart`: of this placement alone. Else what waits apart for its money is left out.
    """
    placements = of_placements(Placement.objects.filter(order=OuterRef("pk")), apart, "pk")
    payments = of_placements(Payment.objects.filter(order=OuterRef("pk")), apart)
    entries = LedgerEntry.objects.filter(payment__order=OuterRef("pk"))
    lines = OrderLine.objects.counting().filter(delivery=OuterRef("pk"))
    standing = {
        "payment_state": _payment_state(placements.live()),
        "fulfilment": _fulfilment(of_placements(lines, apart)),
        "total": _sum(placements, "total"),
        "owed": _sum(with_owed(placements.live()), "owed"),
        "received": _sum(of_placements(entries, apart, "payment__placement"), SIGNED),
        "payment_is_under_way": Exists(payments.under_way()),
    }
    balance = {"balance": F("owed") - F("received")}
    return orders.annotate(**standing).annotate(**balance)


def of_placements(rows: Rows, apart: Placement | None, path: str = "placement") -> Rows:
    """Those of one placement alone, or else of none that waits apart; `path` leads from a row to its placement."""
    if apart:
        return rows.filter(**{path: apart.pk})
    return rows.exclude(waits_apart("" if path == "pk" else f"{path}__"))


def standing_of(order: Order, apart: Placement | None = None) -> Order:
    """The order anew, with what `with_standing` says of it."""
    return with_standing(Order.objects.all(), apart).get(pk=order.pk)


def standing_text(order: Order) -> str:
    """For staff: whether it is paid, and once it is, how far its deliveries are."""
    if order.payment_state != PaymentState.PAID or order.fulfilment == Fulfilment.NOTHING:
        return str(PaymentState(order.payment_state).label)
    return f"{PaymentState.PAID.label}, {Fulfilment(order.fulfilment).label}"


def _payment_state(live: PlacementQuerySet) -> Case:
    return Case(
        When(~Exists(live), then=Value(PaymentState.CANCELLED)),
        When(Exists(live.filter(paid_at=None)), then=Value(PaymentState.OPEN)),
        default=Value(PaymentState.PAID),
    )


def _fulfilment(lines: QuerySet[OrderLine]) -> Case:
    """Of deliveries that one of these lines is in."""
    deliveries = Delivery.objects.filter(Exists(lines), order=OuterRef("pk"))
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
