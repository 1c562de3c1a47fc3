"""Why no carrier takes a cart's goods to a country."""

from collections.abc import Sequence
from enum import StrEnum

from cart.pricing.line_texts import line_name, product_or_event
from cart.pricing.priced import PricedLine
from checkout.errors import NoDeliveryMethod
from shop.snapshot import Snapshot

from .options import adults_only, rates_to, shipping_options


class DeliveryObstacle(StrEnum):
    """What keeps goods from being shipped to a country. The first that applies is named."""

    SENDER = "SENDER"  # their owner does not ship there
    AGE = "AGE"  # they are from 18, and no carrier there checks the recipient's age
    WEIGHT = "WEIGHT"
    TOGETHER = "TOGETHER"  # each can be shipped, but no carrier takes all of them


def no_delivery_method(lines: Sequence[PricedLine], country_code: str, snapshot: Snapshot) -> NoDeliveryMethod:
    """Return the error that names goods and obstacle. `lines`: physical ones that no carrier takes together."""
    by_line = [
        (line, obstacle_of([line], country_code, snapshot))
        for line in lines
        if not shipping_options([line], country_code, snapshot)
    ]
    if by_line:
        obstacle = min((found for _line, found in by_line), key=list(DeliveryObstacle).index)
        named = [line for line, found in by_line if found is obstacle]
    else:
        named = list(lines)
        is_heavy = obstacle_of(lines, country_code, snapshot) is DeliveryObstacle.WEIGHT
        obstacle = DeliveryObstacle.WEIGHT if is_heavy else DeliveryObstacle.TOGETHER
    names = dict.fromkeys(line_name(product_or_event(line)) for line in named)
    return NoDeliveryMethod(obstacle=obstacle.value, items=list(names))


def obstacle_of(lines: Sequence[PricedLine], country_code: str, snapshot: Snapshot) -> DeliveryObstacle:
    goods = [(line.variant, line.line.amount) for line in lines]
    rates = rates_to(country_code, goods, snapshot)
    if not rates:
        return DeliveryObstacle.SENDER
    checked = adults_only(goods)
    return (
        DeliveryObstacle.WEIGHT if any(rate.carrier.checks_age == checked for rate in rates) else DeliveryObstacle.AGE
    )
