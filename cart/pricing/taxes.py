"""VAT of a cart: goods by their destination, downloads by the buyer's country, tickets by the event's country."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from cart.models import Address, Cart
from catalogue.models import ProductVariant
from shop.vat.rule import Tax, TaxedThing, vat_rate_of
from shop.vat.territories import Destination


@dataclass(frozen=True)
class Destinations:
    """Where the goods are shipped, and where the buyer lives."""

    goods: Destination
    buyer: Destination

    @classmethod
    def of_country(cls, country: str) -> Self:
        return cls(Destination(country), Destination(country))


def destinations_of(cart: Cart) -> Destinations:
    """Return the destinations as far as known. A country chosen after the addresses overrides them."""
    billing, shipping = cart.billing_address, cart.shipping_address or cart.billing_address
    if billing is None or shipping is None or shipping.country_code != cart.country_code:
        return Destinations.of_country(cart.country_code)
    return destinations_by(shipping, billing)


def destinations_by(shipping: Address, billing: Address) -> Destinations:
    return Destinations(destination_of(shipping), destination_of(billing))


def destination_of(address: Address) -> Destination:
    return Destination(address.country_code, address.post_code, address.city)


def tax_of(variant: ProductVariant, destinations: Destinations, day: date) -> Tax:
    """Return the tax of a variant. It must be read by `queries.with_line_columns`."""
    loaded: Any = variant
    sellable, event = variant.event or variant.product, variant.event
    assert sellable is not None
    taxed = TaxedThing(
        rate=sellable.vat_rate,
        seller_country=loaded.seller_country,
        oss_from=loaded.oss_from,
        is_shipped=variant.physical,
        event_country=event.venue.country_code if event else None,
    )
    return vat_rate_of(taxed, destinations.goods if variant.physical else destinations.buyer, day)
