"""What buyers do who pay with the payment services' stand-ins."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from checkout.models import LedgerEntry, Order, Payment
from tests.guest import DOCUMENTS
from tests.races.buyers import Buyer


def asked(buyer: Buyer, operation: str, **wanted: Any) -> dict[str, Any]:
    told = buyer.run(DOCUMENTS[operation], {"input": wanted})
    assert told, buyer.refusal
    (found,) = told.values()
    return dict(found)


@dataclass
class Purchase:
    """A guest's order, which waits for its money; `url`: on that page of the payment service."""

    buyer: Buyer
    url: str

    @property
    def order(self) -> Order:
        return Order.objects.get(secret=self.secret)

    @property
    def payment(self) -> Payment:
        return self.order.payments.latest("created_at")

    @property
    def secret(self) -> str:
        """That its buyer was told."""
        assert self.buyer.outcome.placed
        return str(self.buyer.outcome.placed["order"]["id"])

    def confirm(self) -> dict[str, Any]:
        return dict(asked(self.buyer, "CONFIRMORDERPAYMENT", orderId=self.secret)["order"])

    def entries(self) -> list[tuple[str, Decimal]]:
        return list(LedgerEntry.objects.filter(payment__order=self.order).values_list("kind", "amount"))


def redirected(buyer: Buyer, ticket: int, method: str) -> Purchase:
    """Who has placed an order and was sent to the page where it is paid."""
    assert buyer.add(ticket, 1)
    buyer.place(buyer.prepare(method))
    assert buyer.outcome.placed, buyer.refusal
    payment = buyer.outcome.placed["payment"]
    assert payment["next"] == "redirect"
    return Purchase(buyer, payment["url"])
