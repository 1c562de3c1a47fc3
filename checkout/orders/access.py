"""The one way to a guest's order: by its secret, with everything that the guest may see."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import Exists, Min, OuterRef, Prefetch, QuerySet, Subquery, Sum
from django.utils import timezone

from cart.ticket_holders import REQUIRED_PARTS
from catalogue.models import Event
from checkout import rules
from checkout.errors import OrderNotFound
from checkout.models import Delivery, Invoice, Order, OrderLine, Payment, Placement
from checkout.models.payment import PaymentQuerySet
from shop.core.database.compiled_statements import SHOP, ModelStatement, Parameter
from shop.core.database.related import with_prefetched
from shop.models import Shop
from shop.models.shop import PaymentMethodId

from .order_state import (
    missing_from_paid,
    moving_back,
    of_placements,
    orders_with_state,
    refunded_of_line,
    unpaid_state,
    with_charged_parts,
)


def names_until(line: OrderLine) -> datetime | None:
    """Return until when a ticket's holder can be named. None if the event asks for no name. Reads the variant's
    event.
    """
    event = line.variant.event
    if event is None or not line.ticket or not REQUIRED_PARTS[event.personalization_requirement]:
        return None
    return event.happening_from - rules.NAMES_CLOSE


def contact_data_until(line: OrderLine) -> date | None:
    """Return the last day for contact data of a ticket's holder. None if the event asks for none. Reads the
    variant's event.
    """
    event = line.variant.event
    if event is None or event.personalization_requirement != Event.Personalization.CONTACT_TRACING:
        return None
    return event.ends_on


def takes_contact_data(line: OrderLine) -> bool:
    event, until = line.variant.event, contact_data_until(line)
    return event is not None and until is not None and until >= event.at_venue(timezone.now()).date()


def kinds_of_tickets(placement: Placement) -> list[Any]:
    """Return the placement's kinds of tickets with their number of pieces: each ticket is a line of its own."""
    alike = placement.lines.counting().values("name", "variant_description", "event_details")
    return list(alike.annotate(pieces=Sum("amount"), first=Min("number")).order_by("first"))


def order_of_placement(placement: Placement) -> Order:
    """Return the order as `access_order` reads it, for a placement made just now."""
    return placement.new_order or access_order(placement.order.shop, placement.access.secret)


def new_order(placement: Placement, deliveries: Sequence[Delivery]) -> Order:
    """Return the order of a first placement as `access_order` would read it before any money is received. Saves that
    statement. `placement` with its related rows.
    """
    placement.owed, placement.shipping_owed = placement.total, placement.shipping_total
    order = with_prefetched(placement.order, placements=[placement], deliveries=deliveries)
    for name, value in unpaid_state(total=placement.total, is_shipped=bool(deliveries)).items():
        setattr(order, name, value)
    [payment] = placement.payments.all()
    order.awaited_transfer = payment.reference if payment.method == PaymentMethodId.BANK_TRANSFER else None
    placement.order = order
    return order


def access_order(shop: Shop, secret: str) -> Order:
    """Return a guest's order with its state, by its 128-bit secret within the shop where it was placed.

    The secret of an unverified merge shows that placement alone (`Order.only_placement`), also after it is paid. Raises
    OrderNotFound.
    """
    order = _by_secret().first(shop=shop.pk, secret=secret)
    if order is None and (only_placement := Placement.objects.filter(shop=shop, secret=secret).first()):
        order = _visible_orders(only_placement).filter(pk=only_placement.order_id).first()
        if order is not None:
            order.only_placement = order.placements.all()[0]
    if order is None:
        raise OrderNotFound
    return order


@cache
def _by_secret() -> ModelStatement[Order]:
    return ModelStatement(_visible_orders().filter(shop=SHOP, secret=Parameter("secret")))


def _visible_orders(only_placement: Placement | None = None) -> QuerySet[Order]:
    """Return orders with their state and all that a guest sees of them."""
    lines = OrderLine.objects.select_related("ticket_holder", "variant__event__venue").order_by("number")
    lines = lines.annotate(**refunded_of_line())
    placements = with_charged_parts(of_placements(Placement.objects.order_by("number"), only_placement, "pk"))
    placements = placements.prefetch_related(
        Prefetch("lines", queryset=lines),
        Prefetch("invoices", queryset=Invoice.objects.defer("content").in_order()),
        "payments",
        "vat_shares",
    )
    deliveries = Delivery.objects.order_by("pk")
    if only_placement:
        deliveries = deliveries.filter(lines__placement=only_placement).distinct()
    payments = of_placements(Payment.objects.awaited_transfers().filter(order=OuterRef("pk")), only_placement)
    payments = without_replaced(payments, only_placement)
    awaited = {"awaited_transfer": Subquery(payments.order_by("-created_at").values("reference")[:1])}
    return (
        orders_with_state(only_placement)
        .annotate(**awaited, **moving_back(only_placement), **missing_from_paid(only_placement))
        .select_related("shop", "billing_address", "shipping_address")
        .prefetch_related(Prefetch("placements", queryset=placements), Prefetch("deliveries", queryset=deliveries))
    )


def payments_of(order: Order) -> PaymentQuerySet:
    """Return the payments of what the order's secret shows (see `access_order`)."""
    return of_placements(Payment.objects.filter(order=order), order.only_placement)


def without_replaced(payments: PaymentQuerySet, only_placement: Placement | None) -> PaymentQuerySet:
    """Leave out payments after which the buyer began another one whose money is on its way. `only_placement`: as in
    `of_placements`.
    """
    since = Payment.objects.on_its_way().filter(order=OuterRef("order"), created_at__gt=OuterRef("created_at"))
    return payments.exclude(Exists(of_placements(since, only_placement)))


def invoice_of(order: Order, invoice_id: str) -> Invoice | None:
    """An invoice of the order. None if the secret opens a single placement only: invoices name the order's buyer."""
    if order.only_placement:
        return None
    try:
        key = UUID(invoice_id)
    except ValueError:
        return None
    return Invoice.objects.filter(pk=key, placement__order=order).first()
