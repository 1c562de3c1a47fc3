"""Paying on a provider's page, with a strict provider that reports late, twice or wrongly, or does not answer
(tests/peers/redirect_provider.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import Any

import httpx
import pytest
from django.core import mail

from catalogue.models import ProductVariant
from catalogue.stock.actions import create_stock, limit_variant
from checkout.actions import cancel_unpaid, invalidate_line, pay_order, request_refund
from checkout.actions.payments.reconciling import FOREIGN, LESS, MORE, UNKNOWN
from checkout.actions.refunds.refund_reports import BOOKED
from checkout.models import LedgerEntry, Order, Payment, Placement, ProviderEvent, Refund
from checkout.orders.links import order_page
from checkout.payments.ledger import balance
from checkout.payments.methods import METHODS, PROVIDERS
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.checkout.payments.jobs import LATER, run_jobs
from tests.factories import first_variant, make_event, make_shop
from tests.guest import Guest
from tests.peers import redirect_method
from tests.peers.here import Here
from tests.peers.redirect_method import RedirectMethod
from tests.peers.redirect_provider import EventThere, PaymentThere, RedirectProvider, redirect_provider
from tests.proofs import proves

keys = count(1)


@dataclass
class RedirectingShop:
    shop: Shop
    ticket: ProductVariant
    provider: RedirectProvider


@pytest.fixture(scope="module")
def provider() -> Iterator[RedirectProvider]:
    with redirect_provider() as provider:
        provider.client = httpx.Client(transport=Here())
        provider.webhook_url = "http://localhost/api/v2/payments/redirect/events"
        yield provider


@pytest.fixture
def shop(
    provider: RedirectProvider, open_wire: None, db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RedirectingShop]:
    """Afterwards all invariants hold, and the provider has nothing to complain of."""
    provider.violations.clear()
    method = RedirectMethod(provider.url, provider.key, provider.secret)
    for known in (METHODS, PROVIDERS):
        monkeypatch.setitem(known, "redirect", method)
    shop = make_shop("merchstand")
    ticket = first_variant(make_event(shop, cart_limit=9))
    limit_variant(variant=ticket, stock=create_stock(owner=shop, name="Hall", capacity=500))
    yield RedirectingShop(shop, ticket, provider)
    provider.behave()
    assert provider.violations == []
    assert broken_invariants() == {}


@dataclass
class Purchase:
    """A guest's order, which waits for its money on the provider's page."""

    shop: RedirectingShop
    guest: Guest
    total: str
    key: str
    secret: str = ""

    def place(self) -> dict[str, Any]:
        """PLACEORDER, always the same; the payment of its answer."""
        told = self.guest.place(idempotencyKey=self.key, expectedTotal=self.total).data
        self.secret = told["order"]["id"]
        return dict(told["payment"])

    @property
    def order(self) -> Order:
        return Order.objects.get(secret=self.secret)

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
        wanted = {"orderId": self.secret, "paymentMethod": "redirect"}
        return dict(self.guest.ask("PAYORDER", input=wanted).data["payment"])

    def confirm(self) -> dict[str, Any]:
        """CONFIRMORDERPAYMENT, as the buyer's browser does on its way back; the order."""
        return dict(self.guest.ask("CONFIRMORDERPAYMENT", input={"orderId": self.secret}).data["order"])

    def shown(self) -> dict[str, Any]:
        answer = self.guest.get(f"orders/{self.secret}?include=items")
        assert answer.status_code == 200
        return dict(answer.json())

    def entries(self) -> list[tuple[str, Decimal]]:
        return list(LedgerEntry.objects.filter(payment__order=self.order).values_list("kind", "amount"))


def buy(shop: RedirectingShop, tickets: int = 1) -> Purchase:
    """A cart that is ready to be placed."""
    guest = Guest(shop.shop)
    assert guest.add((shop.ticket, tickets)).data
    assert guest.enter_address().status_code == 200
    assert guest.choose("-1", "redirect").status_code == 200
    return Purchase(shop, guest, guest.cart()["totalDue"], f"purchase-{next(keys)}")


