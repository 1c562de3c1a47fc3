"""Paying on a provider's page: the real web server and worker against a strict provider that reports late, twice or
wrongly, or does not answer (tests/peers/redirect_provider.py).
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import Any

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from checkout.actions import cancel_unpaid, invalidate_line, pay_order, request_refund
from checkout.actions.reconciling import FOREIGN, LESS, MORE, NOT_ASKED_FOR, UNKNOWN
from checkout.models import LedgerEntry, Order, Payment, Placement, ProviderEvent, Refund
from checkout.payments import PROVIDERS
from checkout.payments.ledger import balance
from shop.models import Mail
from tests import servers
from tests.guest import DOCUMENTS
from tests.peers.redirect_method import RedirectMethod
from tests.peers.redirect_provider import EventThere, PaymentThere, RedirectProvider, redirect_provider
from tests.peers.smtp import MailServer, mail_server
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.races.waiting import PATIENCE_SECONDS, until
from tests.stage import check_invariants, on, one_event

numbers = count(1)


@dataclass
class Running:
    url: str
    database: str
    ticket: int
    provider: RedirectProvider
    smtp: MailServer


@pytest.fixture(scope="module")
def running(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Running]:
    """One shop for all tests: each of them has a buyer of its own."""
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        database = stack.enter_context(servers.database(template_database))
        provider, smtp = stack.enter_context(redirect_provider()), stack.enter_context(mail_server())
        ticket = one_event(database, 500)
        env = provider.environment | {"EMAIL_URL": smtp.url}
        web = stack.enter_context(servers.web_server(database, env=env))
        stack.enter_context(servers.worker(database, env=env))
        provider.webhook_url = f"{web.url}/api/v2/payments/redirect/events"
        yield Running(web.url, database, ticket, provider, smtp)


@pytest.fixture
def shop(running: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """What staff do, the test does itself, on the shop's database. Afterwards all invariants hold, and the provider has
    nothing to complain of.
    """
    provider = running.provider
    monkeypatch.setitem(PROVIDERS, "redirect", RedirectMethod(provider.url, provider.key, provider.secret))
    with on(running.database):
        yield running
        provider.behave()
    assert provider.violations == []
    check_invariants(running.database)


@dataclass
class Purchase:
    """A guest's order, which waits for its money on the provider's page."""

    shop: Running
    buyer: Buyer
    total: str
    key: str

    def place(self) -> dict[str, Any]:
        """PLACEORDER, always the same; the payment of its answer."""
        self.buyer.place(self.total, self.key)
        assert self.buyer.outcome.placed, self.buyer.refusal
        return dict(self.buyer.outcome.placed["payment"])

    @property
    def order(self) -> Order:
        assert self.buyer.outcome.placed
        return Order.objects.get(secret=self.buyer.outcome.placed["order"]["id"])

    @property
    def placement(self) -> Placement:
        return self.order.placements.get()

    @property
    def payment(self) -> Payment:
        return self.order.payments.latest("created_at")

    @property
    def there(self) -> PaymentThere:
        (found,) = [one for one in self.shop.provider.payments.values() if one.reference == self.payment.reference]
        return found

    def visit(self, result: str) -> str:
        """On the provider's page; where it sends the browser."""
        answer = httpx.get(f"{self.shop.provider.url}/pay/{self.there.id}", params={"result": result})
        assert answer.status_code == 303
        return answer.headers["Location"]

    def pay(self) -> EventThere:
        """The event that tells it, which nobody has sent yet."""
        self.visit("paid")
        return self.shop.provider.events[-1]

    def pay_again(self) -> dict[str, Any]:
        """PAYORDER by the same provider; the payment of its answer."""
        wanted = {"orderId": self.order.secret, "paymentMethod": "redirect"}
        told = self.buyer.run(DOCUMENTS["PAYORDER"], {"input": wanted})
        assert told, self.buyer.refusal
        return dict(told["payOrder"]["payment"])

    def confirm(self) -> dict[str, Any]:
        """CONFIRMORDERPAYMENT, as the buyer's browser does on its way back; the order."""
        told = self.buyer.run(DOCUMENTS["CONFIRMORDERPAYMENT"], {"input": {"orderId": self.order.secret}})
        assert told, self.buyer.refusal
        return dict(told["confirmOrderPayment"]["order"])

    def shown(self) -> dict[str, Any]:
        answer = self.buyer.client.get(f"{self.buyer.base}/orders/{self.order.secret}?include=items")
        assert answer.status_code == 200
        return dict(answer.json())

    def entries(self) -> list[tuple[str, Decimal]]:
        return list(LedgerEntry.objects.filter(payment__order=self.order).values_list("kind", "amount"))


