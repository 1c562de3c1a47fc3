"""Paying with the payment services' stand-ins through the whole shop: their pages, events and answers."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from checkout.actions import cancel_unpaid, request_refund
from checkout.actions.reconciling import NOT_ASKED_FOR
from checkout.models import LedgerEntry, Order, Payment, ProviderEvent, Refund
from checkout.payments import paypal as paypal_provider
from tests import servers
from tests.guest import DOCUMENTS
from tests.peers.paypal import OrderThere, PayPal, paypal
from tests.races.buyers import Buyer
from tests.races.waiting import until
from tests.stage import check_invariants, on, one_event

pytestmark = pytest.mark.slow
numbers = count(1)


@dataclass
class Running:
    url: str
    database: str
    ticket: int
    paypal: PayPal


@pytest.fixture(scope="module")
def running(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Running]:
    """One shop for all tests: each of them has a buyer of its own."""
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        database = stack.enter_context(servers.database(template_database))
        service = stack.enter_context(paypal())
        ticket = one_event(database, 500)
        web = stack.enter_context(servers.web_server(database, env=service.environment))
        stack.enter_context(servers.worker(database, env=service.environment))
        service.webhook_url = f"{web.url}/api/v2/payments/paypal/events"
        yield Running(web.url, database, ticket, service)


@pytest.fixture
def shop(running: Running, settings: Any) -> Iterator[Running]:
    """What staff do, the test does itself, on the shop's database. Afterwards all invariants hold, and nobody asked a
    payment service for what it does not do.
    """
    for name, value in running.paypal.environment.items():
        setattr(settings, name, value)
    paypal_provider.client.cache_clear()
    with on(running.database):
        yield running
        running.paypal.behave()
    paypal_provider.client.cache_clear()
    assert running.paypal.violations == []
    check_invariants(running.database)


@dataclass
class Purchase:
    """A guest's order, which waits for its money on the payment service's page."""

    shop: Running
    buyer: Buyer
    url: str

    @property
    def order(self) -> Order:
        assert self.buyer.outcome.placed
        return Order.objects.get(secret=self.buyer.outcome.placed["order"]["id"])

    @property
    def payment(self) -> Payment:
        return self.order.payments.latest("created_at")

    @property
    def there(self) -> OrderThere:
        return self.shop.paypal.order_at(self.url)

    def ask(self, operation: str, **wanted: str) -> dict[str, Any]:
        told = self.buyer.run(DOCUMENTS[operation], {"input": {"orderId": self.order.secret, **wanted}})
        assert told, self.buyer.refusal
        (found,) = told.values()
        return dict(found)

    def confirm(self) -> dict[str, Any]:
        return dict(self.ask("CONFIRMORDERPAYMENT")["order"])

    def entries(self) -> list[tuple[str, Decimal]]:
        return list(LedgerEntry.objects.filter(payment__order=self.order).values_list("kind", "amount"))


def bought(shop: Running) -> tuple[Buyer, dict[str, Any]]:
    """Who has placed an order that is to be paid there, and what is to be done for it."""
    number = next(numbers)
    buyer = Buyer(shop.url, number)
    assert buyer.add(shop.ticket, 1)
    buyer.place(buyer.prepare("paypal"), f"purchase-{number}")
    assert buyer.outcome.placed, buyer.refusal
    return buyer, buyer.outcome.placed["payment"]


def redirected(shop: Running) -> Purchase:
    buyer, payment = bought(shop)
    assert payment["next"] == "redirect"
    return Purchase(shop, buyer, payment["url"])


def test_the_way_back_takes_what_the_buyer_agreed_to(shop: Running) -> None:
    purchase = redirected(shop)
    total = purchase.payment.amount
    assert purchase.confirm()["paymentReceived"] is False
    assert purchase.there.status == "PAYER_ACTION_REQUIRED"
    back = shop.paypal.approve(purchase.there)
    assert urlsplit(back).path == f"/checkout/done/{purchase.order.secret}/{purchase.order.reference}"
    assert "payment_received" in urlsplit(back).query
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["balance"]) == (True, False, "0.00")
    assert purchase.entries() == [("capture", total)]
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", total)]


def test_events_pay_it_however_often_and_in_whatever_order_they_come(shop: Running) -> None:
    purchase = redirected(shop)
    before = len(shop.paypal.events)
    shop.paypal.approve(purchase.there)
    approved = shop.paypal.events[before:]
    assert [shop.paypal.send(event) for event in approved] == [204] * len(approved)
    until(lambda: purchase.entries() != [])
    events = shop.paypal.events[before:] * 10
    Random(7).shuffle(events)
    assert {shop.paypal.send(event) for event in events} == {204}
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_a_forged_event_is_refused_and_asks_nobody(shop: Running) -> None:
    purchase = redirected(shop)
    shop.paypal.approve(purchase.there)
    assert shop.paypal.send(shop.paypal.events[-1], forged=True) == 400
    body = {"id": "WH-1", "resource": {"custom_id": str(purchase.payment.pk)}}
    assert httpx.post(shop.paypal.webhook_url, json=body).status_code == 400
    assert purchase.entries() == []


def test_what_is_declined_leaves_the_order_open_for_another_way(shop: Running) -> None:
    purchase = redirected(shop)
    shop.paypal.approve(purchase.there, declines=True)
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["status"]) == (False, False, "payment_pending")
    assert purchase.payment.state == Payment.State.FAILED
    again = purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]
    assert again["next"] == "redirect" and again["url"] != purchase.url
    shop.paypal.approve(shop.paypal.order_at(again["url"]))
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.payment.reference.endswith("-2")


def test_who_comes_back_without_having_paid_finds_the_same_page_again(shop: Running) -> None:
    purchase = redirected(shop)
    assert "payment_error" in shop.paypal.cancel(purchase.there)
    assert purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]["url"] == purchase.url
    assert purchase.order.payments.count() == 1


def test_what_was_cancelled_meanwhile_is_not_taken(shop: Running) -> None:
    purchase = redirected(shop)
    cancel_unpaid(order=purchase.order)
    shop.paypal.approve(purchase.there)
    event = shop.paypal.events[-1]
    assert shop.paypal.send(event) == 204
    assert purchase.confirm()["status"] == "cancelled"
    assert (purchase.entries(), purchase.there.status) == ([], "APPROVED")


def test_money_goes_back_through_the_service_that_brought_it(shop: Running) -> None:
    purchase = redirected(shop)
    shop.paypal.approve(purchase.there)
    purchase.confirm()
    line = purchase.order.placements.get().lines.get()
    refund = request_refund(payment=purchase.payment, lines={line: line.total})
    until(lambda: Refund.objects.get(pk=refund.pk).state == Refund.State.DONE)
    assert purchase.entries()[1:] == [("refund", line.total)]
    assert [one.amount for one in shop.paypal.refunds] == [line.total]


def test_a_refused_refund_says_why(shop: Running) -> None:
    purchase = redirected(shop)
    shop.paypal.approve(purchase.there)
    purchase.confirm()
    shop.paypal.refusal = "REFUND_NOT_ALLOWED"
    line = purchase.order.placements.get().lines.get()
    refund = request_refund(payment=purchase.payment, lines={line: line.total})
    until(lambda: Refund.objects.get(pk=refund.pk).state == Refund.State.FAILED)
    assert Refund.objects.get(pk=refund.pk).problem == "REFUND_NOT_ALLOWED"


def test_without_the_service_the_order_stands_and_can_be_paid_once_it_is_there(shop: Running) -> None:
    shop.paypal.away = True
    buyer, payment = bought(shop)
    assert payment == {"next": "failed", "url": ""}
    shop.paypal.away = False
    again = Purchase(shop, buyer, "").ask("PAYORDER", paymentMethod="paypal")["payment"]
    assert again["next"] == "redirect"


@pytest.mark.parametrize("lost", [1, 2])
def test_a_lost_answer_begins_no_second_payment(shop: Running, lost: int) -> None:
    before = len(shop.paypal.orders)
    shop.paypal.lost_answers = lost
    number = next(numbers)
    buyer = Buyer(shop.url, number)
    assert buyer.add(shop.ticket, 1)
    total = buyer.prepare("paypal")
    for _time in range(lost + 1):
        buyer.place(total, f"purchase-{number}")
    assert buyer.outcome.placed and buyer.outcome.placed["payment"]["next"] == "redirect"
    assert len(shop.paypal.orders) == before + 1


def test_what_goes_back_without_us_is_told_to_staff(shop: Running) -> None:
    purchase = redirected(shop)
    shop.paypal.approve(purchase.there)
    purchase.confirm()
    assert purchase.there.capture is not None
    moved = [
        shop.paypal.refund_elsewhere(purchase.there.capture, "1.00"),
        shop.paypal.dispute(purchase.there.capture),
    ]
    assert [shop.paypal.send(event) for event in moved] == [204, 204]
    rows = ProviderEvent.objects.filter(event_id__in=[event.id for event in moved])
    assert {row.external_id for row in rows} == {str(purchase.payment.pk)}
    until(lambda: {row.problem for row in rows.all()} == {NOT_ASKED_FOR})
    assert [kind for kind, _amount in purchase.entries()] == ["capture"]


def test_after_its_token_was_taken_back_it_gets_another(shop: Running) -> None:
    redirected(shop)
    shop.paypal.expire_tokens()
    until(lambda: bought(shop)[1]["next"] == "redirect")
