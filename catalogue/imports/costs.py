"""Prices of a product and its variants in as few rows as possible; the reverse of `catalogue.pricing.variants`."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from .parsed import ParsedCost


@dataclass(frozen=True)
class VariantCost:
    """The surcharge on the product's price. `own`: a price of the variant's own, if no surcharge can express it."""

    surcharge: Decimal
    own: ParsedCost | None = None


def base_cost(costs: Sequence[ParsedCost]) -> ParsedCost:
    """Return the product's price: the lowest, with the struck price of the first variant at that price."""
    return min(costs, key=lambda cost: cost.price)


def variant_cost(base: ParsedCost, cost: ParsedCost) -> VariantCost:
    """Return the variant's surcharge. The product's struck price rises with it; a variant with another struck price
    gets a price of its own.
    """
    surcharge = cost.price - base.price
    implied = None if base.original is None else base.original + surcharge
    return VariantCost(surcharge, None if cost.original == implied else cost)
