"""What of a paid order can be exchanged, for what, and at which price. Euros with two decimals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Q, TextChoices
from django.utils.translation import gettext_lazy as _

from cart.queries import with_line_data
from catalogue.models import ProductVariant
from catalogue.pricing.variants import is_root, variant_cost
from catalogue.stock.queries import free_pieces
from checkout import hooks
from checkout.models import Delivery, Order, OrderLine
from checkout.orders.deadlines import own_open_placements
from checkout.refunds.refundable import RefundableLine, missing_money, refundable_lines
from shop.core.values.money import NOTHING, spread


class Obstacle(TextChoices):
    """Why a line, or the whole order, cannot be exchanged."""

    OPEN = "open", _("something of the order is not paid yet")
    MONEY = "money", _("money of the order is missing")
    LEFT = "left", _("its parcel is packed or has left")
    BUNDLE = "bundle", _("part of a bundle")
    REFUND = "refund", _("money for it went back, or is about to")
    CODE = "code", _("a credit code paid it")
    USED = "used", _("somebody was let in with it, its printed number is given out, or its money was asked back")


@dataclass(frozen=True)
class ExchangeCommand:
    """What staff want to exchange: pieces of a line for another variant or another seat. `as_before`: keep the
    old price.
    """

    line: UUID
    pieces: int
    variant: int
    seat: int | None = None
    as_before: bool = False


@dataclass(frozen=True)
class OfferedVariant:
    """A variant that a line can be exchanged for. `price`: of a piece now. `free`: free pieces, including the line's
    own if both draw on the same stock; None for no limit.
    """

    variant: ProductVariant
    price: Decimal
    free: int | None

    @property
    def is_seated(self) -> bool:
        return is_seated(self.variant)


@dataclass(frozen=True)
class ExchangeableLine:
    """A paid, active line, with its obstacle or the variants it can be exchanged for."""

    line: OrderLine
    obstacle: Obstacle | None
    targets: Sequence[OfferedVariant] = ()


def is_seated(variant: ProductVariant) -> bool:
    return variant.pricing_category is not None and variant.pricing_category.seat_stock_id is not None


def exchangeable_lines(order: Order) -> list[ExchangeableLine]:
    """Return the order's paid lines. A fixed number of statements, and one more for each payment code."""
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
    """Return the obstacle of the whole order: money of the old lines would first pay what else is owed."""
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
    """Return the variants of the lines' products and events, and their own, with all that a line shows."""
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
    """Return the line's targets. Its own variant is one only if it has seats: for another seat."""
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
    """Return the price of the new pieces: the old one if both variants cost the same now or `as_before`; otherwise
    today's, less the line's own discount in percent.
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
    """`piece`: price of one piece. `discount`: off all pieces."""

    piece: Decimal
    discount: Decimal