def buy(shop: Running, tickets: int = 1) -> Purchase:
    """A cart that is ready to be placed."""
    number = next(numbers)
    buyer = Buyer(shop.url, number)
    assert buyer.add(shop.ticket, tickets)
    return Purchase(shop, buyer, buyer.prepare("redirect"), f"purchase-{number}")


def redirected(shop: Running, tickets: int = 1) -> Purchase:
    purchase = buy(shop, tickets)
    assert purchase.place()["next"] == "redirect"
    return purchase


def paid(shop: Running, tickets: int = 1) -> Purchase:
    purchase = redirected(shop, tickets)
    assert shop.provider.send(purchase.pay()) == 204
    until(lambda: purchase.placement.paid_at is not None)
    return purchase


def handled(*events: EventThere) -> list[str]:
    """What staff read of each once all are handled."""
    rows = ProviderEvent.objects.filter(event_id__in=[event.id for event in events])
    until(lambda: rows.filter(handled_at__isnull=False).count() == len(events))
    return list(rows.values_list("problem", flat=True))


def state_of(refund: Refund) -> str:
    refund.refresh_from_db()
    return refund.state


CAPTURE, REFUND = ("capture", Decimal("30.00")), ("refund", Decimal("30.00"))


@proves(
    "design §4",
    "a provider's page pays an order once it reports it, not when the buyer comes back; confirmation and "
    "receipt by mail",
)
def test_it_pays_and_only_the_provider_says_so(shop: Running) -> None:
    purchase = buy(shop)
    payment = purchase.place()
    assert payment == {"next": "redirect", "url": f"{shop.provider.url}/pay/{purchase.there.id}"}
    assert (purchase.there.amount, purchase.there.currency) == (Decimal("30.00"), "EUR")
    assert purchase.payment.external_id == purchase.there.id
    back = purchase.visit("paid")
    assert back.startswith(f"{shop.url}/checkout/done/{purchase.order.secret}/{purchase.order.reference}?")
    assert purchase.buyer.client.get(back).status_code == 200
    shown = purchase.shown()
    assert (shown["status"], shown["balance"], purchase.entries()) == ("payment_pending", "30.00", [])
    event = shop.provider.events[-1]
    assert shop.provider.send(event) == 204
    assert handled(event) == [""]
    shown = purchase.shown()
    assert (shown["status"], shown["balance"], purchase.entries()) == ("done", "0.00", [CAPTURE])
    assert (purchase.payment.state, purchase.payment.provider) == ("captured", "redirect")
    shop.smtp.wait_for(3, PATIENCE_SECONDS, to=purchase.buyer.email)
    mails = Mail.objects.filter(recipient=purchase.buyer.email)
    assert sorted(mails.values_list("kind", flat=True)) == ["confirmation", "payment_received", "tickets"]
    assert purchase.place() == {"next": "done", "url": ""}


@proves(
    "design §4", "what a provider reports twice, ten times at once or in any order is kept once each and booked once"
)
def test_it_pays_once_however_often_it_is_told(shop: Running) -> None:
    purchase = redirected(shop)
    event = purchase.pay()
    assert [shop.provider.send(event) for _time in range(2)] == [204, 204]
    others = [shop.provider.happened("payment.updated", purchase.there.id) for _number in range(10)]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(shop.provider.send, [*[event] * 10, *others]))
    assert answers == [204] * 20
    assert handled(event, *others) == [""] * 11
    assert purchase.entries() == [CAPTURE]
    told = ProviderEvent.objects.filter(external_id=purchase.there.id)
    assert sorted(told.values_list("event_id", flat=True)) == sorted(one.id for one in (event, *others))


def test_ten_first_reports_of_one_payment_at_once_book_once(shop: Running) -> None:
    purchase = redirected(shop)
    events = [purchase.pay(), *(shop.provider.happened("payment.updated", purchase.there.id) for _one in range(9))]
    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(shop.provider.send, reversed(events))) == [204] * 10
    assert handled(*events) == [""] * 10
    assert purchase.entries() == [CAPTURE]


