"""Countries and carriers of a purchase. Shops may leave some of the operator's out.

Goods ship to countries, and with carriers, that the selling shop and all their owners offer. Staff who correct an
order's address are bound only by the operator's countries.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import Coalesce

from cart.models import CartLine
from cart.queries import open_cart
from catalogue.models import ProductVariant
from checkout.models import Carrier, CarrierRate, Country
from sessions_queue.models import VisitorSession
from shop.core.database.compiled_statements import ModelStatement
from shop.core.database.versioned_cache import VersionedCache
from shop.models import Shop

Senders = frozenset[int]
"""Ids of the selling shop and of the owners of the shipped goods."""


def senders_of(shop: Shop, variants: Iterable[ProductVariant]) -> Senders:
    """`variants`: with their products or events."""
    sellables = [variant.product or variant.event for variant in variants if variant.physical]
    return frozenset([shop.pk, *(sellable.owner_id for sellable in sellables if sellable is not None)])


def senders_in(shop: Shop, session: VisitorSession | None) -> Senders:
    """Return the senders of the session's cart in this shop."""
    cart = open_cart(session)
    if cart is None:
        return senders_of(shop, [])
    owner = Coalesce("variant__product__owner", "variant__event__owner")
    shipped = CartLine.objects.filter(cart=cart, variant__physical=True)
    return frozenset([shop.pk, *shipped.annotate(sender=owner).values_list("sender", flat=True).distinct()])


def active_countries(senders: Senders = frozenset()) -> list[Country]:
    """Return the countries to which all senders deliver. Without senders, all of the operator's."""
    return list(Country.objects.filter(active=True).exclude(pk__in=left_out(senders)))


def left_out(senders: Senders) -> QuerySet:
    return Country.not_in.through.objects.filter(shop__in=senders).values("country")


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


# All shops have the same rates, each with the shops that leave them out; a change to these raises the version of each.
RATES = VersionedCache[Shop, str, list[CarrierRate]](lambda _shop, keys: dict.fromkeys(keys, active_rates()), most=1000)


def offered_by(senders: Senders, rates: Iterable[CarrierRate]) -> list[CarrierRate]:
    """Filter `active_rates` by what all senders offer."""
    noted: Iterable[Any] = rates
    return [rate for rate in noted if senders.isdisjoint([*rate.without_carrier, *rate.without_country])]
