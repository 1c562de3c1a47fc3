"""The state of orders: derived from placements, ledger and deliveries, never stored."""

from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar

from django.db.models import (
    Case,
    DecimalField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextChoices,
    Value,
    When,
)
from django.db.models.expressions import Combinable, CombinedExpression
from django.db.models.functions import Coalesce, Least
from django.utils.translation import gettext_lazy as _

from cart.codes.kinds import KINDS
from checkout.models import (
    Delivery,
    Dispute,
    LedgerEntry,
    Order,
    OrderLine,
    Payment,
    Placement,
    Refund,
    RefundLine,
    RefundShipping,
)
from checkout.models.code_payments import belongs_to_issuer
from checkout.models.payment import ON_ITS_WAY
from checkout.models.placement import PlacementQuerySet, unverified_merge
from shop.core.values.money import NOTHING

Rows = TypeVar("Rows", bound=QuerySet[Any])

SIGNED = Case(When(kind__in=LedgerEntry.IN, then=F("amount")), default=-F("amount"))
UNDER_WAY = Q(state__in=[Refund.State.REQUESTED, Refund.State.SENT])
OF_OPEN_DISPUTE = Q(dispute__state__in=[Dispute.State.TO_ANSWER, Dispute.State.IN_REVIEW])
AMOUNT: DecimalField = DecimalField(max_digits=12, decimal_places=2)


class PaymentState(TextChoices):
    OPEN = "open", _("not paid")
    PAID = "paid", _("paid")
    CANCELLED = "cancelled", _("cancelled")


class MoneyState(TextChoices):
    """Where an order's money is: the one state that staff's lists, pages, reports and exports show."""

    OPEN = "open", _("not paid")
    PART_PAID = "part_paid", _("part paid")
    PAID = "paid", _("paid")
    MISSING = "missing", _("paid, money is missing")
    OVERPAID = "overpaid", _("too much paid")
    RETURNING = "returning", _("refund under way")
    PART_REFUNDED = "part_refunded", _("part refunded")
    REFUNDED = "refunded", _("refunded")
    CANCELLED = "cancelled", _("cancelled")


MONEY_STATES: Sequence[tuple[MoneyState, Q]] = (
    (MoneyState.OVERPAID, Q(surplus__gt=0)),
    (MoneyState.PART_PAID, Q(payment_state=PaymentState.OPEN, received__gt=F("by_codes"))),
    (MoneyState.OPEN, Q(payment_state=PaymentState.OPEN)),
    (MoneyState.MISSING, Q(payment_state=PaymentState.PAID, balance__gt=0)),
    (MoneyState.RETURNING, Q(returning__gt=0)),
    (MoneyState.REFUNDED, Q(returned__gt=0, received__lte=0)),
    (MoneyState.PART_REFUNDED, Q(returned__gt=0, owed__lt=F("ordered"))),
    (MoneyState.CANCELLED, Q(payment_state=PaymentState.CANCELLED)),
    (MoneyState.PAID, Q(payment_state=PaymentState.PAID)),
)
"""The condition of each state; the first that holds decides."""


class Fulfilment(TextChoices):
    """How far the least advanced delivery of an order is. NOTHING if nothing is shipped."""

    NOTHING = "nothing", _("nothing to ship")
    OPEN = Delivery.State.OPEN.value, _("to be packed")
    PACKED = Delivery.State.PACKED.value, _("packed")
    LOST = Delivery.State.LOST.value, _("lost")
    SHIPPED = Delivery.State.SHIPPED.value, _("shipped")
    DELIVERED = Delivery.State.DELIVERED.value, _("delivered")
    RETURNED = Delivery.State.RETURNED.value, _("came back")


