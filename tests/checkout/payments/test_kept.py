"""What was to be paid at once holds its pieces for half an hour, and then no more than what waits for transfers does
(docs/decisions/0074).
"""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db.models import F

from catalogue.models import Stock
from checkout.actions.payments.expiring import end_holds
from checkout.actions.payments.reminding import give_more_time
from checkout.mails.together import send_with_others
from checkout.models import Payment, Placement
from checkout.orders.deadlines import KEPT_FOR
from checkout.payments.paypal import PayPal
from shop.core.database.clock import database_now
from shop.models import Mail
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase, placed, redirected
from tests.checkout.payments.wallets import confirm_there, ordered, token
from tests.proofs import proves

AT_ONCE = ("stripe_checkout", "stripe_sofort", "paypal")


def let_pass(purchase: Purchase) -> None:
    """As if half an hour had passed, and the job came by."""
    purchase.order.placements.update(kept_until=F("kept_until") - KEPT_FOR)
    end_holds()


def let_nothing_wait() -> None:
    Stock.objects.update(transfer_share=0)


def standing(purchase: Purchase) -> tuple[str, bool, int, int]:
    """Status, whether it is kept for a time, and the stock's `sold` and `waiting`."""
    placement, stock = purchase.order.placements.get(), Stock.objects.get()
    status = "ended" if placement.cancelled_at else "paid" if placement.paid_at else "open"
    return status, placement.kept_until is not None, stock.sold, stock.waiting


@proves(
    "docs/decisions/0074",
    "what was to be paid at once holds its pieces for half an hour; then it waits like a transfer where there is room, "
    "and ends where there is none, its payment at the service closed before",
)
@pytest.mark.parametrize("method", AT_ONCE)
def test_it_waits_where_there_is_room(shop: PayingShop, method: str) -> None:
    purchase = redirected(shop, method)
    end_holds()
    assert standing(purchase) == ("open", True, 1, 0)
    let_pass(purchase)
    assert standing(purchase) == ("open", False, 1, 1)
    assert purchase.payment.state == Payment.State.PENDING


@pytest.mark.parametrize("method", AT_ONCE)
def test_it_ends_where_nothing_may_wait(shop: PayingShop, method: str) -> None:
    purchase = redirected(shop, method)
    let_nothing_wait()
    let_pass(purchase)
    assert standing(purchase) == ("ended", True, 0, 0)
    assert purchase.payment.state == Payment.State.CANCELLED
    assert Mail.objects.latest("created_at").kind == "expired"
    if method != "paypal":
        assert shop.stripe.session_at(purchase.url)["status"] == "expired"


def test_a_wallets_payment_that_nobody_confirmed_is_closed(shop: PayingShop) -> None:
    purchase = ordered(shop)
    secret = token(purchase)
    let_nothing_wait()
    let_pass(purchase)
    assert standing(purchase) == ("ended", True, 0, 0)
    assert confirm_there(shop, secret)["error"]["code"] == "payment_intent_unexpected_state"


def test_what_a_buyer_has_agreed_to_is_not_ended(shop: PayingShop) -> None:
    """Its money is under way, or was taken by the very question."""
    let_nothing_wait()
    later, agreed = redirected(shop, "stripe_sofort"), redirected(shop, "paypal")
    shop.stripe.pay_later(shop.stripe.session_at(later.url))
    shop.paypal.approve(shop.paypal.order_at(agreed.url))
    let_pass(later)
    let_pass(agreed)
    assert (standing(later)[0], standing(agreed)[0]) == ("open", "paid")
    shop.stripe.arrive(shop.stripe.session_at(later.url))
    run_jobs()
    end_holds()
    assert standing(later) == ("paid", True, 2, 0)


def test_a_service_that_is_away_ends_nothing(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    let_nothing_wait()
    shop.stripe.away = True
    let_pass(purchase)
    shop.stripe.away = False
    assert standing(purchase) == ("open", True, 1, 0)
    end_holds()
    assert standing(purchase)[0] == "ended"


def test_a_way_that_waits_takes_its_share_at_once(shop: PayingShop) -> None:
    """A transfer, and what is chosen later or given more time, is not kept for a while: it waits."""
    by_transfer = placed(shop, shop.guest("bank_transfer"))
    assert standing(by_transfer) == ("open", False, 1, 1)
    changed = redirected(shop, "stripe_checkout")
    changed.ask("PAYORDER", paymentMethod="bank_transfer")
    assert standing(changed) == ("open", False, 2, 2)
    let_nothing_wait()
    given = redirected(shop, "stripe_checkout")
    give_more_time(order=given.order, until=(database_now() + timedelta(days=3)).date())
    assert standing(given) == ("open", False, 3, 3)


def test_page_and_mail_say_until_when(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    until = Placement.objects.get().kept_until
    assert until is not None
    assert told(purchase)["keptUntil"] == until.isoformat()
    mail = Mail.objects.get(kind="confirmation")
    send_with_others(str(mail.pk))
    assert "halten wir alles für dich fest" in str(outbox.outbox[-1].body)
    let_pass(purchase)
    assert told(purchase)["keptUntil"] is None


def told(purchase: Purchase) -> dict[str, Any]:
    return dict(purchase.guest.ask("ORDER", order_id=purchase.secret).data)


@proves("docs/decisions/0074", "an order that PayPal has forgotten, as nobody agreed to it for hours, holds nothing")
def test_what_paypal_has_forgotten_ends(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    let_nothing_wait()
    shop.paypal.forget(shop.paypal.order_at(purchase.url))
    let_pass(purchase)
    assert standing(purchase) == ("ended", True, 0, 0)


def test_what_was_agreed_to_at_paypal_and_cannot_be_taken_just_now_is_not_ended(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    let_nothing_wait()
    shop.paypal.approve(shop.paypal.order_at(purchase.url))
    assert not PayPal().close(purchase.payment)


def test_what_was_paid_in_the_tab_of_an_earlier_attempt_is_not_ended(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    purchase.ask("PAYORDER", paymentMethod="paypal")
    let_nothing_wait()
    shop.stripe.pay(shop.stripe.session_at(purchase.url))
    let_pass(purchase)
    assert standing(purchase)[0] == "paid"
