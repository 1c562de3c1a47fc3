"""What a loaded variant costs (catalogue §3): the rules applied to model instances."""

from collections.abc import Iterable

from django.conf import settings

from catalogue.models import Price, Product, ProductVariant
from catalogue.rules import Cost, country_cost
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
