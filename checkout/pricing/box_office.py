"""What staff sell or give away for an event, at the door or for the guest list (docs/decisions/0062)."""

from cart.queries import with_line_data
from catalogue.models import Event, ProductVariant
from catalogue.pricing.variants import variant_cost
from catalogue.stock.queries import free_pieces

from .exchanges import OfferedVariant


def on_sale(event: Event) -> list[OfferedVariant]:
    """Return the event's kinds of tickets that are issued as a number, at their price at home. Ignores whether online
    sale has begun or ended or was stopped, regards what is left. Nothing for an event that does not take place.
    Fixed number of statements.
    """
    if event.state in (Event.State.CANCELLED, Event.State.POSTPONED):
        return []
    found = ProductVariant.objects.filter(event=event, active=True, physical=False)
    variants = list(with_line_data(found, event.owner).order_by("pricing_category__order", "pk"))
    free = free_pieces({use.stock_id for one in variants for use in one.stock_uses.all()})
    return [
        OfferedVariant(one, cost.price, min((free[use.stock_id] for use in one.stock_uses.all()), default=None))
        for one in variants
        if (cost := variant_cost(one)) is not None
    ]
