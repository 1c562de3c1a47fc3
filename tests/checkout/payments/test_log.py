"""What payment services' libraries say of a payment does not reach the log: whose it is can be told from it."""

import logging
import re

import pytest

from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, redirected
from tests.proofs import proves

# Stripe's sessions and intents, and what its keys and secrets look like.
OF_STRIPE = re.compile(r"\b(?:cs|pi|ch|re|evt|sk|rk|whsec)_\w{6,}")
# Our own parts, and the server's that runs them; what they say is theirs to keep clean. Sentry's client sets its own
# logger's level and writes only where it is debugged.
OURS = {
    "aftersale", "cart", "catalogue", "checkout", "config", "demo", "django", "launch", "sentry_sdk",
    "sessions_queue", "shop", "tests",
}  # fmt: skip


@proves("design §6", "payment libraries log from WARNING on: no id of a payment service reaches the log")
def test_a_payment_leaves_no_id_in_the_log(shop: PayingShop, caplog: pytest.LogCaptureFixture) -> None:
    by_card, by_paypal = redirected(shop, "stripe_checkout"), redirected(shop, "paypal")
    session, order = shop.stripe.session_at(by_card.url), shop.paypal.order_at(by_paypal.url)
    shop.stripe.pay(session)
    shop.paypal.approve(order)
    for purchase in (by_card, by_paypal):
        assert purchase.confirm()["paymentReceived"] is True
    for event in shop.stripe.events:
        assert shop.stripe.send(event) == 204
    run_jobs()
    text = caplog.text
    assert OF_STRIPE.findall(text) == []
    secrets = [str(session["id"]), order.id, by_card.order.secret, by_paypal.order.secret, by_card.url, by_paypal.url]
    assert [one for one in secrets if one in text] == []


def test_no_library_says_less_than_a_warning(shop: PayingShop) -> None:
    """Whichever is loaded once a payment was made, also one of later."""
    for method in ("stripe_checkout", "paypal"):
        redirected(shop, method)
    there = {name: one for name, one in logging.root.manager.loggerDict.items() if isinstance(one, logging.Logger)}
    assert {"stripe", "httpx", "httpcore.http11"} <= there.keys()
    libraries = {name: one for name, one in there.items() if name.partition(".")[0] not in OURS}
    assert [name for name, one in libraries.items() if one.isEnabledFor(logging.INFO)] == []
    assert logging.getLogger("checkout.payments").isEnabledFor(logging.INFO)
