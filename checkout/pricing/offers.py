"""The payment methods that are offered for a cart or an order."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from catalogue.transfer_share import may_all_wait_for_transfer
from checkout.models import Order
from checkout.orders.deadlines import to_pay_now, transfer_until
from checkout.payments.interface import PaymentContext, PaymentOffer
from checkout.payments.methods import METHODS
from shop.models.shop import PaymentMethodId

TRANSFER = PaymentMethodId.BANK_TRANSFER.value


def payment_offers(sale: PaymentContext) -> list[PaymentOffer]:
    offers = (method.offer(sale) for method in METHODS.values())
    return [offer for offer in offers if offer is not None]


def payment_offer(method: str, sale: PaymentContext) -> PaymentOffer | None:
    """Return the offer of this method alone. None if there is no such method or it is not offered."""
    return METHODS[method].offer(sale) if method in METHODS else None


def pays_at_once(offers: Iterable[PaymentOffer]) -> bool:
    """Return whether an offer pays at once on any device. If none does, transfers are not limited."""
    return any(offer.id != TRANSFER and offer.script is None for offer in offers)


def without_transfer(offers: Iterable[PaymentOffer]) -> list[PaymentOffer]:
    return [offer for offer in offers if offer.id != TRANSFER]


def sale_of(order: Order, total: Decimal) -> PaymentContext:
    """Return the context of an order read by `access_order`."""
    return PaymentContext(order.shop, total, order.country_code, physical=bool(order.deliveries.all()))


def offers_for(order: Order) -> list[PaymentOffer]:
    """Return the payment methods for an order with its state. Empty if nothing is to be paid.

    Leaves out methods that are agreed to before ordering (purchase §4 "Open-order payment page").
    """
    return [offer for offer in offers_with_scripts(order) if offer.script is None]


def offers_with_scripts(order: Order) -> list[PaymentOffer]:
    """Also return methods that the shop's page does not offer for an order, but other clients may use."""
    if order.balance <= 0:
        return []
    offers = payment_offers(replace(sale_of(order, order.to_pay), transfer_until=transfer_until(order)))
    if TRANSFER in {offer.id for offer in offers} and pays_at_once(offers) and not may_all_be_transferred(order):
        offers = without_transfer(offers)
    return offers


def may_all_be_transferred(order: Order) -> bool:
    """Return whether all that is to be paid now may wait for a transfer. If one is awaited, all that is open
    waits already.
    """
    if order.awaited_transfer is not None:
        return True
    return may_all_wait_for_transfer([one.pk for one in to_pay_now(order)])
