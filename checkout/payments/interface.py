from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol

from checkout.models import Payment
from shop.models import Shop


@dataclass(frozen=True)
class Sale:
    """What a provider must know to say whether it is offered; country as two small letters.

    `total`: what is to pay in euros, without what a payment code pays.
    """

    shop: Shop
    total: Decimal
    country_code: str
    physical: bool


@dataclass(frozen=True)
class Offer:
    """A payment method as the shopper chooses it (purchase §3)."""

    id: str
    name: str
    description: str


@dataclass(frozen=True)
class Start:
    """What happens after the order is placed: `done`, or a provider's page at `url`."""

    next: str = "done"
    url: str = ""
    details: Mapping[str, str] = field(default_factory=dict)


class PaymentProvider(Protocol):
    """offer, start, (ledger.captured), refund: what every way to pay can do.

    Money that arrives is booked by `ledger.captured` alone, whoever reports it; a provider never marks an order paid.
    """

    id: str
    reference_prefix: str

    def offer(self, sale: Sale) -> Offer | None:
        """How the method presents itself for this sale, or None if it is not offered."""
        ...

    def start(self, payment: Payment) -> Start:
        """Begin a payment that was created with its order, outside of that transaction."""
        ...

    def refund(self, payment: Payment, amount: Decimal) -> str:
        """Send money back; returns the provider's id of the refund for the ledger."""
        ...
