"""A wallet's payment through the whole shop: given before ordering, confirmed by the buyer's browser, booked once."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from typing import Any

import httpx
import pytest

from checkout.actions import cancel_unpaid
from checkout.models import Payment, Refund
from tests.guest import DOCUMENTS
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.races.paying import PayingShop, Purchase, numbers
from tests.races.waiting import until

keys = count(1)
VISA, CHALLENGED, DECLINED = "pm_card_visa", "pm_card_authenticationRequired", "pm_card_visa_chargeDeclined"


def ordered(shop: PayingShop, given: str | None = VISA) -> Purchase:
    """Placed, and not confirmed yet."""
    buyer = Buyer(shop.url, next(numbers))
    assert buyer.add(shop.ticket, 1)
    total = buyer.prepare()
    buyer.patch("cart/logistics", {"payment_method": "stripe_express", "payment_external_id": given})
    buyer.place(total, f"wallet-{next(keys)}")
    assert buyer.outcome.placed, buyer.refusal
    assert buyer.outcome.placed["payment"] == {"next": "authorize", "url": ""}
    return Purchase(shop, buyer, "")


def token(purchase: Purchase) -> str:
    told = purchase.ask("CREATESTRIPEPAYMENTINTENT")
    assert told["script"] == {"url": f"{purchase.shop.stripe.url}/endive/stripe.js", "key": "pk_test_for_tests"}
    return str(told["externalPaymentToken"])


def refusal(purchase: Purchase, order: str) -> str:
    """Of a token for that order."""
    assert purchase.buyer.run(DOCUMENTS["CREATESTRIPEPAYMENTINTENT"], {"input": {"orderId": order}}) is None
    return str(purchase.buyer.refusal["code"])


def confirmed(purchase: Purchase) -> dict[str, Any]:
    """As Stripe's script does in the buyer's browser, with the shop's public key."""
    secret = token(purchase)
    name = secret.split("_secret_")[0]
    assert name == purchase.payment.external_id
    answer = httpx.post(
        f"{purchase.shop.stripe.url}/v1/payment_intents/{name}/confirm",
        data={"client_secret": secret, "use_stripe_sdk": "true"},
        headers={"Authorization": f"Bearer {purchase.shop.stripe.public_key}"},
    )
    return dict(answer.json())


@proves(
    "purchase §4, §7",
    "CREATESTRIPEPAYMENTINTENT answers one token for what is due; only Stripe says that it paid, once, "
    "whatever events come before and after; what is declined or cancelled; refunds; nothing that a "
    "browser says",
)
def test_it_is_for_what_is_due_and_only_stripe_says_that_it_paid(shop: PayingShop) -> None:
    purchase = ordered(shop)
    assert purchase.confirm()["paymentReceived"] is False
    intent = confirmed(purchase)
    payment = purchase.payment
    assert (intent["amount"], intent["currency"], intent["description"]) == (
        int(payment.amount * 100), "eur", payment.reference,
    )  # fmt: skip
    assert payment.reference == f"CCX{purchase.order.reference}"
    order = purchase.confirm()
    assert (order["paymentReceived"], order["balance"]) == (True, "0.00")
    purchase.confirm()
    assert purchase.entries() == [("capture", payment.amount)]


def test_the_token_is_one_however_often_it_is_asked_for(shop: PayingShop) -> None:
    purchase = ordered(shop)
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _one: token(purchase), range(8)))) == 1
    confirmed(purchase)
    purchase.confirm()
    assert (
        purchase.buyer.run(DOCUMENTS["CREATESTRIPEPAYMENTINTENT"], {"input": {"orderId": purchase.order.secret}})
        is None
    )
    assert purchase.buyer.refusal["code"] == "NOTHING_TO_PAY"


@pytest.mark.parametrize("before", [True, False])
def test_events_before_and_after_the_return_act_once(shop: PayingShop, before: bool) -> None:
    purchase = ordered(shop)
    first = len(shop.stripe.events)
    confirmed(purchase)
    events = shop.stripe.events[first:] * 5
    Random(3).shuffle(events)
    if not before:
        purchase.confirm()
    with ThreadPoolExecutor(10) as pool:
        assert {*pool.map(shop.stripe.send, events)} == {204}
    until(lambda: purchase.entries() != [])
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_a_bank_that_asks_twice_pays_once_it_has_its_answer(shop: PayingShop) -> None:
    purchase = ordered(shop, CHALLENGED)
    assert confirmed(purchase)["status"] == "requires_action"
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"]) == (False, True)
    shop.stripe.agree(purchase.payment.external_id)
    assert purchase.confirm()["paymentReceived"] is True


