"""What a buyer is charged for an order now, without what ended, was exchanged or was refunded. Amounts are euros."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from checkout.models import Order, OrderLine, Placement
from checkout.rules import TaxedLine, VatShare, vat_share, vat_split
from shop.core.values.money import NOTHING


@dataclass(frozen=True)
class Charged:
    """`items` less `discount` plus `shipping` is `total`. `credit`: what payment codes pay of it."""

    items: Decimal
    discount: Decimal
    shipping: Decimal
    total: Decimal
    credit: Decimal
    vat: list[VatShare]

    @property
    def due(self) -> Decimal:
        return max(self.total - self.credit, NOTHING)


def charged(order: Order, placements: Sequence[Placement]) -> Charged:
    """Return what is charged for these placements of an order that `access_order` read: for cancelled ones what was
    ordered.
    """
    total = sum((one.total if one.cancelled_at else one.owed for one in placements), NOTHING)
    shipping = sum((one.shipping_total if one.cancelled_at else one.shipping_owed for one in placements), NOTHING)
    discount = sum((discount_of(one) for one in placements), NOTHING)
    credit = sum((one.credit for one in placements), NOTHING) - order.returned_to_codes
    return Charged(total - shipping + discount, discount, shipping, total, credit, vat_of(placements))


def is_as_ordered(placement: Placement) -> bool:
    return placement.cancelled_at is not None or placement.owed == placement.total


def discount_of(placement: Placement) -> Decimal:
    if is_as_ordered(placement):
        return placement.discount_total
    return sum((line.discount for line in placement.lines.all() if line.invalidated_at is None), NOTHING)


def vat_of(placements: Iterable[Placement]) -> list[VatShare]:
    """Return the placements' VAT together, by tax."""
    shares = sorted((share for one in placements for share in vat_shares(one)), key=lambda share: share.tax)
    return [
        vat_share(tax, gross=sum((one.gross for one in same), NOTHING), vat=sum((one.vat for one in same), NOTHING))
        for tax, same in ((tax, list(group)) for tax, group in groupby(shares, key=lambda share: share.tax))
    ]


def vat_shares(placement: Placement) -> list[VatShare]:
    """Return the shares as they were ordered, or those of what is still charged."""
    if is_as_ordered(placement):
        return [vat_share(one.tax, gross=one.gross, vat=one.vat) for one in placement.vat_shares.all()]
    lines = [TaxedLine(charged_for(line), line.tax, line.physical) for line in placement.lines.all()]
    return [share for share in vat_split(lines, placement.shipping_owed) if share.gross]


def charged_for(line: OrderLine) -> Decimal:
    """Return what is charged for a line, by the rules of `order_state.with_owed`."""
    return line.retained if line.invalidated_at else line.reduced_total - line.refunded
