"""Deliveries with all data for papers and labels, read by a fixed number of statements."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from aftersale.models import PrintedNumber
from aftersale.printed_tickets.queries import numbers_by_line
from cart.models import Address
from checkout.models import Delivery, Order, OrderLine
from checkout.shipping.deliveries import in_packing_order
from checkout.shipping.options import weight_of
from shop.models import Shop


@dataclass(frozen=True)
class Parcel:
    delivery: Delivery
    lines: list[OrderLine]
    printed: dict[UUID, list[PrintedNumber]] = field(default_factory=dict)
    """Numbers of printed tickets by line."""

    @property
    def order(self) -> Order:
        return self.delivery.order

    @property
    def address(self) -> Address:
        return self.order.shipping_address

    @property
    def shop(self) -> Shop:
        return self.order.shop

    @property
    def grams(self) -> int:
        """The weight of the goods, without packing."""
        return sum(weight_of(line.variant) * line.amount for line in self.articles)

    @property
    def articles(self) -> list[OrderLine]:
        """The lines to pick: a bundle's parts instead of the bundle."""
        bundles = {line.parent_id for line in self.lines}
        return [line for line in self.lines if not (line.pk in bundles and is_bundle(line))]


def is_bundle(line: OrderLine) -> bool:
    """True for a root without a stock of its own: it only stands for its parts. A root with stock is an
    article, too.
    """
    return line.variant.product is not None and line.variant.product.root and not line.stocks


def parcels_of(deliveries: QuerySet[Delivery]) -> list[Parcel]:
    """Return parcels in packing order, with their active lines."""
    counting = OrderLine.objects.counting().select_related("variant__product").order_by("placement__number", "number")
    found = in_packing_order(deliveries).select_related("carrier", "order__shop__design", "order__shipping_address")
    there = list(found.prefetch_related(Prefetch("lines", counting, "counted")))
    printed = numbers_by_line(line for one in there for line in one.counted)
    return [
        Parcel(one, parts_below(lines := one.counted), {line.pk: printed.get(line.pk, []) for line in lines})
        for one in there
    ]


def parts_below(lines: Iterable[OrderLine]) -> list[OrderLine]:
    """Sort each bundle's parts behind it."""
    there = list(lines)
    known = {line.pk for line in there}
    found: list[OrderLine] = []
    for line in there:
        if line.parent_id not in known:
            found.append(line)
            found += [part for part in there if part.parent_id == line.pk]
    return found
