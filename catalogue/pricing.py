"""What a variant costs in a country (catalogue §3): pure functions over loaded rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings

from .models import Price, ProductVariant


@dataclass(frozen=True)
class Cost:
    """A gross price in euros and, if struck, what it was before."""

    price: Decimal
    original_price: Decimal | None = None


def price_row(prices: Iterable[Price], country: str) -> Price | None:
    """The row of the country, else that of the price country."""
    by_country = {price.country_code: price for price in prices}
    return by_country.get(country) or by_country.get(settings.PRICE_COUNTRY)


def variant_cost(variant: ProductVariant, country: str = settings.PRICE_COUNTRY) -> Cost | None:
    """A price of the variant's own wins; else the product's plus the surcharge. None: it has no price, nobody buys it.

    Reads `variant.prices` and `variant.product.prices`: prefetch both.
    """
    own = price_row(variant.prices.all(), country)
    if own is not None:
        return Cost(own.price, own.original_price)
    base = price_row(variant.product.prices.all(), country) if variant.product else None
    if base is None:
        return None
    original = None if base.original_price is None else base.original_price + variant.additional_price
    return Cost(base.price + variant.additional_price, original)
