"""Stocks of imported variants: a changed quantity in the file changes the capacity by the difference
(docs/decisions).
"""

from catalogue.errors import CapacityTooSmall
from catalogue.locks import lock_stocks
from catalogue.models import ImportedVariant, Stock, StockUse
from catalogue.stock.actions import create_stock, limit_variant, set_capacity

from .plan import VariantPlan
from .target import ImportTarget


def write_stock(target: ImportTarget, plan: VariantPlan, existing: ImportedVariant) -> None:
    """Create, disconnect or change the stock that the variant draws on. Changes `existing`, which the caller must
    save.
    """
    parsed = plan.parsed.stock
    if parsed is None:
        return
    if "tracked" in plan.changed:
        if not parsed.tracked:
            # The stock stays, with what was sold from it; the variant just draws on it no longer.
            StockUse.objects.filter(variant=existing.variant, stock=existing.stock).delete()
        elif existing.stock is None:
            existing.stock = create_stock(owner=target.shop, name=str(existing.variant), capacity=parsed.quantity or 0)
            existing.quantity = parsed.quantity
            limit_variant(variant=existing.variant, stock=existing.stock)
            return
        else:
            limit_variant(variant=existing.variant, stock=existing.stock)
    if parsed.tracked and parsed.quantity is not None and parsed.quantity != existing.quantity:
        if existing.stock is None:  # staff made the variant unlimited
            existing.quantity = parsed.quantity
        else:
            change_capacity(target, plan, existing, existing.stock, parsed.quantity)


def change_capacity(
    target: ImportTarget, plan: VariantPlan, existing: ImportedVariant, stock: Stock, quantity: int
) -> None:
    """Change the capacity by the difference of the quantities, but not below what is held and sold; the next import
    makes up for the rest. Locks the stock.
    """
    (locked,) = lock_stocks([stock.pk])
    capacity = locked.capacity
    before = capacity if existing.quantity is None else existing.quantity
    wanted = max(0, capacity + quantity - before)
    try:
        set_capacity(stock=stock, capacity=wanted)
        existing.quantity = quantity
    except CapacityTooSmall as error:
        wanted = int(error.extensions["taken"])
        if wanted != capacity:
            set_capacity(stock=stock, capacity=wanted)
        existing.quantity = before + wanted - capacity
        target.remark(
            plan.parsed.line,
            "quantity",
            f"{quantity} is fewer than are sold and in carts; no piece is free now, {wanted} are taken.",
        )
    plan.quantity_change = wanted - capacity