def redirected(shop: RedirectingShop, tickets: int = 1) -> Purchase:
    purchase = buy(shop, tickets)
    assert purchase.place()["next"] == "redirect"
    return purchase


def paid(shop: RedirectingShop, tickets: int = 1) -> Purchase:
    purchase = redirected(shop, tickets)
    assert shop.provider.send(purchase.pay()) == 204
    run_jobs()
    assert purchase.placement.paid_at is not None
    return purchase


def handled(*events: EventThere) -> list[str]:
    """What staff read of each once its job has run."""
    run_jobs()
    rows = ProviderEvent.objects.filter(event_id__in=[event.id for event in events])
    assert rows.filter(handled_at__isnull=False).count() == len(events)
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
def test_it_pays_and_only_the_provider_says_so(shop: RedirectingShop) -> None:
    purchase = buy(shop)
    payment = purchase.place()
    assert payment == {"next": "redirect", "url": f"{shop.provider.url}/pay/{purchase.there.id}"}
    assert (purchase.there.amount, purchase.there.currency) == (Decimal("30.00"), "EUR")
    assert purchase.payment.external_id == purchase.there.id
    back = purchase.visit("paid")
    assert back.startswith(f"{order_page(shop.shop, purchase.order.access)}?")
    shown = purchase.shown()
    assert (shown["status"], shown["balance"], purchase.entries()) == ("payment_pending", "30.00", [])
    event = shop.provider.events[-1]
    assert shop.provider.send(event) == 204
    assert handled(event) == [""]
    shown = purchase.shown()
    assert (shown["status"], shown["balance"], purchase.entries()) == ("done", "0.00", [CAPTURE])
    assert (purchase.payment.state, purchase.payment.provider) == ("captured", "redirect")
    run_jobs(every=True)
    assert [one.to for one in mail.outbox] == [["mira@example.org"]]
    kinds = Mail.objects.exclude(sent_at=None).values_list("kind", flat=True)
    assert sorted(kinds) == ["confirmation", "payment_received", "tickets"]
    assert purchase.place() == {"next": "done", "url": ""}


@proves(
    "design §4", "what a provider reports twice, ten times at once or in any order is kept once each and booked once"
)
def test_it_pays_once_however_often_it_is_told(shop: RedirectingShop) -> None:
    """At once: tests/races/test_payment_race.py."""
    purchase = redirected(shop)
    event = purchase.pay()
    others = [shop.provider.happened("payment.updated", purchase.there.id) for _number in range(10)]
    assert {shop.provider.send(one) for one in [event, event, *others[:5]]} == {204}
    assert handled(event, *others[:5]) == [""] * 6
    assert {shop.provider.send(one) for one in [*reversed(others), event]} == {204}
    assert handled(event, *others) == [""] * 11
    assert purchase.entries() == [CAPTURE]
    told = ProviderEvent.objects.filter(external_id=purchase.there.id)
    assert sorted(told.values_list("event_id", flat=True)) == sorted(one.id for one in (event, *others))


@proves(
    "design §4",
    "money for what was cancelled is booked and goes back, each time, unless something newer is paid with it",
)
def test_money_that_comes_after_the_order_was_cancelled_goes_back(shop: RedirectingShop) -> None:
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
    run_jobs()
    assert [one.state for one in refunds.all()] == [Refund.State.SENT] * 2
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
    assert set(Mail.objects.values_list("kind", flat=True)) == {"confirmation"}


@proves(
    "design §4",
    "what comes twice is booked twice and shows as a negative balance; less than is due pays nothing; "
    "both are told to staff",
)
def test_it_pays_twice_and_the_surplus_is_seen(shop: RedirectingShop) -> None:
    purchase = redirected(shop)
    first, second = purchase.pay(), purchase.pay()
    for event in (second, first):
        shop.provider.send(event)
    assert set(handled(first, second)) == {MORE}
    assert purchase.entries() == [CAPTURE, CAPTURE]
    shown = purchase.shown()
    assert (shown["status"], shown["balance"]) == ("done", "-30.00")
    assert Mail.objects.filter(kind="payment_received").count() == 1


