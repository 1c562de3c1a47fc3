"""Whether a loaded variant can be bought now: the rules applied to model instances.

Presale and the end of a sale follow the database's clock, which all web processes share.
"""

from datetime import datetime

from catalogue.models import Event, ProductVariant
from catalogue.rules import TicketState, kind_is_sold, ticket_state


def is_for_sale(variant: ProductVariant, now: datetime) -> bool:
    """True if the variant is active and sold here. A ticket must also be of a kind that its event sells, between
    presale and the event's end, unless the event is stopped, cancelled or postponed.

    Load the variant's product or event.
    """
    if not variant.active:
        return False
    if variant.event is None:
        return variant.product is not None and variant.product.active and not variant.product.external_url
    event = variant.event
    kind = kind_is_sold(
        physical=variant.physical, only_online=event.only_online_tickets, only_hard=event.only_hard_tickets
    )
    return event.is_sold and kind and state_of(event, now) is TicketState.ON_SALE


def is_root(variant: ProductVariant) -> bool:
    """True if the variant is of a bundle's root, which is sold with its parts only. Load the variant's product."""
    return variant.product is not None and variant.product.root


def state_of(event: Event, now: datetime) -> TicketState:
    """Return the state by the event's dates, whatever is left of its tickets."""
    return ticket_state(
        now=now,
        happening_from=event.happening_from,
        happening_until=event.happening_until,
        external_link=event.external_link,
        presale_at=event.presale_at,
        available=True,
        state=event.state,
    )