def with_order_state(orders: QuerySet[Order], only_placement: Placement | None = None) -> QuerySet[Order]:
    """Annotate orders with `payment_state`, `fulfilment`, `payment_is_under_way` (a provider was asked and has reported
    neither the outcome nor that money is on its way), and in euros `total`, `owed`, `received`, `balance` (owed less
    received), `on_its_way` (buyers have paid it, and a provider waits for it) and `disputed` (taken by disputes that
    are not decided).

    `owed` leaves out what was cancelled, voided or refunded. `total` is what is owed; for an order that was cancelled
    as a whole before it was paid, what was ordered.
    `only_placement`: state of this placement alone; otherwise unverified merges are left out.
    """
    placements = of_placements(Placement.objects.filter(order=OuterRef("pk")), only_placement, "pk")
    payments = of_placements(Payment.objects.filter(order=OuterRef("pk")), only_placement)
    entries = LedgerEntry.objects.filter(payment__order=OuterRef("pk"))
    lines = OrderLine.objects.counting().filter(delivery=OuterRef("pk"))
    state = {
        "payment_state": _payment_state(placements.live()),
        "fulfilment": _fulfilment(of_placements(lines, only_placement)),
        "owed": summed(with_owed(placements.live()), "owed"),
        "received": summed(of_placements(entries, only_placement, "payment__placement"), SIGNED),
        "payment_is_under_way": Exists(payments.under_way().exclude(ON_ITS_WAY)),
        "on_its_way": summed(payments.on_its_way(), "amount"),
        "disputed": -summed(
            of_placements(entries.filter(OF_OPEN_DISPUTE), only_placement, "payment__placement"), SIGNED
        ),
    }
    sums = {
        "balance": F("owed") - F("received"),
        "total": Case(When(Exists(placements.live()), then=F("owed")), default=summed(placements, "total")),
    }
    return orders.annotate(**state).annotate(**sums)


def with_money_state(orders: QuerySet[Order]) -> QuerySet[Order]:
    """Annotate orders `with_order_state`, `moving_back` and with their `money_state`. In euros also `ordered` (what
    was ordered, exchanges included), `by_codes` (received by payment codes) and `surplus` (see `surplus_of`).
    """
    placements = of_placements(Placement.objects.filter(order=OuterRef("pk")), None, "pk")
    by_codes = LedgerEntry.objects.filter(payment__order=OuterRef("pk"), payment__payment_code__isnull=False)
    known = {
        "ordered": summed(placements.live(), "total"),
        "by_codes": summed(of_placements(by_codes, None, "payment__placement"), SIGNED),
        "surplus": surplus_of(),
    }
    state = {"money_state": Case(*[When(condition, then=Value(one.value)) for one, condition in MONEY_STATES])}
    return with_order_state(orders).annotate(**moving_back(), **known).annotate(**state)


def in_money_state(orders: QuerySet[Any], state: str) -> QuerySet[Any]:
    """Keep orders `with_money_state` that are in this state. Conditions that each of them meets, and that need no sums,
    keep the others from being summed up.
    """
    refunded = Q(pk__in=Refund.objects.values("payment__order"))
    gone = LedgerEntry.objects.exclude(kind__in=LedgerEntry.IN)
    needed = {
        MoneyState.OPEN.value: Q(payment_state=PaymentState.OPEN),
        MoneyState.PART_PAID.value: Q(payment_state=PaymentState.OPEN),
        MoneyState.CANCELLED.value: Q(payment_state=PaymentState.CANCELLED),
        MoneyState.PAID.value: Q(payment_state=PaymentState.PAID),
        # A placement is paid when its money is there: some has left the order since.
        MoneyState.MISSING.value: Q(pk__in=gone.values("payment__order"), payment_state=PaymentState.PAID),
        MoneyState.RETURNING.value: refunded,
        MoneyState.PART_REFUNDED.value: refunded,
        MoneyState.REFUNDED.value: refunded,
    }
    return orders.filter(needed.get(state, Q()), money_state=state)


def surplus_of() -> CombinedExpression:
    """Return what orders received beyond what they owe and what is about to go back, in euros; zero or less if there
    is no surplus. Leaves out what a payment code's issuer may have paid for lines that ended: of lines that the code
    pays for, what was neither retained nor refunded. For orders with their state.
    """
    back = RefundLine.objects.filter(line=OuterRef("pk")).exclude(refund__state=Refund.State.FAILED)
    ended = OrderLine.objects.filter(placement=OuterRef("placement"), invalidated_at__isnull=False)
    left = F("total") - F("discount") - F("retained") - summed(back, "amount")
    of_issuers = [
        When(
            method=kind.name,
            then=Least(F("amount"), summed(ended.filter(kind.pays_for_rows("variant", "payment_code")), left)),
        )
        for kind in KINDS.values()
        if not kind.takes_refunds
    ]
    codes = Payment.objects.filter(belongs_to_issuer(), order=OuterRef("pk"), state=Payment.State.CAPTURED)
    return excess_of() - summed(of_placements(codes, None), Case(*of_issuers, default=Value(NOTHING)))


