"""What a shop's page on shipping and payment lists: every active carrier's rates by country, and the ways to pay."""

from dataclasses import dataclass
from decimal import Decimal

from babel.numbers import format_decimal
from django.utils.translation import get_language

from shop.models import Shop

from .models import CarrierRate
from .payments.interface import Offer, Sale
from .queries import country_name, payment_offers

# A usual order: what a shop offers for it, it offers in general.
USUAL = Decimal(30)


@dataclass(frozen=True, slots=True)
class Rate:
    """A carrier's price in euros, up to so many kilograms as the reader writes them."""

    carrier: str
    description: str
    kilograms: str
    price: Decimal


@dataclass(frozen=True, slots=True)
class Destination:
    name: str
    rates: list[Rate]


@dataclass(frozen=True, slots=True)
class DeliveryTerms:
    destinations: list[Destination]
    payment_methods: list[Offer]


def delivery_terms(shop: Shop) -> DeliveryTerms:
    """In the language in force; one SQL statement."""
    offers = payment_offers(Sale(shop, USUAL, "de", physical=True))
    return DeliveryTerms(destinations(get_language() or "de"), offers)


def destinations(language: str) -> list[Destination]:
    active = CarrierRate.objects.filter(carrier__active=True, country__active=True)
    found: dict[str, Destination] = {}
    for one in active.select_related("carrier").order_by(
        "country__order", "country", "carrier__order", "carrier", "max_weight_grams"
    ):
        name = country_name(one.country_id, language)
        weight = format_decimal(Decimal(one.max_weight_grams) / 1000, locale=language)
        rate = Rate(one.carrier.name, one.carrier.description, weight, one.price)
        found.setdefault(name, Destination(name, [])).rates.append(rate)
    return list(found.values())
