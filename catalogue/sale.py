"""Whether a loaded variant may be bought just now: the rules over model instances."""

from datetime import datetime

from .models import ProductVariant
from .rules import TicketState, ticket_state


def is_for_sale(variant: ProductVariant, now: datetime) -> bool:
    """Active, sold here and, for a ticket, between the start of the presale and the end of the event."""
    if not variant.active:
        return False
    if variant.event is None:
        return variant.product is not None and variant.product.active and not variant.product.external_url
    event = variant.event
    state = ticket_state(
        now=now,
        happening_from=event.happening_from,
        happening_until=event.happening_until,
        external_link=event.external_link,
        presale_at=event.presale_at,
        available=True,
    )
    return event.active and state is TicketState.ON_SALE
