"""A cart with all that the checkout derives from it: carriers, payment methods, totals, VAT."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from functools import cached_property

from django.utils import timezone

from cart.models import Cart
from cart.pricing.priced import PricedCart, PricedLine, priced_contents
from cart.pricing.taxes import Destinations, tax_of
from cart.queries import CartContents, contents_of
from cart.rules import demand
from catalogue.transfer_share import may_wait_for_transfer
from checkout import rules
from checkout.orders.deadlines import no_transfer_from
from checkout.payments.interface import PaymentContext, PaymentOffer
from checkout.pricing.offers import TRANSFER, payment_offer, payment_offers, pays_at_once, without_transfer
from checkout.pricing.postal_address import address_reason
from checkout.shipping.options import ShippingOption, shipping_options
from shop.core.values.money import NOTHING


@dataclass(frozen=True)
class PricedCheckout:
    """A cart with all that the checkout derives from it."""

    priced: PricedCart
    options: list[ShippingOption]
    shipping: ShippingOption | None
    joins_order: bool = False
    """It joins an earlier order, see `merged`: the payment method is chosen later."""
    transfer_refused: bool = False
    """Some stock of it cannot wait for a transfer now, see `without_refused_transfer`."""

    @property
    def cart(self) -> Cart:
        return self.priced.cart

    @property
    def lines(self) -> list[PricedLine]:
        return self.priced.lines

    @property
    def shipping_total(self) -> Decimal:
        return self.shipping.price if self.shipping else NOTHING

    @cached_property
    def total(self) -> Decimal:
        return self.priced.subtotal - self.priced.discount + self.shipping_total

    @property
    def asks_age(self) -> bool:
        """Whether the buyer must confirm to be 18: because of the goods, or of a carrier that checks."""
        return self.priced.over_18 or (self.shipping is not None and self.shipping.carrier.checks_age)

    @property
    def needs_postal_address(self) -> bool:
        """Whether the buyer must give a postal address: `checkout.rules.needs_postal_address`."""
        reasons = (address_reason(line.variant, line.reduced_total, physical=line.physical) for line in self.lines)
        return rules.needs_postal_address(reasons, self.total)

    @property
    def credit(self) -> Decimal:
        """What the payment code pays."""
        return self.priced.credit + self.priced.credit_for_shipping(self.shipping_total)

    @cached_property
    def due(self) -> Decimal:
        """What is to pay: the total less the payment code's part."""
        return self.total - self.credit

    @cached_property
    def payment_context(self) -> PaymentContext:
        shop = self.cart.shop
        closed = no_transfer_from(shop, (line.variant for line in self.lines))
        until = closed - timedelta(days=1) if closed else None
        return PaymentContext(shop, self.due, self.cart.country_code, self.priced.physical, until)

    @cached_property
    def offers(self) -> list[PaymentOffer]:
        """Asks every payment method."""
        offers = payment_offers(self.payment_context)
        return without_transfer(offers) if self.transfer_refused else offers

    @cached_property
    def payment(self) -> PaymentOffer | None:
        """The chosen payment method, or the first offer if nothing is to be paid. None if it is not chosen, or no
        longer fits the cart. Asks no other method.
        """
        if self.due == 0:
            return next(iter(self.offers), None)
        chosen = self.cart.payment_method
        if not chosen or self.joins_order or (self.transfer_refused and chosen == TRANSFER):
            return None
        return payment_offer(chosen, self.payment_context)

    @property
    def is_free_ticket(self) -> bool:
        """Whether tickets are given away. Tickets that a payment code pays are not free."""
        return self.total == 0 and any(line.variant.is_ticket for line in self.lines)

    @property
    def waits(self) -> bool:
        """Whether its money may come by transfer: it was chosen, or the cart joins an order and nothing is
        chosen yet.
        """
        return self.due > 0 and (self.payment is None or self.payment.id == TRANSFER)

    @property
    def vat(self) -> list[rules.VatShare]:
        return rules.vat_split(taxed_lines(self.lines), self.shipping_total)

    def taxed_by(self, destinations: Destinations) -> "PricedCheckout":
        """Return the checkout taxed for other destinations than its cart's."""
        day = timezone.localdate(self.priced.snapshot.now)
        lines = [replace(line, tax=tax_of(line.variant, destinations, day)) for line in self.lines]
        return replace(self, priced=replace(self.priced, lines=lines))

    @property
    def is_mergeable(self) -> bool:
        """Whether the shop and every product allow this cart to join an earlier order (purchase §4)."""
        products = [line.variant.product for line in self.lines]
        return self.cart.shop.order_merging_allowed and all(
            product is None or product.order_merging_allowed for product in products
        )

    @property
    def merged(self) -> "PricedCheckout":
        """Return the checkout as it joins an earlier order: it ships with that order's parcel, and the payment method
        is chosen later.
        """
        return replace(self, shipping=None, joins_order=True)


def taxed_lines(lines: Iterable[PricedLine]) -> list[rules.TaxedLine]:
    return [rules.TaxedLine(line.reduced_total, line.tax, line.physical) for line in lines]


def priced_checkout(cart: Cart) -> PricedCheckout:
    return without_refused_transfer(price_checkout(contents_of(cart)))


def without_refused_transfer(checkout: PricedCheckout) -> PricedCheckout:
    """Leave out bank transfer if a stock of the cart cannot wait for its money now. At most one statement."""
    if TRANSFER not in {offer.id for offer in checkout.offers} or not pays_at_once(checkout.offers):
        return checkout
    if may_wait_for_transfer(demand(line.item for line in checkout.lines)):
        return checkout
    return replace(checkout, transfer_refused=True)


def price_checkout(contents: CartContents) -> PricedCheckout:
    """Price a cart for checkout. A chosen carrier or payment method that no longer fits counts as not chosen. Does not
    check whether stocks have room for transfers.
    """
    priced, cart = priced_contents(contents), contents.cart
    options = shipping_options(priced.lines, cart.country_code, contents.snapshot)
    shipping = next((option for option in options if option.id == cart.shipping_method), None)
    return PricedCheckout(priced, options, shipping)
