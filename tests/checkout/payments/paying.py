"""A shop whose buyers pay with the payment services' stand-ins, all in this process, and what a buyer does in it."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import Any

from catalogue.models import ProductVariant
from checkout.actions import request_refund
from checkout.models import LedgerEntry, Order, Payment, ProviderEvent, Refund
from shop.models import Shop
from tests.checkout.payments.jobs import run_jobs
from tests.guest import Guest
from tests.peers.paypal import PayPal
from tests.peers.peer import Json
from tests.peers.stripe import StripePeer

keys = count(1)


@dataclass
class PayingShop:
    shop: Shop
    ticket: ProductVariant
    paypal: PayPal
    stripe: StripePeer

    def guest(self, method: str) -> Guest:
        """In front of the order button."""
        guest = self.with_ticket()
        assert guest.enter_address().status_code == 200
        assert guest.choose("-1", method).status_code == 200
        return guest

    def with_ticket(self) -> Guest:
        """Who has a ticket in the cart, and said nothing else."""
        guest = Guest(self.shop)
        assert guest.add((self.ticket, 1)).data
        return guest


@dataclass
class Purchase:
    """A guest's order, and what PLACEORDER answered of its payment."""

    shop: PayingShop
    guest: Guest
    secret: str
    payment_told: dict[str, Any]

    @property
    def url(self) -> str:
        return str(self.payment_told["url"])

    @property
    def order(self) -> Order:
        return Order.objects.get(secret=self.secret)

    @property
    def payment(self) -> Payment:
        return self.order.payments.latest("created_at")

    def ask(self, operation: str, **wanted: str) -> dict[str, Any]:
        return dict(self.guest.ask(operation, input={"orderId": self.secret, **wanted}).data)

    def refusal(self, operation: str, **wanted: str) -> str:
        return str(self.guest.ask(operation, input={"orderId": self.secret, **wanted}).refusal["code"])

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


def placed(shop: PayingShop, guest: Guest, key: str = "", **more: Any) -> Purchase:
    """`key`: of its order button, else one that nobody had."""
    told = guest.place(idempotencyKey=key or f"purchase-{next(keys)}", **more).data
    return Purchase(shop, guest, told["order"]["id"], told["payment"])


def bought(shop: PayingShop, method: str) -> Purchase:
    """An order that is to be paid there."""
    return placed(shop, shop.guest(method))


def redirected(shop: PayingShop, method: str) -> Purchase:
    """It waits for its money on the payment service's page."""
    purchase = bought(shop, method)
    assert purchase.payment_told["next"] == "redirect"
    return purchase


def there(purchase: Purchase) -> Json:
    return purchase.shop.stripe.session_at(purchase.url)


def paid(shop: PayingShop, method: str = "stripe_checkout") -> Purchase:
    purchase = redirected(shop, method)
    if method == "paypal":
        shop.paypal.approve(shop.paypal.order_at(purchase.url))
    else:
        shop.stripe.pay(there(purchase))
    assert purchase.confirm()["paymentReceived"] is True
    return purchase


def tell(shop: PayingShop, *kinds: str) -> set[str]:
    """What staff read of the last events of these kinds."""
    events = [shop.stripe.last(kind) for kind in kinds]
    assert {shop.stripe.send(event) for event in events} == {204}
    run_jobs()
    told = ProviderEvent.objects.filter(event_id__in=[event["id"] for event in events])
    assert not told.filter(handled_at=None).exists()
    return set(told.values_list("problem", flat=True))
