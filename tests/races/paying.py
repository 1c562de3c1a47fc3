"""A shop whose buyers pay with the payment services' stand-ins, and what a buyer does in it."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import Any

from checkout.actions import request_refund
from checkout.models import LedgerEntry, Order, Payment, Refund
from tests.guest import DOCUMENTS
from tests.peers.paypal import PayPal
from tests.peers.stripe import StripePeer
from tests.races.buyers import Buyer

numbers = count(1)


@dataclass
class PayingShop:
    url: str
    database: str
    ticket: int
    paypal: PayPal
    stripe: StripePeer

    @property
    def environment(self) -> dict[str, str]:
        return self.paypal.environment | self.stripe.environment


@dataclass
class Purchase:
    """A guest's order, which waits for its money on the payment service's page."""

    shop: PayingShop
    buyer: Buyer
    url: str

    @property
    def order(self) -> Order:
        assert self.buyer.outcome.placed
        return Order.objects.get(secret=self.buyer.outcome.placed["order"]["id"])

    @property
    def payment(self) -> Payment:
        return self.order.payments.latest("created_at")

    def ask(self, operation: str, **wanted: str) -> dict[str, Any]:
        told = self.buyer.run(DOCUMENTS[operation], {"input": {"orderId": self.order.secret, **wanted}})
        assert told, self.buyer.refusal
        (found,) = told.values()
        return dict(found)

    def confirm(self) -> dict[str, Any]:
        return dict(self.ask("CONFIRMORDERPAYMENT")["order"])

    def request_refund(self) -> Refund:
        """For its only line, all of it."""
        line = self.order.placements.get().lines.get()
        refund = request_refund(payment=self.payment, lines={line: line.total})
        assert refund.amount == line.total
        return refund

    def entries(self) -> list[tuple[str, Decimal]]:
        return list(LedgerEntry.objects.filter(payment__order=self.order).values_list("kind", "amount"))


def bought(shop: PayingShop, method: str) -> tuple[Buyer, dict[str, Any]]:
    """Who has placed an order that is to be paid there, and what is to be done for it."""
    number = next(numbers)
    buyer = Buyer(shop.url, number)
    assert buyer.add(shop.ticket, 1)
    buyer.place(buyer.prepare(method), f"purchase-{number}")
    assert buyer.outcome.placed, buyer.refusal
    return buyer, buyer.outcome.placed["payment"]


def redirected(shop: PayingShop, method: str) -> Purchase:
    buyer, payment = bought(shop, method)
    assert payment["next"] == "redirect"
    return Purchase(shop, buyer, payment["url"])