@proves(
    "design §4",
    "money for what was cancelled is booked and goes back, each time, unless something newer is paid with it",
)
def test_money_that_comes_after_the_order_was_cancelled_goes_back(shop: Running) -> None:
    purchase = redirected(shop)
    cancel_unpaid(order=purchase.order)
    assert purchase.place() == {"next": "done", "url": ""}
    first, second = purchase.pay(), purchase.pay()  # the page was open in two tabs
    for event in (first, second):
        shop.provider.send(event)
    handled(first, second)
    assert purchase.entries() == [CAPTURE, CAPTURE]
    assert (purchase.shown()["status"], purchase.placement.paid_at) == ("cancelled", None)
    refunds = Refund.objects.filter(payment=purchase.payment)
    until(lambda: [one.state for one in refunds.all()] == [Refund.State.SENT] * 2)
    assert {one.reason for one in refunds.all()} == {"paid after it was cancelled"}
    assert purchase.shown()["balance"] == "-60.00"
    settled = [shop.provider.settle(purchase.there, one.external_id) for one in refunds.all()]
    for event in settled:
        shop.provider.send(event)
    handled(*settled)
    assert purchase.entries() == [CAPTURE, CAPTURE, REFUND, REFUND]
    assert balance(purchase.order) == 0
    assert {one.state for one in refunds.all()} == {Refund.State.DONE}
    assert purchase.shown()["status"] == "cancelled"
    assert set(Mail.objects.filter(recipient=purchase.buyer.email).values_list("kind", flat=True)) == {"confirmation"}


@proves(
    "design §4",
    "what comes twice is booked twice and shows as a negative balance; less than is due pays nothing; "
    "both are told to staff",
)
def test_it_pays_twice_and_the_surplus_is_seen(shop: Running) -> None:
    purchase = redirected(shop)
    first, second = purchase.pay(), purchase.pay()
    for event in (second, first):
        shop.provider.send(event)
    assert set(handled(first, second)) == {MORE}
    assert purchase.entries() == [CAPTURE, CAPTURE]
    shown = purchase.shown()
    assert (shown["status"], shown["balance"]) == ("done", "-30.00")
    assert Mail.objects.filter(recipient=purchase.buyer.email, kind="payment_received").count() == 1


@proves(
    "design §4",
    "a refund of one line is sent by a job and booked when it has gone, once, also where an answer was "
    "lost; refused, it says why",
)
def test_one_line_is_refunded(shop: Running) -> None:
    purchase = paid(shop, tickets=2)
    line = purchase.placement.lines.earliest("number")
    invalidate_line(line=line)
    refund = request_refund(payment=purchase.payment, lines={line: Decimal("30.00")}, reason="cannot come")
    until(lambda: state_of(refund) == Refund.State.SENT)
    assert (purchase.shown()["balance"], purchase.there.refunds) == ("-30.00", {refund.external_id: Decimal("30.00")})
    event = shop.provider.settle(purchase.there, refund.external_id)
    shop.provider.send(event)
    assert handled(event) == [""]
    assert state_of(refund) == Refund.State.DONE
    assert purchase.entries() == [("capture", Decimal("60.00")), REFUND]
    assert LedgerEntry.objects.get(refund=refund).event_id == purchase.there.movements[-1]["id"]
    assert [(part.line_id, part.amount) for part in refund.lines.all()] == [(line.pk, Decimal("30.00"))]
    shown = purchase.shown()
    assert (shown["status"], shown["balance"]) == ("done", "0.00")
    assert sorted(item["invalidated"] for item in shown["items"]) == [False, True]


@proves(
    "design §4",
    "a provider that is away, slow or loses its answer costs no order; the same key begins the same payment",
)
@pytest.mark.parametrize("trouble", [{"away": True}, {"slow_seconds": 6.0}, {"lost_answers": 1}])
def test_an_order_stands_whatever_its_provider_does(shop: Running, trouble: dict[str, Any]) -> None:
    purchase = buy(shop)
    for name, value in trouble.items():
        setattr(shop.provider, name, value)
    assert purchase.place() == {"next": "failed", "url": ""}
    assert (purchase.shown()["status"], purchase.payment.external_id) == ("payment_pending", "")
    shop.provider.behave()
    begun = purchase.place()
    assert begun == {"next": "redirect", "url": f"{shop.provider.url}/pay/{purchase.there.id}"}
    assert [purchase.place(), purchase.place()] == [begun, begun]
    assert Placement.objects.filter(order=purchase.order).count() == 1
    event = purchase.pay()
    shop.provider.send(event)
    assert (handled(event), purchase.entries()) == ([""], [CAPTURE])


