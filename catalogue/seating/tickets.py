"""Tickets of a seated category draw on the stock of its seats (design §4); the one place that links them."""

from typing import Any

from django.db import transaction

from catalogue.models import PricingCategory, ProductVariant, StockUse
from catalogue.stock.actions import limit_variant


@transaction.atomic
def link_ticket(*, variant: ProductVariant) -> None:
    """Let a ticket draw on the seats of its category, and on those of no other."""
    category = variant.pricing_category
    others = StockUse.objects.filter(variant=variant).exclude(stock__seated_category=None)
    if category is not None and category.seat_stock_id is not None:
        others = others.exclude(stock=category.seat_stock_id)
    others.delete()
    if category is not None and category.seat_stock is not None:
        limit_variant(variant=variant, stock=category.seat_stock)


@transaction.atomic
def link_tickets(*, category: PricingCategory) -> None:
    """The same for all tickets of a category."""
    for variant in category.variants.select_related("pricing_category__seat_stock"):
        link_ticket(variant=variant)


def ticket_saved(*, instance: ProductVariant, **_more: Any) -> None:
    """Receives `post_save`."""
    if instance.event_id is not None:
        link_ticket(variant=instance)
