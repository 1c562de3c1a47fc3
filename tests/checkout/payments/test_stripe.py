"""Paying with Stripe's stand-in: its page, events and answers."""

from random import Random
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from checkout.actions import cancel_unpaid
from checkout.actions.payments.reconciling import REPORTED_BY_THEN, reconcile_unreported
from checkout.models import Payment, ProviderEvent, Refund
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase, bought, redirected
from tests.peers.peer import Json
from tests.proofs import proves

PREFIXES = {"stripe_checkout": "CCX", "stripe_sofort": "SSX"}


def there(purchase: Purchase) -> Json:
    return purchase.shop.stripe.session_at(purchase.url)


@proves(
    "purchase §4, §7",
    "a card and what followed sofort are paid on Stripe's page; its events act once each, forged and old "
    "ones not at all; a declined card leaves the page open, an expired page the order",
)
@pytest.mark.parametrize("method", PREFIXES)
def test_the_way_back_asks_and_knows(shop: PayingShop, method: str) -> None:
    purchase = redirected(shop, method)
    total = purchase.payment.amount
    assert purchase.confirm()["paymentReceived"] is False
    back = shop.stripe.pay(there(purchase))
    assert urlsplit(back).path == f"/checkout/done/{purchase.order.secret}/{purchase.order.reference}"
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["balance"]) == (True, False, "0.00")
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", total)]
    assert purchase.payment.reference == PREFIXES[method] + purchase.order.reference


def test_events_pay_it_however_often_and_in_whatever_order_they_come(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    before = len(shop.stripe.events)
    shop.stripe.pay(there(purchase))
    events = shop.stripe.events[before:] * 10
    Random(7).shuffle(events)
    assert {shop.stripe.send(event) for event in events} == {204}
    known = ProviderEvent.objects.filter(event_id__in=[event["id"] for event in events])
    run_jobs()
    assert known.exists() and not known.filter(handled_at=None).exists()
    assert purchase.entries() == [("capture", purchase.payment.amount)]
    assert set(known.values_list("problem", flat=True)) == {""}


def test_a_forged_or_old_event_is_refused(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    shop.stripe.pay(there(purchase))
    event = shop.stripe.last("checkout.session.completed")
    assert shop.stripe.send(event, secret="whsec_other") == 400
    assert shop.stripe.send(event, seconds_ago=3600) == 400
    assert shop.stripe.sender.client.post(shop.stripe.webhook_url, json=event).status_code == 400
    run_jobs()
    assert purchase.entries() == []


def test_a_declined_card_leaves_the_page_open_and_an_expired_page_the_order(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    shop.stripe.decline(there(purchase))
    assert purchase.confirm()["paymentUnderWay"] is True
    shop.stripe.expire(there(purchase))
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["status"]) == (False, False, "payment_pending")
    assert purchase.payment.state == Payment.State.FAILED
    again = purchase.ask("PAYORDER", paymentMethod="stripe_checkout")["payment"]
    assert again["next"] == "redirect" and again["url"] != purchase.url
    shop.stripe.pay(shop.stripe.session_at(again["url"]))
    assert purchase.confirm()["paymentReceived"] is True


@proves(
    "design §4", "money that comes later is waited for; money that comes after all was cancelled goes back by itself"
)
def test_money_that_comes_later_is_waited_for(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_sofort")
    shop.stripe.pay_later(there(purchase))
    order = purchase.confirm()
    assert (order["paymentReceived"], order["onItsWay"]) == (False, f"{purchase.payment.amount:.2f}")
    shop.stripe.arrive(there(purchase))
    assert shop.stripe.send(shop.stripe.last("checkout.session.async_payment_succeeded")) == 204
    run_jobs()
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_money_that_gets_lost_on_the_way_leaves_the_order_open(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_sofort")
    shop.stripe.pay_later(there(purchase))
    shop.stripe.get_lost(there(purchase))
    assert shop.stripe.send(shop.stripe.last("checkout.session.async_payment_failed")) == 204
    run_jobs()
    assert purchase.payment.state == Payment.State.FAILED
    assert purchase.entries() == []


def test_what_is_paid_after_it_was_cancelled_goes_back(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    total = purchase.payment.amount
    cancel_unpaid(order=purchase.order)
    shop.stripe.pay(there(purchase))
    assert shop.stripe.send(shop.stripe.last("checkout.session.completed")) == 204
    run_jobs()
    assert purchase.entries() == [("capture", total), ("refund", total)]


def test_money_for_a_line_goes_back_through_stripe(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    shop.stripe.pay(there(purchase))
    purchase.confirm()
    refund = purchase.request_refund()
    run_jobs()
    assert Refund.objects.get(pk=refund.pk).state == Refund.State.DONE
    assert purchase.entries()[1:] == [("refund", refund.amount)]


def test_without_stripe_the_order_stands(shop: PayingShop) -> None:
    shop.stripe.away = True
    purchase = bought(shop, "stripe_checkout")
    assert purchase.payment_told == {"next": "failed", "url": ""}
    shop.stripe.away = False
    assert purchase.ask("CREATESTRIPEPAYMENT")["externalPaymentId"].startswith("cs_test_")


@proves("design §3", "an address to come back to is never the browser's; an order's number opens nothing")
def test_nothing_of_a_browser_s_is_believed(shop: PayingShop) -> None:
    """An address to come back to is ours, whatever was asked for; a foreign order's secret opens nothing."""
    purchase = redirected(shop, "stripe_checkout")
    evil = {"successUrl": "https://evil.example/", "cancelUrl": "https://evil.example/"}
    told = purchase.ask("CREATESTRIPEPAYMENT", **evil)
    assert told["url"] == purchase.url
    assert "evil" not in str(there(purchase))
    other = redirected(shop, "stripe_checkout")
    wanted = {"orderId": other.order.reference, "paymentMethod": "stripe_checkout"}
    assert purchase.guest.ask("PAYORDER", input=wanted).refusal["code"] == "ORDER_NOT_FOUND"


@proves(
    "design §4",
    "a payment that nobody reported is asked about after 15 minutes, and again each time it is twice as "
    "old, for a week",
)
def test_what_nobody_told_is_found(shop: PayingShop) -> None:
    """The event was lost, and the buyer has closed the page."""
    purchase = redirected(shop, "stripe_checkout")
    shop.stripe.pay(there(purchase))
    reconcile_unreported()
    assert purchase.entries() == []  # it is about to be told
    Payment.objects.filter(pk=purchase.payment.pk).update(created_at=timezone.now() - 2 * REPORTED_BY_THEN)
    shop.stripe.away = True
    reconcile_unreported()
    shop.stripe.away = False
    reconcile_unreported()
    assert purchase.entries() == [("capture", purchase.payment.amount)]
