"""What a loaded variant costs (catalogue §3), and whether it can be bought now: the rules applied to model instances.

Presale and the end of a sale follow the database's clock, which all web processes share.
"""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings

from catalogue.models import Event, Price, Product, ProductVariant
from catalogue.rules import Cost, TicketState, country_cost, kind_is_sold, ticket_state
from catalogue.rules import variant_cost as cost_by_rule

from .reductions import PriceSince, lawful_cost


def cost_in(country: str, prices: Iterable[Price]) -> Cost | None:
    costs = {price.country_code: Cost(price.price, price.original_price) for price in prices}
    return country_cost(costs, country, settings.PRICE_COUNTRY)


def variant_cost(variant: ProductVariant, country: str = settings.PRICE_COUNTRY) -> Cost | None:
    """Return the variant's price in a country. Prefetch `variant.prices` and `variant.product.prices`."""
    product = cost_in(country, variant.product.prices.all()) if variant.product else None
    return cost_by_rule(cost_in(country, variant.prices.all()), product, variant.additional_price)


def has_unlawful_struck_price(product: Product) -> bool:
    """True if staff struck a price that may not be shown, because no price of the 30 days before was higher."""
    variants = product.variants.filter(active=True).prefetch_related("prices", "product__prices", "price_points")
    for variant in variants:
        cost = variant_cost(variant)
        if cost is not None and cost.original_price is not None and cost.original_price != cost.price:
            asked = [one for one in variant.price_points.all() if one.country_code == settings.PRICE_COUNTRY]
            history = [PriceSince(one.since, one.price) for one in reversed(asked)]
            if lawful_cost(cost, history).original_price is None:
                return True
    return False


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