def excess_of() -> CombinedExpression:
    """As `surplus_of`, with what may belong to the issuers of payment codes."""
    pending = of_placements(Refund.objects.filter(UNDER_WAY, payment__order=OuterRef("pk")), None, "payment__placement")
    of_it = Q(refund__in=Refund.objects.filter(UNDER_WAY))
    lines = RefundLine.objects.filter(
        of_it, line__invalidated_at=None, line__placement__cancelled_at=None, line__placement__order=OuterRef("pk")
    )
    shipping = RefundShipping.objects.filter(of_it, placement__cancelled_at=None, placement__order=OuterRef("pk"))
    still_charged = summed(lines, "amount") + summed(shipping, "amount")
    return F("received") - F("owed") - summed(pending, "amount") + still_charged


def moving_back(only_placement: Placement | None = None) -> dict[str, Coalesce]:
    """Return annotations for an order's refunds in euros: `returning`, pending ones that were not withdrawn,
    `returned`, done, and of the latter `returned_to_codes`, to payment codes.
    """
    refunds = of_placements(Refund.objects.filter(payment__order=OuterRef("pk")), only_placement, "payment__placement")
    done = refunds.filter(state=Refund.State.DONE)
    return {
        "returning": summed(refunds.to_go(), "amount"),
        "returned": summed(done, "amount"),
        "returned_to_codes": summed(done.filter(payment__payment_code__isnull=False), "amount"),
    }


def missing_from_paid(only_placement: Placement | None = None) -> dict[str, CombinedExpression]:
    """Return the annotation `missing` for orders with their state, in euros: what paid placements owe and have not
    received, whatever else is open. Below zero if more was received. Codes that paid
    for open placements pay for these alone.
    """
    live = of_placements(Placement.objects.filter(order=OuterRef("pk")), only_placement, "pk").live()
    entries = of_placements(
        LedgerEntry.objects.filter(payment__order=OuterRef("pk")), only_placement, "payment__placement"
    )
    of_open_codes = Q(
        payment__payment_code__isnull=False, payment__placement__paid_at=None, payment__placement__cancelled_at=None
    )
    owed = summed(with_owed(live.filter(paid_at__isnull=False)), "owed")
    return {"missing": owed - F("received") + summed(entries.filter(of_open_codes), SIGNED)}


def unpaid_state(*, total: Decimal, is_shipped: bool) -> dict[str, Any]:
    """Return what `with_order_state`, `moving_back` and `missing_from_paid` derive of a new order before any money is
    received.
    """
    sums = ("received", "missing", "returning", "returned", "returned_to_codes", "on_its_way", "disputed")
    nothing = dict.fromkeys(sums, NOTHING)
    return nothing | {
        "payment_state": PaymentState.OPEN,
        "fulfilment": Fulfilment.OPEN if is_shipped else Fulfilment.NOTHING,
        "total": total,
        "owed": total,
        "balance": total,
        "payment_is_under_way": False,
    }


def orders_with_state(only_placement: Placement | None = None) -> QuerySet[Order]:
    """Return all orders `with_order_state`."""
    return with_order_state(Order.objects.all(), only_placement) if only_placement else _all_with_state().all()


@cache
def _all_with_state() -> QuerySet[Order]:
    """Build the query once, because that takes longer than running it for one order. Use copies only."""
    return with_order_state(Order.objects.all())


def of_placements(rows: Rows, only_placement: Placement | None, path: str = "placement") -> Rows:
    """Filter rows of this placement alone, otherwise rows of no unverified merge. `path` leads from a row to
    its placement.
    """
    if only_placement:
        return rows.filter(**{path: only_placement.pk})
    return rows.exclude(unverified_merge("" if path == "pk" else f"{path}__"))


