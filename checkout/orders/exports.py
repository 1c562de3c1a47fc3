"""Orders and their lines as rows of a table, without personal data. Amounts are euros, times those of the shop's zone,
of an event those of its venue.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from checkout.models import Order, OrderLine, Placement
from shop.core.values.money import NOTHING

from .charged import vat_of
from .order_state import PaymentState, of_placements, refunded_of_line, with_charged_parts, with_money_state

# Each batch has its own statements, so that none sums up all orders at once.
BATCH = 500
ORDER_HEADS = (
    "order", "shop", "placed_at", "paid_at", "state", "delivery", "country", "payment_methods", "ordered", "net", "vat",
    "gross", "refunded",
)  # fmt: skip
LINE_HEADS = (
    "order", "placement", "line", "shop", "seller", "placed_at", "paid_at", "state", "kind", "slug", "name",
    "variant_id", "variant", "sku", "category", "begins", "pieces", "price", "total", "discount", "gross", "refunded",
    "retained", "vat_rate", "vat_rule", "vat_country",
)  # fmt: skip


def order_rows(orders: QuerySet[Order]) -> Iterator[list[object]]:
    """Return a row for each of these orders. Net, VAT and gross are what is charged now, as staff and buyer see it: for
    an order that was cancelled unpaid, what was ordered.
    """
    lines = OrderLine.objects.annotate(**refunded_of_line()).order_by("number")
    placements = with_charged_parts(of_placements(Placement.objects.order_by("number"), None, "pk"))
    placements = placements.prefetch_related(Prefetch("lines", lines), "vat_shares")
    for order in in_batches(orders, with_money_state(Order.objects.all()), placements):
        every = list(order.placements.all())
        live = [one for one in every if one.cancelled_at is None]
        vat = sum((share.vat for share in vat_of(live or every)), NOTHING)
        yield [
            order.reference, order.shop.slug, moment(order.placed_at), moment(paid_since(live)), order.money_state,
            order.fulfilment if order.payment_state == PaymentState.PAID else "", order.country_code,
            ", ".join(dict.fromkeys(one.payment_method for one in every if one.payment_method)),
            sum((one.total for one in live or every), NOTHING), order.total - vat, vat, order.total, order.returned,
        ]  # fmt: skip


def line_rows(orders: QuerySet[Order]) -> Iterator[list[object]]:
    """Return a row for each line of these orders, also of lines and placements that ended. `gross` is what was ordered:
    the total less the discount.
    """
    lines = OrderLine.objects.annotate(**refunded_of_line()).order_by("number")
    lines = lines.select_related("seller", "variant__product", "variant__event__venue")
    placements = Placement.objects.order_by("number").prefetch_related(Prefetch("lines", lines))
    for order in in_batches(orders, Order.objects.all(), placements):
        for placement in order.placements.all():
            for line in placement.lines.all():
                yield [
                    order.reference, placement.reference, line.number, order.shop.slug, line.seller.slug,
                    moment(placement.placed_at), moment(placement.paid_at), line_state(placement, line),
                    *item(line), line.amount, line.price, line.total, line.discount, line.reduced_total, line.refunded,
                    line.retained, line.vat_rate, line.vat_rule, line.vat_country,
                ]  # fmt: skip


def in_batches(orders: QuerySet[Order], read: QuerySet[Order], placements: QuerySet[Placement]) -> Iterator[Order]:
    """Return these orders, in their order, as `read` reads them, with their shops and these placements."""
    keys = list(orders.values_list("pk", flat=True))
    read = read.select_related("shop").prefetch_related(Prefetch("placements", placements))
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        found = read.in_bulk(batch)
        yield from (found[key] for key in batch if key in found)


def moment(value: datetime | None) -> str:
    return timezone.localtime(value).isoformat(timespec="seconds") if value else ""


def paid_since(live: Sequence[Placement]) -> datetime | None:
    """Return when the last of an order's live placements was paid. None if one is not paid, or if there is none."""
    paid = [one.paid_at for one in live if one.paid_at is not None]
    return max(paid) if paid and len(paid) == len(live) else None


def line_state(placement: Placement, line: OrderLine) -> str:
    """Return a code: the line ended by itself, or as its placement it was cancelled or paid, waits for its money, or
    joined the order without proof of its e-mail.
    """
    if line.invalidated_at:
        return "ended"
    if placement.cancelled_at:
        return "cancelled"
    if placement.is_unverified_merge:
        return "unverified"
    return "paid" if placement.paid_at else "open"


def item(line: OrderLine) -> list[Any]:
    """Return what was bought: names as they were sold, in the order's language; slug, SKU and an event's begin as they
    are now.
    """
    variant, event = line.variant, line.variant.event
    sold = event or variant.product
    assert sold is not None
    return [
        "event" if event else "product", sold.slug, line.name, variant.pk, line.variant_description, variant.sku,
        line.pricing_category_name, event.at_venue(event.happening_from).isoformat(timespec="seconds") if event else "",
    ]  # fmt: skip
