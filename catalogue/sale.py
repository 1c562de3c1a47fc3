"""Whether a loaded variant may be bought just now: the rules over model instances.

Presale and the end of a sale follow the database's clock, which all web processes share: `with_clock` reads it with
the variants themselves.
"""

from django.db.models import QuerySet
from django.db.models.functions import Now

from .models import ProductVariant
from .rules import TicketState, kind_is_sold, ticket_state


def with_clock(variants: QuerySet[ProductVariant]) -> QuerySet[ProductVariant]:
    """Variants with `read_at`, the database's time when their statement began."""
    return variants.annotate(read_at=Now())  # type: ignore[no-redef]


def is_for_sale(variant: ProductVariant) -> bool:
    """Active, sold here and, for a ticket, of a kind the event sells, between the presale's start and the event's end.

    The variant comes from `with_clock`, its product or event with it.
    """
    if not variant.active:
        return False
    if variant.event is None:
        return variant.product is not None and variant.product.active and not variant.product.external_url
    event = variant.event
    state = ticket_state(
        now=variant.read_at,
        happening_from=event.happening_from,
        happening_until=event.happening_until,
        external_link=event.external_link,
        presale_at=event.presale_at,
        available=True,
    )
    kind = kind_is_sold(
        physical=variant.physical, only_online=event.only_online_tickets, only_hard=event.only_hard_tickets
    )
    return event.active and kind and state is TicketState.ON_SALE