def placements_of(order: Order) -> PlacementQuerySet:
    """Return the placements of an order read by its secret that its reader may see."""
    return of_placements(Placement.objects.filter(order=order), order.only_placement, "pk")


def order_with_state(order: Order, only_placement: Placement | None = None) -> Order:
    """Read the order again, `with_order_state`."""
    return orders_with_state(only_placement).get(pk=order.pk)


def order_with_money_state(order: Order) -> Order:
    """Read the order again, `with_money_state`."""
    return with_money_state(Order.objects.all()).get(pk=order.pk)


def order_state_text(order: Order) -> str:
    """Return the state for staff of an order `with_money_state`: where its money is, whether it is cancelled, and once
    it is paid how far its deliveries are.
    """
    money, parts = MoneyState(order.money_state), [str(MoneyState(order.money_state).label)]
    if order.payment_state == PaymentState.CANCELLED and money != MoneyState.CANCELLED:
        parts.append(str(MoneyState.CANCELLED.label))
    shows_parcels = order.payment_state == PaymentState.PAID and money != MoneyState.MISSING
    if shows_parcels and order.fulfilment != Fulfilment.NOTHING:
        parts.append(str(Fulfilment(order.fulfilment).label))
    return ", ".join(parts)


def _payment_state(live: PlacementQuerySet) -> Case:
    """A paid order of which no line is left counts as cancelled, too."""
    counting = OrderLine.objects.filter(placement=OuterRef("pk"), invalidated_at=None)
    return Case(
        When(~Exists(live.filter(Q(paid_at=None) | Exists(counting))), then=Value(PaymentState.CANCELLED)),
        When(Exists(live.filter(paid_at=None)), then=Value(PaymentState.OPEN)),
        default=Value(PaymentState.PAID),
    )


def _fulfilment(lines: QuerySet[OrderLine]) -> Case:
    """Regards the deliveries that hold one of these lines."""
    deliveries = Delivery.objects.filter(Exists(lines), order=OuterRef("pk"))
    least_first = [
        Fulfilment.OPEN, Fulfilment.PACKED, Fulfilment.LOST, Fulfilment.SHIPPED, Fulfilment.DELIVERED,
        Fulfilment.RETURNED,
    ]  # fmt: skip
    return Case(
        *[When(Exists(deliveries.filter(state=state)), then=Value(state)) for state in least_first],
        default=Value(Fulfilment.NOTHING),
    )


def with_owed(placements: QuerySet[Placement]) -> QuerySet[Placement]:
    """Annotate placements with `owed`: the total less what is no longer charged. For a voided line that is all but what
    was retained; for other lines and for shipping what was refunded.
    """
    lines = OrderLine.objects.filter(placement=OuterRef("pk"))
    invalidated = summed(lines.filter(invalidated_at__isnull=False), F("total") - F("discount") - F("retained"))
    refunded = RefundLine.objects.filter(
        refund__state=Refund.State.DONE, line__placement=OuterRef("pk"), line__invalidated_at=None
    )
    owed = {"owed": F("total") - invalidated - summed(refunded, "amount") - _refunded_shipping()}
    return placements.annotate(**owed)


def with_charged_parts(placements: QuerySet[Placement]) -> QuerySet[Placement]:
    """Annotate placements `with_owed`, and with `shipping_owed`, the shipping in it."""
    shipping = {"shipping_owed": F("shipping_total") - _refunded_shipping()}
    return with_owed(placements).annotate(**shipping)


def refunded_of_line() -> dict[str, Coalesce]:
    """Return the annotation `refunded` for order lines, in euros."""
    done = RefundLine.objects.filter(refund__state=Refund.State.DONE, line=OuterRef("pk"))
    return {"refunded": summed(done, "amount")}


def _refunded_shipping() -> Coalesce:
    done = RefundShipping.objects.filter(refund__state=Refund.State.DONE, placement=OuterRef("pk"))
    return summed(done, "amount")


def summed(rows: QuerySet, what: str | Combinable) -> Coalesce:
    sums = rows.order_by().annotate(one=Value(1)).values("one").annotate(sum=Sum(what)).values("sum")
    return Coalesce(Subquery(sums), Value(NOTHING), output_field=AMOUNT)
