"""Countries and carriers of a purchase. Shops may leave some of the operator's out.

Goods ship to countries, and with carriers, that the selling shop and all their owners offer. Staff who correct an
order's address are bound only by the operator's countries.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef

from cart.queries import CartContents, contents_of, open_cart
from catalogue.models import ProductVariant
from checkout.models import Carrier, CarrierRate, Country
from sessions_queue.models import VisitorSession
from shop.core.database.compiled_statements import ModelStatement
from shop.core.database.versioned_cache import VersionedCache
from shop.models import Shop
from shop.snapshot import Snapshot, read_snapshot

Senders = frozenset[int]
"""Ids of the selling shop and of the owners of the shipped goods."""


def senders_of(shop: Shop, variants: Iterable[ProductVariant]) -> Senders:
    """`variants`: with their products or events."""
    sellables = [variant.product or variant.event for variant in variants if variant.physical]
    return frozenset([shop.pk, *(sellable.owner_id for sellable in sellables if sellable is not None)])


@cache
def countries_in_order() -> ModelStatement[Country]:
    links = Country.not_in.through.objects.filter(country=OuterRef("pk"))
    return ModelStatement(
        Country.objects.filter(active=True).annotate(without_country=ArraySubquery(links.values("shop")))
    )


def active_countries() -> list[Country]:
    """Return all countries of the operator."""
    return countries_in_order().run()


# All shops have the same countries and rates, each with the shops that leave it out; a change to these raises the
# version of each shop.
COUNTRIES = VersionedCache[Shop, str, list[Country]](
    lambda _shop, keys: dict.fromkeys(keys, active_countries()), most=1000
)


def countries_of(senders: Senders, snapshot: Snapshot) -> list[Country]:
    """Return the countries to which all senders deliver."""
    noted: Iterable[Any] = snapshot.cached_values(COUNTRIES, ["active"])["active"]
    return [country for country in noted if senders.isdisjoint(country.without_country)]


def countries_of_shop(shop: Shop) -> list[Country]:
    return countries_of(senders_of(shop, []), read_snapshot(shop))


def countries_of_contents(contents: CartContents) -> list[Country]:
    """Return the countries to which all that is in the cart can be delivered."""
    return countries_of(senders_of(contents.cart.shop, (line.variant for line in contents.lines)), contents.snapshot)


def countries_of_session(shop: Shop, session: VisitorSession | None) -> list[Country]:
    """Return those of the session's cart in this shop; without a cart, the shop's."""
    cart = open_cart(session)
    return countries_of_contents(contents_of(cart)) if cart else countries_of_shop(shop)


@cache
def rates_in_order() -> ModelStatement[CarrierRate]:
    active = CarrierRate.objects.filter(carrier__active=True, country__active=True).select_related("carrier")
    without = {
        "without_carrier": Carrier.not_in.through.objects.filter(carrier=OuterRef("carrier")),
        "without_country": Country.not_in.through.objects.filter(country=OuterRef("country")),
    }
    noted = active.annotate(**{name: ArraySubquery(links.values("shop")) for name, links in without.items()})
    return ModelStatement(noted.order_by("country__order", "country", "carrier__order", "carrier", "max_weight_grams"))


def active_rates() -> list[CarrierRate]:
    return rates_in_order().run()


RATES = VersionedCache[Shop, str, list[CarrierRate]](lambda _shop, keys: dict.fromkeys(keys, active_rates()), most=1000)


def offered_by(senders: Senders, rates: Iterable[CarrierRate]) -> list[CarrierRate]:
    """Filter `active_rates` by what all senders offer."""
    noted: Iterable[Any] = rates
    return [rate for rate in noted if senders.isdisjoint([*rate.without_carrier, *rate.without_country])]
