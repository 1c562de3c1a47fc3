"""What of a paid order can be exchanged, for what, and what that costs. Euros with two decimals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Q, TextChoices
from django.utils.translation import gettext_lazy as _

from cart.queries import with_line_data
from catalogue.models import ProductVariant
from catalogue.pricing.costs import variant_cost
from catalogue.pricing.sale import is_root
from catalogue.stock.queries import free_pieces
from checkout import hooks
from checkout.models import Delivery, Order, OrderLine
from checkout.orders.deadlines import own_open_placements
from checkout.refunds.refundable import RefundableLine, missing_money, refundable_lines
from shop.core.values.money import NOTHING, spread


class Obstacle(TextChoices):
    """Why a line, or all of an order, stays as it is."""

    OPEN = "open", _("something of the order is not paid yet")
    MONEY = "money", _("money of the order is missing")
    LEFT = "left", _("its parcel is packed or has left")
    BUNDLE = "bundle", _("part of a bundle")
    REFUND = "refund", _("money for it went back, or is about to")
    CODE = "code", _("a payment code paid it")
    USED = "used", _("somebody was let in with it, its printed number is given out, or its money was asked back")


@dataclass(frozen=True)
class ExchangeCommand:
    """What staff ask for: so many pieces of a line for another variant, or another seat. `as_before`: whatever it costs
    now, the price stays.
    """

    line: UUID
    pieces: int
    variant: int
    seat: int | None = None
    as_before: bool = False


@dataclass(frozen=True)
class OfferedVariant:
    """What a line can be exchanged for. `price`: of a piece now; `free`: pieces, those of the line among them where
    both draw on the same stock; None for no limit.
    """

    variant: ProductVariant
    price: Decimal
    free: int | None

    @property
    def is_seated(self) -> bool:
        return is_seated(self.variant)


@dataclass(frozen=True)
class ExchangeableLine:
    """A line that counts and is paid, with why it stays as it is, or what it can be exchanged for."""

    line: OrderLine
    obstacle: Obstacle | None
    targets: Sequence[OfferedVariant] = ()


def is_seated(variant: ProductVariant) -> bool:
    return variant.pricing_category is not None and variant.pricing_category.seat_stock_id is not None


def exchangeable_lines(order: Order) -> list[ExchangeableLine]:
    """The lines of an order that are paid; a fixed number of statements, and one more for each payment code."""
    rows = refundable_lines(order)
    lines = OrderLine.objects.filter(pk__in=[row.line.pk for row in rows])
    used = set(hooks.above.used_lines(lines).values_list("pk", flat=True))
    of_all = obstacle_of(order)
    obstacles = {row.line.pk: of_all or obstacle(row, is_used=row.line.pk in used) for row in rows}
    free_lines = [row.line for row in rows if obstacles[row.line.pk] is None]
    variants = alternatives(order, free_lines)
    free = free_pieces({use.stock_id for one in variants for use in one.stock_uses.all()})
    return [
        ExchangeableLine(
            row.line,
            obstacles[row.line.pk],
            targets_of(row.line, variants, free, order.country_code) if row.line in free_lines else (),
        )
        for row in rows
    ]


def obstacle_of(order: Order) -> Obstacle | None:
    """What came in for the old would pay what else is owed first."""
    if own_open_placements(order).exists():
        return Obstacle.OPEN
    return Obstacle.MONEY if missing_money(order) else None


def obstacle(row: RefundableLine, *, is_used: bool) -> Obstacle | None:
    line: Any = row.line
    if line.delivery is not None and line.delivery.state != Delivery.State.OPEN:
        return Obstacle.LEFT
    if line.parent_id or line.has_parts or is_root(line.variant):
        return Obstacle.BUNDLE
    if row.left < line.reduced_total:
        return Obstacle.REFUND
    if row.cash < row.left:
        return Obstacle.CODE
    return Obstacle.USED if is_used else None


def alternatives(order: Order, lines: Iterable[OrderLine]) -> list[ProductVariant]:
    """Of the lines' products and events, and their own variants, with all that a line shows."""
    own = {line.variant_id for line in lines}
    products = {line.variant.product_id for line in lines if line.variant.product_id}
    events = {line.variant.event_id for line in lines if line.variant.event_id}
    found = ProductVariant.objects.filter(
        Q(pk__in=own) | Q(active=True) & (Q(product__in=products) | Q(event__in=events))
    )
    return list(with_line_data(found, order.shop).order_by("pk"))


def targets_of(
    line: OrderLine, variants: Iterable[ProductVariant], free: dict[int, int], country: str
) -> list[OfferedVariant]:
    """The line's own variant only where it has seats: for another one."""
    found = []
    for one in variants:
        is_same_item = (one.product_id, one.event_id) == (line.variant.product_id, line.variant.event_id)
        cost = variant_cost(one, country)
        if not is_same_item or one.physical != line.physical or cost is None or not one.active:
            continue
        if one.pk != line.variant_id or is_seated(one):
            found.append(OfferedVariant(one, cost.price, free_pieces_for(line, one, free)))
    return found


def free_pieces_for(line: OrderLine, variant: ProductVariant, free: dict[int, int]) -> int | None:
    stocks = [use.stock_id for use in variant.stock_uses.all()]
    return min((free[one] + (line.amount if one in line.stocks else 0) for one in stocks), default=None)


def price_of(
    line: OrderLine, old: ProductVariant, new: ProductVariant, country: str, *, as_before: bool
) -> "ExchangePrice":
    """Of the new pieces for a line: as it was where both cost the same now, or nobody asks for the difference; else
    what they cost now, less the line's own discount in percent.
    """
    was, now = variant_cost(old, country), variant_cost(new, country)
    assert now is not None
    if as_before or (was is not None and was.price == now.price):
        return ExchangePrice(line.price, line.discount)
    total = now.price * line.amount
    percent = line.placement.discount_percent if line.discount else 0
    return ExchangePrice(now.price, spread(total * (percent or 0) / 100, [total])[0] if percent else NOTHING)


@dataclass(frozen=True)
class ExchangePrice:
    """`piece`: of one; `discount`: off all."""

    piece: Decimal
    discount: Decimal
