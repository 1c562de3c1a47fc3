"""Whether a cart or an order needs its buyer's postal address (docs/decisions/0093)."""

from decimal import Decimal

from cart.models import Address
from catalogue.models import ProductVariant
from checkout.models import Order
from checkout.rules import POSTAL, AddressReason, needs_postal_address


def address_reason(variant: ProductVariant, gross: Decimal, *, physical: bool) -> AddressReason:
    """Return what a line of this variant says about its buyer's address."""
    if variant.event is not None:
        return AddressReason(gross, physical, event_wants_it=variant.event.needs_postal_address)
    assert variant.product is not None
    return AddressReason(gross, physical, has_vat_by_place=not physical and variant.product.vat_rate > 0)


def order_needs_postal_address(order: Order) -> bool:
    """Return whether an invoice, a parcel or an event of the order needs it. Each placement has invoices of its own."""
    placements = order.placements.live().prefetch_related("lines__variant__event", "lines__variant__product")
    return any(
        needs_postal_address(
            [
                address_reason(line.variant, line.reduced_total, physical=line.physical)
                for line in placement.lines.all()
            ],
            placement.total,
        )
        for placement in placements
    )


def addresses_to_keep(order: Order) -> list[Address]:
    """Return the order's addresses of which staff may leave out no street, postal code or city: those that have them,
    if the order needs them. Buyers whose address was asked for only since then gave none.
    """
    addresses = (order.shipping_address, order.billing_address)
    return [one for one in addresses if are_postal(one)] if order_needs_postal_address(order) else []


def are_postal(*addresses: Address | None) -> bool:
    """Return whether street, postal code and city of each address are known. None: there is no such address."""
    return all(getattr(address, field) for address in addresses if address for field in POSTAL)
