"""Payment services report all at once, buyers click all at once: each has one effect. The worker's part is done by this
process, in several threads at once.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, TypeVar

import pytest
from django.db import connection

from checkout.actions.payments.reconciling import handle
from checkout.models import Order, ProviderEvent
from checkout.payments.methods import PROVIDERS
from tests.peers.asking import asking
from tests.peers.redirect_method import RedirectMethod
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.races.ground import Ground, Sale, one_sale
from tests.races.paying import Purchase, asked, redirected
from tests.races.peers import Peers
from tests.stage import on

SENDERS, WORKERS = 32, 8
Thing = TypeVar("Thing")
Result = TypeVar("Result")


@dataclass(frozen=True)
class PayingShop:
    sale: Sale
    peers: Peers

    def redirected(self, method: str) -> Purchase:
        return redirected(self.sale.buyer(), self.sale.variant, method)

    def same_buyers(self, buyer: Buyer, number: int) -> list[Buyer]:
        """So many windows of the same browser."""
        return [self.sale.buyer(cookies=dict(buyer.client.cookies)) for _window in range(number)]


@pytest.fixture
def shop(ground: Ground, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PayingShop]:
    """Afterwards all invariants hold, and nobody asked a payment service for what it does not do."""
    peers, sale = ground.peers, one_sale(ground, 500)
    peers.tell(ground.url)
    there = peers.redirect
    monkeypatch.setitem(PROVIDERS, "redirect", RedirectMethod(there.url, there.key, there.secret))
    with asking(settings, peers.paypal.environment | peers.stripe.environment), on(ground.database):
        yield PayingShop(sale, peers)
    peers.check()
    ground.check()


def all_at_once(act: Callable[[Thing], Result], things: Iterable[Thing], threads: int) -> list[Result]:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(act, things))


def handle_at_once(names: Iterable[str]) -> None:
    """The jobs of these events, each twice, as if a worker had died with it; none leaves anything to staff."""
    known = ProviderEvent.objects.filter(event_id__in=list(names))

    def work(event: ProviderEvent) -> None:
        try:
            handle(event)
        finally:
            connection.close()

    jobs = [*known, *known]
    Random(5).shuffle(jobs)
    all_at_once(work, jobs, WORKERS)
    assert set(known.values_list("problem", flat=True)) == {""}
    assert not known.filter(handled_at=None).exists()


@proves(
    "design §4",
    "a thousand events at once have one effect each; a worker or web server that is killed at any moment "
    "only delays a payment",
)
@pytest.mark.parametrize(("buyers", "number"), [(3, 150), pytest.param(10, 1000, marks=pytest.mark.whole)])
def test_a_thousand_events_at_once_have_one_effect_each(shop: PayingShop, buyers: int, number: int) -> None:
    stripe = shop.peers.stripe
    purchases = [shop.redirected("stripe_checkout") for _buyer in range(buyers)]
    before = len(stripe.events)
    for purchase in purchases:
        stripe.pay(stripe.session_at(purchase.url))
    events = stripe.events[before:]
    often = (events * (number // len(events) + 1))[:number]
    Random(11).shuffle(often)
    assert set(all_at_once(stripe.send, often, SENDERS)) == {204}
    names = {event["id"] for event in events}
    assert ProviderEvent.objects.filter(event_id__in=names).count() == len(names)
    handle_at_once(names)
    for purchase in purchases:
        assert purchase.entries() == [("capture", purchase.payment.amount)]


@proves(
    "design §4", "what a provider reports twice, ten times at once or in any order is kept once each and booked once"
)
def test_first_reports_of_one_payment_at_once_book_once(shop: PayingShop) -> None:
    purchase, there = shop.redirected("redirect"), shop.peers.redirect
    payment = there.payment_at(purchase.url)
    there.decide(payment.id, "paid")
    events = [there.events[-1], *(there.happened("payment.updated", payment.id) for _one in range(9))]
    often = events * 3
    Random(3).shuffle(often)
    assert set(all_at_once(there.send, often, SENDERS)) == {204}
    told = ProviderEvent.objects.filter(external_id=payment.id)
    assert sorted(told.values_list("event_id", flat=True)) == sorted(one.id for one in events)
    handle_at_once(one.id for one in events)
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_ten_clicks_at_once_begin_one_payment(shop: PayingShop) -> None:
    buyer = shop.sale.buyer()
    assert buyer.add(shop.sale.variant, 1)
    total = buyer.prepare("redirect")
    buyers = shop.same_buyers(buyer, 10)
    all_at_once(partial(Buyer.place, total=total, key="one attempt"), buyers, 10)
    buyer.place(total, key="one attempt")
    assert buyer.outcome.placed
    payment = buyer.outcome.placed["payment"]
    begun = [(one.outcome.placed or {}).get("payment") for one in buyers]
    # On a busy machine somebody is told that the service does not answer just now, and clicks again.
    assert payment in begun
    assert all(one in (payment, {"next": "failed", "url": ""}) for one in begun), begun
    there = shop.peers.redirect.payment_at(payment["url"])
    assert Purchase(buyer, payment["url"]).payment.external_id == there.id
    assert [one.reference for one in shop.peers.redirect.payments.values()].count(there.reference) == 1


def test_what_was_agreed_to_at_paypals_button_is_ordered_and_taken_once(shop: PayingShop) -> None:
    paypal, buyer = shop.peers.paypal, shop.sale.buyer()
    assert buyer.add(shop.sale.variant, 1)
    begun = asked(buyer, "CREATEPAYPALORDER", usePaypalAddress=True)
    paypal.approve(paypal.orders[begun["externalPaymentId"]])
    cart = asked(buyer, "TAKEOVERPAYPALORDER", externalPaymentId=begun["externalPaymentId"])["cart"]
    buyers = shop.same_buyers(buyer, 6)
    all_at_once(partial(Buyer.place, total=cart["totalDue"], key="one attempt"), buyers, 6)
    placed = [one for one in buyers if one.outcome.placed]
    assert len({one.outcome.placed["order"]["id"] for one in placed if one.outcome.placed}) == 1
    purchase = Purchase(placed[0], "")
    all_at_once(lambda _one: purchase.confirm(), range(6), 6)
    assert purchase.entries() == [("capture", purchase.payment.amount)]
    assert Order.objects.filter(shop__slug=shop.sale.slug).count() == 1


def test_a_wallets_token_is_one_however_many_ask_at_once(shop: PayingShop) -> None:
    buyer = shop.sale.buyer()
    assert buyer.add(shop.sale.variant, 1)
    total = buyer.prepare()
    buyer.patch("cart/logistics", {"payment_method": "stripe_express", "payment_external_id": "pm_card_visa"})
    buyer.place(total)
    purchase = Purchase(buyer, "")
    ask = partial(asked, operation="CREATESTRIPEPAYMENTINTENT", orderId=purchase.secret)
    tokens = [one["externalPaymentToken"] for one in all_at_once(ask, [buyer] * 8, 8)]
    assert len(set(tokens)) == 1
