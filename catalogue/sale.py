"""Whether a variant may be bought just now; pure functions over loaded rows."""

from datetime import datetime

from .models import Event, ProductVariant


def presale_has_begun(event: Event, now: datetime) -> bool:
    return event.presale_at is None or event.presale_at <= now


def is_over(event: Event, now: datetime) -> bool:
    return (event.happening_until or event.happening_from) < now


def is_for_sale(variant: ProductVariant, now: datetime) -> bool:
    """Active, sold here and, for a ticket, between the start of the presale and the end of the event."""
    if not variant.active:
        return False
    if variant.event is not None:
        event = variant.event
        return event.active and not event.external_link and presale_has_begun(event, now) and not is_over(event, now)
    return variant.product is not None and variant.product.active and not variant.product.external_url
