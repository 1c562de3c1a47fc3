"""Carriers that take goods to a country, with price and time of delivery."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from cart.pricing.priced import PricedLine, shipping_window_of
from catalogue.models import ProductVariant
from checkout import rules
from checkout.models import Carrier, CarrierRate, Delivery
from shop.snapshot import Snapshot

from .reach import RATES, active_rates, offered_by, senders_of

TICKET_GRAMS = 20


@dataclass(frozen=True)
class ShippingOption:
    """A carrier for these goods and this country, with price and estimated arrival."""

    carrier: Carrier
    price: Decimal
    estimate: rules.Estimate

    @property
    def id(self) -> str:
        return str(self.carrier.pk)


Goods = Sequence[tuple[ProductVariant, int]]
"""Variants, with their products, that are shipped together, and the pieces of each."""


def shipping_options(
    lines: Iterable[PricedLine], country_code: str, snapshot: Snapshot, beside: Goods = ()
) -> list[ShippingOption]:
    """Return carriers for the physical lines, the cheapest rate by weight. Empty if nothing is shipped or no carrier
    takes it.

    Goods from 18 ship only with carriers that check the recipient's age, and nothing else does. Only carriers that the
    shop and all owners of the goods offer. `beside`: what is in the parcel already.
    """
    shipped = [line for line in lines if line.physical]
    if not shipped:
        return []
    goods = [*((line.variant, line.line.amount) for line in shipped), *beside]
    weight = sum(weight_of(variant) * amount for variant, amount in goods)
    checks_age = adults_only(goods)
    best: dict[int, CarrierRate] = {}
    for rate in rates_to(country_code, goods, snapshot):
        if rate.max_weight_grams < weight or rate.carrier.checks_age != checks_age:
            continue
        if not rate.carrier.only_single_disc or is_single_disc(goods):
            best.setdefault(rate.carrier_id, rate)
    ready = shipping_window_of(shipped)
    today = timezone.localdate(snapshot.now)
    options = [
        ShippingOption(
            rate.carrier,
            rate.price,
            rules.estimate(
                today=today,
                country_code=country_code,
                ready=ready,
                on_the_way=(rate.days_from, rate.days_until),
            ),
        )
        for rate in best.values()
    ]
    return sorted(options, key=lambda option: (option.carrier.order, option.carrier.pk))


def rates_to(country_code: str, goods: Goods, snapshot: Snapshot) -> list[CarrierRate]:
    """Return the rates to the country that the shop and all owners of the goods offer, whatever the goods weigh."""
    senders = senders_of(snapshot.shop, (variant for variant, _amount in goods))
    offered = offered_by(senders, snapshot.cached_values(RATES, ["active"])["active"])
    return [rate for rate in offered if rate.country_id == country_code]


def adults_only(goods: Goods) -> bool:
    return any(variant.product is not None and variant.product.over_18 for variant, _amount in goods)


def weight_of(variant: ProductVariant) -> int:
    """Return the weight of one piece in grams."""
    return variant.product.weight_grams if variant.product else TICKET_GRAMS


def rate_for(delivery: Delivery, country_code: str) -> CarrierRate | None:
    """Return the rate of the delivery's own carrier in another country, by its weight. None if it does not ship
    there.
    """
    lines = delivery.lines.counting().select_related("variant__product")
    weight = sum(weight_of(line.variant) * line.amount for line in lines)
    there = [
        rate for rate in active_rates() if (rate.country_id, rate.carrier_id) == (country_code, delivery.carrier_id)
    ]
    return next((rate for rate in there if rate.max_weight_grams >= weight), None)


def is_single_disc(goods: Goods) -> bool:
    """Return whether the goods are one disc alone: it ships as a letter (purchase §9)."""
    [(variant, amount), *more] = goods
    return not more and amount == 1 and variant.product is not None and variant.product.parcel_kind == "disc"
