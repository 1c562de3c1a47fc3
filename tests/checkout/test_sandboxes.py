"""What the shop asks of Stripe and PayPal, asked of the stand-ins, and of the services' own sandboxes where the
environment has keys of theirs (README): what is true of one must be true of the other.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest

from cart.models import Cart
from checkout.actions import pay_order, request_refund
from checkout.actions.payments.reconciling import reconcile
from checkout.actions.refunds.refunding import send_to_provider
from checkout.errors import RefundRefused
from checkout.models import LedgerEntry, Order, Payment, Refund
from checkout.orders.access import access_order
from checkout.payments import stripe_api
from checkout.payments.ledger import open_payment
from checkout.payments.methods import METHODS, PROVIDERS
from checkout.payments.stripe_settings import STRIPE_API
from tests.factories import make_shop
from tests.peers.asking import asking
from tests.peers.paypal import paypal
from tests.peers.stripe import stripe_peer
from tests.proofs import proves
from tests.stage import placed_order

pytestmark = pytest.mark.django_db
PAYPAL_SANDBOX = "https://api-m.sandbox.paypal.com"
KEYS = {
    "stripe": {"STRIPE_SECRET_KEY": "TEST_STRIPE_SECRET_KEY"},
    "paypal": {
        "PAYPAL_CLIENT_ID": "TEST_PAYPAL_CLIENT_ID",
        "PAYPAL_CLIENT_SECRET": "TEST_PAYPAL_CLIENT_SECRET",
        "PAYPAL_MERCHANT_ID": "TEST_PAYPAL_MERCHANT_ID",
    },
}
PLACES = ("stand-in", "sandbox")


def environment_at(place: str, provider: str, stack: ExitStack) -> dict[str, str]:
    """The settings of a shop whose buyers pay there."""
    if place == "stand-in":
        if provider == "stripe":
            return stack.enter_context(stripe_peer()).environment
        return stack.enter_context(paypal()).environment
    found = {name: os.environ.get(given, "") for name, given in KEYS[provider].items()}
    if not all(found.values()):
        pytest.skip(f"no keys of {provider}'s sandbox: {', '.join(KEYS[provider].values())}")
    if provider == "paypal":
        return {**found, "PAYPAL_API_BASE": PAYPAL_SANDBOX}
    assert found["STRIPE_SECRET_KEY"].startswith("sk_test_"), "a key that moves no money"
    return {**found, "STRIPE_PUBLISHABLE_KEY": "pk_test_unused", "STRIPE_API_BASE": STRIPE_API}


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def paid_by(place: str, settings: Any) -> Iterator[Any]:
    """`paid_by(provider)`: from here on the shop asks it there."""
    with ExitStack() as stack:

        def choose(provider: str) -> None:
            stack.enter_context(asking(settings, environment_at(place, provider, stack)))

        yield choose


@pytest.fixture
def order() -> Order:
    return placed_order(make_shop("nachtfalter"))


def asked(order: Order, method: str) -> tuple[Payment, str]:
    """A payment that has begun, and the address of its page."""
    start = pay_order(order=access_order(order.shop, order.secret), method=method)
    assert start.next == "redirect"
    return Payment.objects.get(order=order, method=method), start.url


@proves(
    "purchase §7",
    "what Stripe and PayPal are asked is true of the stand-ins, and of the services' sandboxes where there are keys",
)
@pytest.mark.parametrize("method", ["stripe_checkout", "paypal"])
def test_a_payment_begins_once_however_often_it_is_asked_for(paid_by: Any, order: Order, method: str) -> None:
    paid_by(METHODS[method].provider)
    payment, url = asked(order, method)
    assert urlsplit(url).scheme in ("https", "http") and payment.external_id
    assert asked(order, method) == (payment, url)
    assert Payment.objects.get(pk=payment.pk).external_id == payment.external_id


@pytest.mark.parametrize("method", ["stripe_checkout", "paypal"])
def test_what_nobody_has_paid_brings_nothing_and_gives_nothing_back(paid_by: Any, order: Order, method: str) -> None:
    paid_by(METHODS[method].provider)
    payment, _url = asked(order, method)
    assert reconcile(payment) == ""
    assert (Payment.objects.get(pk=payment.pk).state, LedgerEntry.objects.count()) == (Payment.State.PENDING, 0)
    refund = Refund(payment=payment, amount=Decimal("1.00"))
    with pytest.raises(RefundRefused) as refused:
        PROVIDERS[payment.provider].refund(refund)
    assert refused.value.extensions["reason"] == "no money came in"


def test_a_wallets_money_comes_in_once_and_part_of_it_goes_back(paid_by: Any, order: Order) -> None:
    """Stripe's own test card, confirmed in the place of the buyer's browser."""
    paid_by("stripe")
    placement = order.placements.get()
    Cart.objects.filter(placement=placement).update(payment_method="stripe_express", payment_external_id="pm_card_visa")
    payment = open_payment(
        order=order, placement=order.placements.get(), method=METHODS["stripe_express"], amount=placement.total
    )
    payment.external_id = PROVIDERS["stripe"].start(payment).external_id
    payment.save()
    stripe_api.client().v1.payment_intents.confirm(payment.external_id)
    for _time in range(2):
        assert reconcile(payment) == ""
        assert list(LedgerEntry.objects.values_list("kind", "amount")) == [("capture", placement.total)]
    line = placement.lines.get()
    refund = request_refund(payment=payment, lines={line: Decimal("1.00")})
    send_to_provider(refund)
    send_to_provider(refund)
    assert reconcile(payment) == ""
    entries = list(LedgerEntry.objects.order_by("pk").values_list("kind", "amount"))
    assert entries == [("capture", placement.total), ("refund", Decimal("1.00"))]