@proves(
    "design §4",
    "a refund of one line is sent by a job and booked when it has gone, once, also where an answer was "
    "lost; refused, it says why",
)
def test_one_line_is_refunded(shop: RedirectingShop) -> None:
    purchase = paid(shop, tickets=2)
    line = purchase.placement.lines.earliest("number")
    invalidate_line(line=line)
    refund = request_refund(payment=purchase.payment, lines={line: Decimal("30.00")}, reason="cannot come")
    run_jobs()
    assert state_of(refund) == Refund.State.SENT
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
@pytest.mark.parametrize("trouble", [{"away": True}, {"slow_seconds": 1.5}, {"lost_answers": 1}])
def test_an_order_stands_whatever_its_provider_does(
    shop: RedirectingShop, trouble: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redirect_method, "TIMEOUT", httpx.Timeout(1))
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


@proves(
    "design §4",
    "a report that comes before the payment's number is stored is handled once it is; a provider that is "
    "away is asked again",
)
def test_what_is_told_before_the_payments_number_is_known_is_not_lost(shop: RedirectingShop) -> None:
    purchase = buy(shop)
    shop.provider.lost_answers = 1
    assert purchase.place()["next"] == "failed"
    event = purchase.pay()
    shop.provider.send(event)
    assert handled(event) == [UNKNOWN]
    purchase.place()
    run_jobs()
    assert purchase.placement.paid_at is not None
    assert handled(event) == [""]
    assert purchase.entries() == [CAPTURE]


def test_a_provider_that_is_away_is_asked_again_what_happened(shop: RedirectingShop) -> None:
    purchase = redirected(shop)
    event = purchase.pay()
    shop.provider.away = True
    asked = len(shop.provider.asked)
    shop.provider.send(event)
    run_jobs()
    assert len(shop.provider.asked) > asked
    assert purchase.entries() == []
    shop.provider.behave()
    run_jobs(after=LATER)
    assert (handled(event), purchase.entries()) == ([""], [CAPTURE])


def test_a_provider_that_is_away_is_asked_again_to_refund(shop: RedirectingShop) -> None:
    purchase = paid(shop)
    shop.provider.away = True
    asked = len(shop.provider.asked)
    refund = request_refund(payment=purchase.payment, lines={purchase.placement.lines.get(): Decimal("30.00")})
    run_jobs()
    assert len(shop.provider.asked) > asked
    assert (state_of(refund), purchase.there.refunds) == (Refund.State.REQUESTED, {})
    shop.provider.behave()
    run_jobs(after=LATER)
    assert state_of(refund) == Refund.State.SENT
    shop.provider.send(shop.provider.settle(purchase.there, refund.external_id))
    run_jobs()
    assert state_of(refund) == Refund.State.DONE
    assert purchase.entries() == [CAPTURE, REFUND]
    assert balance(purchase.order) == 0


def test_a_refund_whose_answer_was_lost_goes_once_also_where_its_report_comes_first(shop: RedirectingShop) -> None:
    purchase = paid(shop)
    shop.provider.lost_answers = 1
    refund = request_refund(payment=purchase.payment, lines={purchase.placement.lines.get(): Decimal("30.00")})
    run_jobs()
    (number,) = purchase.there.refunds
    event = shop.provider.settle(purchase.there, number)
    shop.provider.send(event)
    assert handled(event) == [""]
    run_jobs(after=LATER)
    assert state_of(refund) == Refund.State.DONE
    assert (refund.external_id, purchase.entries()) == (number, [CAPTURE, REFUND])
    assert purchase.there.refunds == {number: Decimal("30.00")}


