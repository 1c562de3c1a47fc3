"""Stocks of imported variants: the file's quantity moves the capacity by its difference (docs/decisions)."""

from catalogue.errors import CapacityTooSmall
from catalogue.locks import lock_stocks
from catalogue.models import ImportedVariant, Stock, StockUse
from catalogue.stock.actions import create_stock, limit_variant, set_capacity

from .plan import VariantPlan
from .target import Target


def write_stock(target: Target, plan: VariantPlan, known: ImportedVariant) -> None:
    """Begin, end or change the stock that the variant draws on. Changes `known`, which the caller saves."""
    parsed = plan.parsed.stock
    if parsed is None:
        return
    if "tracked" in plan.changed:
        if not parsed.tracked:
            # The stock stays, with what was sold from it; the variant just draws on it no longer.
            StockUse.objects.filter(variant=known.variant, stock=known.stock).delete()
        elif known.stock is None:
            known.stock = create_stock(owner=target.shop, name=str(known.variant), capacity=parsed.quantity or 0)
            known.quantity = parsed.quantity
            limit_variant(variant=known.variant, stock=known.stock)
            return
        else:
            limit_variant(variant=known.variant, stock=known.stock)
    if parsed.tracked and parsed.quantity is not None and parsed.quantity != known.quantity:
        if known.stock is None:  # staff made the variant unlimited
            known.quantity = parsed.quantity
        else:
            change_capacity(target, plan, known, known.stock, parsed.quantity)


def change_capacity(target: Target, plan: VariantPlan, known: ImportedVariant, stock: Stock, quantity: int) -> None:
    """Move the capacity by what the quantity changed, never below what is taken; the next import makes up for it."""
    (locked,) = lock_stocks([stock.pk])
    capacity = locked.capacity
    before = capacity if known.quantity is None else known.quantity
    wanted = max(0, capacity + quantity - before)
    try:
        set_capacity(stock=stock, capacity=wanted)
        known.quantity = quantity
    except CapacityTooSmall as error:
        wanted = int(error.extensions["taken"])
        if wanted != capacity:
            set_capacity(stock=stock, capacity=wanted)
        known.quantity = before + wanted - capacity
        target.remark(
            plan.parsed.line,
            "quantity",
            f"{quantity} is fewer than are sold and in carts; no piece is free now, {wanted} are taken.",
        )
    plan.quantity_change = wanted - capacity
