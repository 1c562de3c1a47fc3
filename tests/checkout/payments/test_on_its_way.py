"""Money that its buyer has sent, and that a payment service waits for: e-checks, bank transfers, what is looked at."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from catalogue.models import Stock
from checkout.actions.expiring import end_kept, expire_overdue
from checkout.actions.reconciling import reconcile_forgotten
from checkout.actions.reminding import remind_overdue
from checkout.deadlines import KEPT_FOR
from checkout.models import Payment
from shop.models import Mail
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase, redirected
from tests.peers.paypal.things import CaptureThere
from tests.proofs import proves

SERVICES = {"stripe_sofort": "processing", "paypal": "echeck"}


def capture_of(purchase: Purchase) -> CaptureThere:
    capture = purchase.shop.paypal.order_at(purchase.url).capture
    assert capture
    return capture


def pay_later(purchase: Purchase) -> None:
    """The service is told to pay, and says that the money comes later."""
    shop = purchase.shop
    if purchase.payment.method == "paypal":
        shop.paypal.approve(shop.paypal.order_at(purchase.url), by_check=True)
        purchase.confirm()
        assert shop.paypal.events[-1].kind == "PAYMENT.CAPTURE.PENDING"
        assert shop.paypal.send(shop.paypal.events[-1]) == 204
    else:
        shop.stripe.pay_later(shop.stripe.session_at(purchase.url))
        assert shop.stripe.send(shop.stripe.last("payment_intent.processing")) == 204
    run_jobs()


def come(purchase: Purchase) -> None:
    shop = purchase.shop
    if purchase.payment.method == "paypal":
        assert shop.paypal.send(shop.paypal.complete(capture_of(purchase))) == 204
    else:
        shop.stripe.arrive(shop.stripe.session_at(purchase.url))
        assert shop.stripe.send(shop.stripe.last("checkout.session.async_payment_succeeded")) == 204
    run_jobs()


def fail(purchase: Purchase) -> None:
    shop = purchase.shop
    if purchase.payment.method == "paypal":
        assert shop.paypal.send(shop.paypal.deny(capture_of(purchase))) == 204
    else:
        shop.stripe.get_lost(shop.stripe.session_at(purchase.url))
        assert shop.stripe.send(shop.stripe.last("checkout.session.async_payment_failed")) == 204
    run_jobs()


def told(purchase: Purchase) -> tuple[str, bool, str]:
    """What the buyer's page reads: how much is on its way, whether anything is under way; and what staff read."""
    order = dict(purchase.guest.ask("ORDER", order_id=purchase.secret).data)
    return order["onItsWay"], order["paymentUnderWay"], purchase.payment.on_its_way


@proves(
    "purchase §4",
    "money that the payment service waits for is told as on its way, which a page that was merely opened is not; "
    "once it comes the order is paid, and if it does not, the order can be paid in another way",
)
@pytest.mark.parametrize("end", [come, fail])
@pytest.mark.parametrize("method", SERVICES)
def test_what_is_on_its_way_is_no_page_that_was_merely_opened(
    shop: PayingShop, method: str, end: Callable[[Purchase], None]
) -> None:
    purchase = redirected(shop, method)
    total = purchase.payment.amount
    purchase.confirm()
    assert told(purchase) == ("0.00", True, "")
    pay_later(purchase)
    assert told(purchase) == (str(total), True, SERVICES[method])
    end(purchase)
    assert told(purchase) == ("0.00", False, "")
    if end is come:
        assert purchase.entries() == [("capture", total)]
        return
    assert (purchase.payment.state, purchase.entries()) == (Payment.State.FAILED, [])
    assert purchase.ask("PAYORDER", paymentMethod=method)["payment"]["next"] == "redirect"


@proves("docs/decisions/0056", "an order whose money is on its way is neither reminded of it nor ended")
@pytest.mark.parametrize("is_given_up", [False, True])
@pytest.mark.parametrize("method", SERVICES)
def test_its_order_is_neither_reminded_nor_ended(shop: PayingShop, method: str, is_given_up: bool) -> None:
    """Nor where its buyer has begun to pay in another way since, and left that."""
    purchase = redirected(shop, method)
    first = purchase.payment
    pay_later(purchase)
    if is_given_up:
        assert purchase.ask("PAYORDER", paymentMethod="bank_transfer")["payment"]["next"] == "done"
        assert first.order.payments.get(pk=first.pk).state == Payment.State.CANCELLED
        assert told(purchase)[:2] == (str(first.amount), True)
    Stock.objects.update(transfer_share=0)
    placements = purchase.order.placements
    placements.update(kept_until=F("kept_until") - KEPT_FOR)
    end_kept()
    assert placements.get().cancelled_at is None
    long_ago = timedelta(days=40)
    placements.update(kept_until=None, pay_by=F("pay_by") - long_ago, ends_on=F("ends_on") - long_ago)
    remind_overdue()
    expire_overdue()
    assert placements.get().cancelled_at is None
    assert not Mail.objects.filter(kind__in=["payment_reminder", "expired"]).exists()


@proves("purchase §4", "whoever pays once more while money is on its way begins a payment of its own")
@pytest.mark.parametrize("method", SERVICES)
def test_paying_once_more_is_another_payment_and_too_much_goes_back(shop: PayingShop, method: str) -> None:
    purchase = redirected(shop, method)
    first, total = purchase.payment, purchase.payment.amount
    pay_later(purchase)
    again = purchase.ask("PAYORDER", paymentMethod=method)["payment"]
    assert again["next"] == "redirect" and again["url"] != purchase.url
    if method == "paypal":
        shop.paypal.approve(shop.paypal.order_at(again["url"]))
    else:
        shop.stripe.pay(shop.stripe.session_at(again["url"]))
    assert purchase.confirm()["paymentReceived"] is True
    come(purchase)
    assert sorted(purchase.entries()) == [("capture", total), ("capture", total), ("refund", total)]
    assert first.refunds.get().amount == total


def test_it_is_asked_about_for_longer_than_what_nobody_paid(shop: PayingShop) -> None:
    """Its event was lost, and a bank took eleven days."""
    purchase = redirected(shop, "stripe_sofort")
    pay_later(purchase)
    shop.stripe.arrive(shop.stripe.session_at(purchase.url))
    age = timedelta(minutes=15 * 2**10 + 1)
    Payment.objects.update(created_at=F("created_at") - age)
    reconcile_forgotten()
    assert purchase.entries() == [("capture", purchase.payment.amount)]
