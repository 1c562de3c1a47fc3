"""Whether a loaded variant may be bought just now: the rules over model instances.

Presale and the end of a sale follow the database's clock, which all web processes share.
"""

from datetime import datetime

from catalogue.models import Event, ProductVariant
from catalogue.rules import TicketState, kind_is_sold, ticket_state


def is_for_sale(variant: ProductVariant, now: datetime) -> bool:
    """Active, sold here and, for a ticket, of a kind the event sells, between the presale's start and the event's end.

    Reads the variant's product or event: load it.
    """
    if not variant.active:
        return False
    if variant.event is None:
        return variant.product is not None and variant.product.active and not variant.product.external_url
    event = variant.event
    kind = kind_is_sold(
        physical=variant.physical, only_online=event.only_online_tickets, only_hard=event.only_hard_tickets
    )
    return event.active and kind and state_of(event, now) is TicketState.ON_SALE


def is_root(variant: ProductVariant) -> bool:
    """Of a bundle, which is sold with its parts only. Reads the variant's product: load it."""
    return variant.product is not None and variant.product.root


def state_of(event: Event, now: datetime) -> TicketState:
    """By its dates, whatever is left of its tickets."""
    return ticket_state(
        now=now,
        happening_from=event.happening_from,
        happening_until=event.happening_until,
        external_link=event.external_link,
        presale_at=event.presale_at,
        available=True,
    )
