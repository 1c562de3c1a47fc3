"""How a product's variants are priced with as few rows as possible; the reverse of `catalogue.pricing.costs`."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from .parsed import ParsedCost


@dataclass(frozen=True)
class VariantCost:
    """The surcharge on the product's price; `own` is set where a surcharge cannot say it."""

    surcharge: Decimal
    own: ParsedCost | None = None


def base_cost(costs: Sequence[ParsedCost]) -> ParsedCost:
    """The product's price: the lowest, with the struck price of its first variant at that price."""
    return min(costs, key=lambda cost: cost.price)


def variant_cost(base: ParsedCost, cost: ParsedCost) -> VariantCost:
    """A struck price rises with the surcharge. A variant whose struck price does not needs a price of its own."""
    surcharge = cost.price - base.price
    implied = None if base.original is None else base.original + surcharge
    return VariantCost(surcharge, None if cost.original == implied else cost)