@pytest.mark.parametrize("given", [DECLINED, CHALLENGED])
def test_what_is_declined_leaves_the_order_open_for_another_way(shop: PayingShop, given: str) -> None:
    purchase = ordered(shop, given)
    answer = confirmed(purchase)
    if given == DECLINED:
        assert answer["error"]["code"] == "card_declined"
    else:
        shop.stripe.refuse(purchase.payment.external_id)
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["status"]) == (False, False, "payment_pending")
    assert purchase.payment.state == Payment.State.FAILED
    assert "stripe_express" not in {one["id"] for one in order["paymentMethods"]}
    assert purchase.ask("PAYORDER", paymentMethod="stripe_checkout")["payment"]["next"] == "redirect"
    # a reference of its own beside the wallet's
    assert purchase.payment.reference == f"CCX{purchase.order.reference}-2"


def test_money_goes_back_the_way_it_came(shop: PayingShop) -> None:
    purchase = ordered(shop)
    confirmed(purchase)
    purchase.confirm()
    refund = purchase.request_refund()
    until(lambda: Refund.objects.get(pk=refund.pk).external_id != "")
    purchase.confirm()
    assert shop.stripe.send(shop.stripe.events[-1]) == 204
    until(lambda: Refund.objects.get(pk=refund.pk).state == Refund.State.DONE)
    assert purchase.entries() == [("capture", purchase.payment.amount), ("refund", refund.amount)]


def test_what_was_cancelled_meanwhile_is_not_begun_and_its_money_goes_back(shop: PayingShop) -> None:
    purchase = ordered(shop)
    secret = token(purchase)
    cancel_unpaid(order=purchase.order)
    assert (
        purchase.buyer.run(DOCUMENTS["CREATESTRIPEPAYMENTINTENT"], {"input": {"orderId": purchase.order.secret}})
        is None
    )
    name = secret.split("_secret_")[0]
    httpx.post(
        f"{shop.stripe.url}/v1/payment_intents/{name}/confirm",
        data={"client_secret": secret, "use_stripe_sdk": "true"},
        headers={"Authorization": f"Bearer {shop.stripe.public_key}"},
    )
    assert shop.stripe.send(shop.stripe.last("payment_intent.succeeded")) == 204
    until(lambda: Refund.objects.filter(payment=purchase.payment).exists())


def test_nothing_that_a_browser_says_of_it_is_believed(shop: PayingShop) -> None:
    purchase = ordered(shop, None)
    assert confirmed(purchase)["error"]["code"] == "payment_intent_unexpected_state"  # no wallet gave anything
    other = ordered(shop)
    # another's order is nobody's, and what is no payment method is not kept
    assert refusal(purchase, other.order.reference) == "ORDER_NOT_FOUND"
    buyer = Buyer(shop.url, next(numbers))
    assert buyer.add(shop.ticket, 1)
    buyer.patch("cart/logistics", {"payment_method": "stripe_express", "payment_external_id": "5O190127TN364715T"})
    assert buyer.outcome.bad_statuses == [400]


def test_stripe_that_is_away_loses_nothing(shop: PayingShop) -> None:
    buyer = Buyer(shop.url, next(numbers))
    assert buyer.add(shop.ticket, 1)
    total = buyer.prepare()
    buyer.patch("cart/logistics", {"payment_method": "stripe_express", "payment_external_id": VISA})
    key = f"wallet-{next(keys)}"
    shop.stripe.away = True
    buyer.place(total, key)
    assert buyer.outcome.placed and buyer.outcome.placed["payment"]["next"] == "failed"
    shop.stripe.behave()
    buyer.place(total, key)
    assert buyer.outcome.placed["payment"]["next"] == "authorize"
    purchase = Purchase(shop, buyer, "")
    confirmed(purchase)
    assert purchase.confirm()["paymentReceived"] is True
