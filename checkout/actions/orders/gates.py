"""The checks before a cart is placed. All of them run here again, whatever earlier pages checked."""

import hashlib
import json
from dataclasses import asdict, dataclass
from decimal import Decimal

from cart import rules as cart_rules
from cart.actions import refuse_discount_code, refuse_payment_code
from cart.errors import HoldersMissing, ItemNotAvailable, SeatsMissing
from cart.items.dependent_items import check_dependent_items
from cart.ticket_holders import missing_parts
from checkout.errors import (
    AddressIncomplete,
    AgeNotConfirmed,
    NoDeliveryMethod,
    PaymentMethodUnavailable,
    TermsNotAccepted,
    TotalChanged,
)
from checkout.pricing.checkout import PricedCheckout
from checkout.pricing.postal_address import are_postal


@dataclass(frozen=True)
class PlaceRequest:
    """What the shopper confirmed on the last page. `expected_total`: the amount to pay in euros, without what a payment
    code pays; None if the client names none. The key is one per attempt.
    """

    idempotency_key: str
    expected_total: Decimal | None
    accepted_terms: bool
    accepted_age: bool = False
    newsletter: bool = False

    def confirms(self, total: Decimal) -> bool:
        return self.expected_total is None or (self.expected_total.is_finite() and self.expected_total == total)

    def fingerprint(self) -> str:
        return hashlib.sha256(json.dumps(asdict(self), default=str, sort_keys=True).encode()).hexdigest()


def refuse_incomplete(checkout: PricedCheckout, request: PlaceRequest) -> None:
    """Raise the first reason why this checkout cannot be placed."""
    refuse_lines(checkout, request)
    cart = checkout.cart
    if cart.billing_address is None or not cart.email:
        raise AddressIncomplete
    if checkout.needs_postal_address and not are_postal(cart.billing_address, cart.shipping_address):
        raise AddressIncomplete
    if (cart.shipping_address or cart.billing_address).country_code != cart.country_code:
        raise AddressIncomplete
    if checkout.priced.physical and checkout.shipping is None:
        raise NoDeliveryMethod
    if checkout.payment is None:
        raise PaymentMethodUnavailable
    refuse_unconfirmed(checkout, request)


def refuse_lines(checkout: PricedCheckout, request: PlaceRequest) -> None:
    """Raise the first reason why the cart's lines cannot be sold as they are."""
    if not request.confirms(checkout.due):
        refuse_codes(checkout)
    problems = {line.problem for line in checkout.lines} - {None}
    if problems == {cart_rules.LineProblem.seat_missing}:
        raise SeatsMissing(itemIds=[str(line.line.pk) for line in checkout.lines if line.problem])
    if problems:
        raise ItemNotAvailable
    check_dependent_items([line.item for line in checkout.lines])
    nameless = [str(line.line.pk) for line in checkout.lines if missing_parts(line.item)]
    if nameless:
        raise HoldersMissing(itemIds=nameless)


def refuse_unconfirmed(checkout: PricedCheckout, request: PlaceRequest) -> None:
    """Raise if the buyer has not accepted the terms, the age or the total."""
    if not request.accepted_terms:
        raise TermsNotAccepted
    if checkout.asks_age and not request.accepted_age:
        raise AgeNotConfirmed
    if not request.confirms(checkout.due):
        raise TotalChanged(total=str(checkout.due))


def refuse_codes(checkout: PricedCheckout) -> None:
    """Raise the reason if the total changed because one of the cart's codes became invalid."""
    cart, now, total = checkout.cart, checkout.priced.snapshot.now, str(checkout.due)
    if cart.payment_code is not None:
        refuse_payment_code(cart.payment_code, now, total=total)
    if cart.discount_code is not None:
        refuse_discount_code(cart.discount_code, now, total=total)