def test_ten_clicks_at_once_begin_one_payment(shop: Running) -> None:
    purchase = buy(shop)
    cookies = dict(purchase.buyer.client.cookies)
    buyers = [Buyer(shop.url, next(numbers), cookies=cookies) for _number in range(10)]
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda one: one.place(purchase.total, purchase.key), buyers))
    payments = [(one.outcome.placed or {}).get("payment") for one in buyers]
    assert payments == [purchase.place()] * 10
    assert purchase.payment.external_id == purchase.there.id


@proves(
    "design §4",
    "a report that comes before the payment's number is stored is handled once it is; a provider that is "
    "away is asked again",
)
def test_what_is_told_before_the_payments_number_is_known_is_not_lost(shop: Running) -> None:
    purchase = buy(shop)
    shop.provider.lost_answers = 1
    assert purchase.place()["next"] == "failed"
    event = purchase.pay()
    shop.provider.send(event)
    assert handled(event) == [UNKNOWN]
    purchase.place()
    until(lambda: purchase.placement.paid_at is not None)
    until(lambda: handled(event) == [""])
    assert purchase.entries() == [CAPTURE]


def test_a_provider_that_is_away_is_asked_again_what_happened(shop: Running) -> None:
    purchase = redirected(shop)
    event = purchase.pay()
    shop.provider.away = True
    asked = len(shop.provider.asked)
    shop.provider.send(event)
    until(lambda: len(shop.provider.asked) > asked)
    assert purchase.entries() == []
    shop.provider.behave()
    assert (handled(event), purchase.entries()) == ([""], [CAPTURE])


def test_a_provider_that_is_away_is_asked_again_to_refund(shop: Running) -> None:
    purchase = paid(shop)
    shop.provider.away = True
    asked = len(shop.provider.asked)
    refund = request_refund(payment=purchase.payment, lines={purchase.placement.lines.get(): Decimal("30.00")})
    until(lambda: len(shop.provider.asked) > asked)
    assert (state_of(refund), purchase.there.refunds) == (Refund.State.REQUESTED, {})
    shop.provider.behave()
    until(lambda: state_of(refund) == Refund.State.SENT)
    shop.provider.send(shop.provider.settle(purchase.there, refund.external_id))
    until(lambda: state_of(refund) == Refund.State.DONE)
    assert purchase.entries() == [CAPTURE, REFUND]
    assert balance(purchase.order) == 0


def test_a_refund_whose_answer_was_lost_goes_once_also_where_its_report_comes_first(shop: Running) -> None:
    purchase = paid(shop)
    shop.provider.lost_answers = 1
    refund = request_refund(payment=purchase.payment, lines={purchase.placement.lines.get(): Decimal("30.00")})
    until(lambda: purchase.there.refunds)
    (number,) = purchase.there.refunds
    event = shop.provider.settle(purchase.there, number)
    shop.provider.send(event)
    assert handled(event) == [""]
    until(lambda: state_of(refund) == Refund.State.DONE)
    assert (refund.external_id, purchase.entries()) == (number, [CAPTURE, REFUND])
    assert purchase.there.refunds == {number: Decimal("30.00")}


def test_a_refund_that_is_refused_says_why(shop: Running) -> None:
    purchase = paid(shop)
    shop.provider.refusal = "the card has expired"
    refund = request_refund(payment=purchase.payment, lines={purchase.placement.lines.get(): Decimal("30.00")})
    until(lambda: state_of(refund) == Refund.State.FAILED)
    assert (refund.problem, purchase.entries()) == ("the card has expired", [CAPTURE])


def test_a_refund_that_nobody_asked_for_is_told_and_not_booked(shop: Running) -> None:
    purchase = paid(shop)
    event = shop.provider.move(purchase.there, "refund", "5.00", "ref_of_somebody")
    shop.provider.send(event)
    assert (handled(event), purchase.entries()) == ([NOT_ASKED_FOR], [CAPTURE])


def nothing_came(purchase: Purchase) -> bool:
    shown = purchase.shown()
    return (shown["status"], shown["balance"], purchase.entries()) == ("payment_pending", "30.00", [])


