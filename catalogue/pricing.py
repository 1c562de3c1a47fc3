"""What a loaded variant costs (catalogue §3): the rules over model instances."""

from collections.abc import Iterable

from django.conf import settings

from .models import Price, ProductVariant
from .rules import Cost, country_cost
from .rules import variant_cost as cost_by_rule


def cost_in(country: str, prices: Iterable[Price]) -> Cost | None:
    costs = {price.country_code: Cost(price.price, price.original_price) for price in prices}
    return country_cost(costs, country, settings.PRICE_COUNTRY)


def variant_cost(variant: ProductVariant, country: str = settings.PRICE_COUNTRY) -> Cost | None:
    """Reads `variant.prices` and `variant.product.prices`: prefetch both."""
    product = cost_in(country, variant.product.prices.all()) if variant.product else None
    return cost_by_rule(cost_in(country, variant.prices.all()), product, variant.additional_price)
