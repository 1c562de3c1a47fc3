"""The contents of a shop's page on shipping and payment: carriers' rates by country, and payment methods."""

from dataclasses import dataclass
from decimal import Decimal

from babel.numbers import format_decimal

from checkout.models import CarrierRate
from checkout.payments.interface import PaymentContext, PaymentOffer
from checkout.shipping.reach import active_rates, offered_by, senders_of
from shop.core.values.countries import country_name
from shop.core.values.languages import active_language
from shop.models import Shop

from .offers import payment_offers

GERMANY = "de"
# A usual order: its payment methods stand for all orders.
USUAL = Decimal(30)


@dataclass(frozen=True, slots=True)
class DeliveryRate:
    """A carrier's price in euros, up to so many kilograms as the reader writes them. `days`: working days in
    transit.
    """

    carrier: str
    description: str
    kilograms: str
    price: Decimal
    days: str


@dataclass(frozen=True, slots=True)
class DeliveryCountry:
    name: str
    rates: list[DeliveryRate]


@dataclass(frozen=True, slots=True)
class DeliveryCost:
    """The lowest price in euros. `varies`: higher weights or other carriers cost more."""

    lowest: Decimal
    varies: bool


@dataclass(frozen=True, slots=True)
class DeliveryTerms:
    """`parcel` and `single_disc`: prices within Germany, for texts that name one figure. None if no carrier
    takes them.
    """

    destinations: list[DeliveryCountry]
    payment_methods: list[PaymentOffer]
    parcel: DeliveryCost | None
    single_disc: DeliveryCost | None


def delivery_terms(shop: Shop) -> DeliveryTerms:
    """Return the terms in the active language. One SQL statement."""
    rates = offered_by(senders_of(shop, []), active_rates())
    offers = payment_offers(PaymentContext(shop, USUAL, GERMANY, physical=True))
    at_home = [one for one in rates if one.country_id == GERMANY]
    return DeliveryTerms(
        destinations(rates, active_language()),
        offers,
        parcel=cost([one.price for one in at_home if not one.carrier.only_single_disc and not one.carrier.checks_age]),
        single_disc=cost([one.price for one in at_home if one.carrier.only_single_disc]),
    )


def cost(prices: list[Decimal]) -> DeliveryCost | None:
    return DeliveryCost(min(prices), varies=len(set(prices)) > 1) if prices else None


def destinations(rates: list[CarrierRate], language: str) -> list[DeliveryCountry]:
    found: dict[str, DeliveryCountry] = {}
    for one in rates:
        name = country_name(one.country_id, language)
        weight = format_decimal(Decimal(one.max_weight_grams) / 1000, locale=language)
        rate = DeliveryRate(
            one.carrier.name, one.carrier.description, weight, one.price, f"{one.days_from}–{one.days_until}"
        )
        found.setdefault(name, DeliveryCountry(name, [])).rates.append(rate)
    return list(found.values())