@proves(
    "design §6",
    "providers report from elsewhere, in their own forms, past a shop's gate; wrong or old signatures, "
    "unknown providers and large bodies are refused",
)
@pytest.mark.parametrize("sent", [{"secret": "of-somebody-else"}, {"seconds_ago": 600}, {"seconds_ago": -600}])
def test_what_is_not_signed_or_too_old_is_refused(shop: Running, sent: dict[str, Any]) -> None:
    purchase = redirected(shop)
    event = purchase.pay()
    assert shop.provider.send(event, **sent) == 400
    assert not ProviderEvent.objects.filter(event_id=event.id).exists()
    assert nothing_came(purchase)


def test_a_payment_that_nobody_knows(shop: Running) -> None:
    purchase = redirected(shop)
    event = shop.provider.happened("payment.capture", "pay_of_somebody")
    shop.provider.send(event)
    assert handled(event) == [UNKNOWN]
    assert nothing_came(purchase)


@proves(
    "design §4",
    "another currency, another amount, a refund or payment that nobody knows books nothing and is told to staff",
)
def test_another_currency_is_told_and_not_booked(shop: Running) -> None:
    purchase = redirected(shop)
    event = shop.provider.move(purchase.there, "capture", "30.00", currency="USD")
    shop.provider.send(event)
    assert handled(event) == [FOREIGN]
    assert nothing_came(purchase)


def test_less_than_is_due_is_booked_and_pays_nothing(shop: Running) -> None:
    purchase = redirected(shop)
    event = shop.provider.move(purchase.there, "capture", "29.99")
    shop.provider.send(event)
    assert handled(event) == [LESS]
    shown = purchase.shown()
    assert (shown["status"], shown["balance"], shown["payment_received"]) == ("incomplete", "0.01", False)
    assert (purchase.entries(), purchase.payment.state) == ([("capture", Decimal("29.99"))], "pending")


@proves("purchase §4", "what is declined leaves the order open, for another attempt with a reference of its own")
def test_an_attempt_that_fails_leaves_the_order_open_and_can_be_made_again(shop: Running) -> None:
    purchase = redirected(shop)
    purchase.visit("failed")
    event = shop.provider.events[-1]
    shop.provider.send(event)
    assert handled(event) == [""]
    assert nothing_came(purchase)
    assert purchase.payment.state == Payment.State.FAILED
    assert purchase.place()["next"] == "failed"
    assert purchase.pay_again()["next"] == "redirect"
    assert purchase.order.payments.count() == 2
    event = purchase.pay()
    shop.provider.send(event)
    assert (handled(event), purchase.entries()) == ([""], [CAPTURE])


@proves("purchase §7", "CONFIRMORDERPAYMENT has the services asked; PAYORDER refuses what is paid")
def test_the_way_back_asks_the_provider_before_any_event_comes(shop: Running) -> None:
    purchase = redirected(shop)
    assert purchase.confirm()["paymentReceived"] is False
    assert purchase.confirm()["paymentUnderWay"] is True
    event = purchase.pay()
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["paymentMethods"]) == (True, False, [])
    shop.provider.send(event)
    assert (handled(event), purchase.entries()) == ([""], [CAPTURE])
    wanted = {"input": {"orderId": purchase.order.secret, "paymentMethod": "redirect"}}
    assert purchase.buyer.run(DOCUMENTS["PAYORDER"], wanted) is None
    assert purchase.buyer.refusal["code"] == "NOTHING_TO_PAY"


@proves(
    "purchase §4",
    "one attempt is one page, however often it is asked for; another way ends it, and its money still counts",
)
def test_one_attempt_is_enough_and_another_way_ends_it(shop: Running) -> None:
    purchase = redirected(shop)
    first = purchase.there
    assert purchase.pay_again()["next"] == "redirect"
    assert purchase.order.payments.count() == 1
    assert pay_order(order=purchase.order, method="bank_transfer").next == "done"
    assert [one.state for one in purchase.order.payments.order_by("created_at")] == ["cancelled", "pending"]
    # whoever pays in the old tab has paid
    httpx.get(f"{shop.provider.url}/pay/{first.id}", params={"result": "paid"})
    event = shop.provider.events[-1]
    shop.provider.send(event)
    assert (handled(event), purchase.entries()) == ([""], [CAPTURE])
    assert purchase.shown()["payment_received"] is True