def test_a_refund_that_is_refused_says_why(shop: RedirectingShop) -> None:
    purchase = paid(shop)
    shop.provider.refusal = "the card has expired"
    refund = request_refund(payment=purchase.payment, lines={purchase.placement.lines.get(): Decimal("30.00")})
    run_jobs()
    assert state_of(refund) == Refund.State.FAILED
    assert (refund.problem, purchase.entries()) == ("the card has expired", [CAPTURE])


def test_a_refund_that_nobody_asked_for_is_told_and_booked(shop: RedirectingShop) -> None:
    purchase = paid(shop)
    event = shop.provider.move(purchase.there, "refund", "5.00", "ref_of_somebody")
    shop.provider.send(event)
    assert (handled(event), purchase.entries()) == ([BOOKED], [CAPTURE, ("refund", Decimal("5.00"))])


def nothing_came(purchase: Purchase) -> bool:
    shown = purchase.shown()
    return (shown["status"], shown["balance"], purchase.entries()) == ("payment_pending", "30.00", [])


@proves(
    "design §6",
    "providers report from elsewhere, in their own forms, past a shop's gate; wrong or old signatures, "
    "unknown providers and large bodies are refused",
)
@pytest.mark.parametrize("sent", [{"secret": "of-somebody-else"}, {"seconds_ago": 600}, {"seconds_ago": -600}])
def test_what_is_not_signed_or_too_old_is_refused(shop: RedirectingShop, sent: dict[str, Any]) -> None:
    purchase = redirected(shop)
    event = purchase.pay()
    assert shop.provider.send(event, **sent) == 400
    assert not ProviderEvent.objects.filter(event_id=event.id).exists()
    assert nothing_came(purchase)


def test_a_payment_that_nobody_knows(shop: RedirectingShop) -> None:
    purchase = redirected(shop)
    event = shop.provider.happened("payment.capture", "pay_of_somebody")
    shop.provider.send(event)
    assert handled(event) == [UNKNOWN]
    assert nothing_came(purchase)


@proves(
    "design §4",
    "another currency, another amount, a refund or payment that nobody knows books nothing and is told to staff",
)
def test_another_currency_is_told_and_not_booked(shop: RedirectingShop) -> None:
    purchase = redirected(shop)
    event = shop.provider.move(purchase.there, "capture", "30.00", currency="USD")
    shop.provider.send(event)
    assert handled(event) == [FOREIGN]
    assert nothing_came(purchase)


def test_less_than_is_due_is_booked_and_pays_nothing(shop: RedirectingShop) -> None:
    purchase = redirected(shop)
    event = shop.provider.move(purchase.there, "capture", "29.99")
    shop.provider.send(event)
    assert handled(event) == [LESS]
    shown = purchase.shown()
    assert (shown["status"], shown["balance"], shown["payment_received"]) == ("incomplete", "0.01", False)
    assert (purchase.entries(), purchase.payment.state) == ([("capture", Decimal("29.99"))], "pending")


@proves("purchase §4", "what is declined leaves the order open, for another attempt with a reference of its own")
def test_an_attempt_that_fails_leaves_the_order_open_and_can_be_made_again(shop: RedirectingShop) -> None:
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
def test_the_way_back_asks_the_provider_before_any_event_comes(shop: RedirectingShop) -> None:
    purchase = redirected(shop)
    assert purchase.confirm()["paymentReceived"] is False
    assert purchase.confirm()["paymentUnderWay"] is True
    event = purchase.pay()
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["paymentMethods"]) == (True, False, [])
    shop.provider.send(event)
    assert (handled(event), purchase.entries()) == ([""], [CAPTURE])
    wanted = {"orderId": purchase.secret, "paymentMethod": "redirect"}
    assert purchase.guest.ask("PAYORDER", input=wanted).refusal["code"] == "NOTHING_TO_PAY"


@proves(
    "purchase §4",
    "one attempt is one page, however often it is asked for; another way ends it, and its money still counts",
)
def test_one_attempt_is_enough_and_another_way_ends_it(shop: RedirectingShop) -> None:
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
