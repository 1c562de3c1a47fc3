"""What of an event staff sell or give away themselves, at the door or for the guest list (docs/decisions/0062)."""

from cart.queries import with_line_data
from catalogue.models import Event, ProductVariant
from catalogue.pricing.costs import variant_cost
from catalogue.stock.queries import free_pieces

from .exchanges import OfferedVariant


def on_sale(event: Event) -> list[OfferedVariant]:
    """The event's kinds of tickets that go out as a number, with what they cost at home: whether their sale online has
    begun or is over does not matter, what is left of them does. By a fixed number of statements.
    """
    found = ProductVariant.objects.filter(event=event, active=True, physical=False)
    variants = list(with_line_data(found, event.owner).order_by("pricing_category__order", "pk"))
    free = free_pieces({use.stock_id for one in variants for use in one.stock_uses.all()})
    return [
        OfferedVariant(one, cost.price, min((free[use.stock_id] for use in one.stock_uses.all()), default=None))
        for one in variants
        if (cost := variant_cost(one)) is not None
    ]
