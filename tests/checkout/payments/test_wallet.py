"""A wallet's payment: given before ordering, confirmed by the buyer's browser, booked once."""

from random import Random
from typing import Any

import pytest

from checkout.actions import cancel_unpaid
from checkout.models import Payment, Refund
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, placed
from tests.checkout.payments.wallets import (
    CHALLENGED,
    DECLINED,
    VISA,
    confirm_there,
    confirmed,
    ordered,
    token,
    with_wallet,
)
from tests.proofs import proves


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
    """At once: tests/races/test_payment_race.py."""
    purchase = ordered(shop)
    assert token(purchase) == token(purchase)
    confirmed(purchase)
    purchase.confirm()
    assert purchase.refusal("CREATESTRIPEPAYMENTINTENT") == "NOTHING_TO_PAY"


@pytest.mark.parametrize("before", [True, False])
def test_events_before_and_after_the_return_act_once(shop: PayingShop, before: bool) -> None:
    purchase = ordered(shop)
    first = len(shop.stripe.events)
    confirmed(purchase)
    events = shop.stripe.events[first:] * 5
    Random(3).shuffle(events)
    if not before:
        purchase.confirm()
    assert {shop.stripe.send(event) for event in events} == {204}
    run_jobs()
    assert purchase.entries() != []
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
    run_jobs()
    assert Refund.objects.get(pk=refund.pk).external_id != ""
    purchase.confirm()
    assert shop.stripe.send(shop.stripe.events[-1]) == 204
    run_jobs()
    assert Refund.objects.get(pk=refund.pk).state == Refund.State.DONE
    assert purchase.entries() == [("capture", purchase.payment.amount), ("refund", refund.amount)]


def test_what_was_cancelled_meanwhile_is_not_begun_and_its_money_goes_back(shop: PayingShop) -> None:
    purchase = ordered(shop)
    secret = token(purchase)
    cancel_unpaid(order=purchase.order)
    assert purchase.refusal("CREATESTRIPEPAYMENTINTENT")
    confirm_there(shop, secret)
    assert shop.stripe.send(shop.stripe.last("payment_intent.succeeded")) == 204
    run_jobs()
    assert Refund.objects.filter(payment=purchase.payment).exists()


def test_nothing_that_a_browser_says_of_it_is_believed(shop: PayingShop) -> None:
    purchase = ordered(shop, None)
    assert confirmed(purchase)["error"]["code"] == "payment_intent_unexpected_state"  # no wallet gave anything
    other = ordered(shop)
    # another's order is nobody's, and what is no payment method is not kept
    wanted = {"orderId": other.order.reference}
    assert purchase.guest.ask("CREATESTRIPEPAYMENTINTENT", input=wanted).refusal["code"] == "ORDER_NOT_FOUND"
    kept = {"payment_method": "stripe_express", "payment_external_id": "5O190127TN364715T"}
    assert shop.with_ticket().patch("cart/logistics", kept).status_code == 400


def test_stripe_that_is_away_loses_nothing(shop: PayingShop) -> None:
    guest = with_wallet(shop)
    total = guest.cart()["totalDue"]
    shop.stripe.away = True
    assert placed(shop, guest, "one attempt", expectedTotal=total).payment_told["next"] == "failed"
    shop.stripe.behave()
    purchase = placed(shop, guest, "one attempt", expectedTotal=total)
    assert purchase.payment_told["next"] == "authorize"
    confirmed(purchase)
    assert purchase.confirm()["paymentReceived"] is True


@proves(
    "purchase §7",
    "CREATESTRIPEPAYMENTINTENT works for every open order, in whichever way it was to be paid, or says why it does not",
)
@pytest.mark.parametrize("before", ["bank_transfer", "stripe_checkout", "paypal"])
def test_every_open_order_has_a_token(shop: PayingShop, before: str) -> None:
    purchase = placed(shop, shop.guest(before))
    secret = token(purchase)
    assert token(purchase) == secret
    assert confirm_there(shop, secret, VISA)["status"] == "succeeded"
    assert purchase.confirm()["balance"] == "0.00"
    assert purchase.entries() == [("capture", purchase.payment.amount)]
    assert purchase.refusal("CREATESTRIPEPAYMENTINTENT") == "NOTHING_TO_PAY"


def test_what_was_declined_is_tried_again_with_what_the_buyer_gives_then(shop: PayingShop) -> None:
    purchase = ordered(shop, DECLINED)
    confirmed(purchase)
    purchase.confirm()
    secret = token(purchase)
    assert shop.stripe.now(purchase.payment.external_id)["payment_method"] is None
    assert secret.split("_secret_")[0] == purchase.payment.external_id


def test_a_shop_without_wallets_says_so(shop: PayingShop, settings: Any) -> None:
    purchase = placed(shop, shop.guest("bank_transfer"))
    settings.STRIPE_PUBLISHABLE_KEY = ""
    assert purchase.refusal("CREATESTRIPEPAYMENTINTENT") == "PAYMENT_METHOD_UNAVAILABLE"


@proves(
    "purchase §4",
    "a wallet's payment whose bank is slow is told as on its way, and paid once when the money comes; where it does "
    "not, the order can be paid in another way",
)
@pytest.mark.parametrize("comes", [True, False])
def test_a_payment_that_is_being_processed_is_on_its_way(shop: PayingShop, comes: bool) -> None:
    purchase = ordered(shop)
    shop.stripe.payments_wait = True
    assert confirmed(purchase)["status"] == "processing"
    total, payment = purchase.payment.amount, purchase.payment
    order = purchase.confirm()
    assert (order["onItsWay"], order["paymentReceived"], payment.pk) == (str(total), False, purchase.payment.pk)
    assert shop.stripe.send(shop.stripe.last("payment_intent.processing")) == 204
    run_jobs()
    assert token(purchase).split("_secret_")[0] != payment.external_id  # whoever pays once more begins anew
    event = (shop.stripe.arrive if comes else shop.stripe.get_lost)(payment.external_id)
    assert shop.stripe.send(event) == 204
    run_jobs()
    order = purchase.confirm()
    assert (order["onItsWay"], order["paymentReceived"]) == ("0.00", comes)
    assert purchase.entries() == ([("capture", total)] if comes else [])
    if not comes:
        assert purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]["next"] == "redirect"


@proves(
    "purchase §4", "a payment that failed and is agreed to later is told as on its way once the service waits for it"
)
@pytest.mark.parametrize("is_cancelled", [True, False])
def test_what_was_declined_and_is_processed_later_is_on_its_way(shop: PayingShop, is_cancelled: bool) -> None:
    """`is_cancelled`: its order was meanwhile; the money goes back then."""
    purchase = ordered(shop, DECLINED)
    secret = token(purchase)
    assert confirmed(purchase)["error"]["code"] == "card_declined"
    purchase.confirm()
    assert purchase.payment.state == Payment.State.FAILED
    if is_cancelled:
        cancel_unpaid(order=purchase.order)
    shop.stripe.payments_wait = True
    assert confirm_there(shop, secret, VISA)["status"] == "processing"
    assert shop.stripe.send(shop.stripe.last("payment_intent.processing")) == 204
    run_jobs()
    payment = purchase.payment
    waits = Payment.State.CANCELLED if is_cancelled else Payment.State.PENDING
    assert (payment.state, payment.on_its_way) == (waits, "processing")
    assert purchase.confirm()["onItsWay"] == str(payment.amount)
    shop.stripe.arrive(payment.external_id)
    assert purchase.confirm()["paymentReceived"] is not is_cancelled
    assert payment.refunds.exists() is is_cancelled


@proves(
    "purchase §4",
    "a payment that failed is given up for the next one: what comes by it after all, and is owed no longer, goes back",
)
def test_what_was_declined_is_given_up_for_another_way(shop: PayingShop) -> None:
    purchase = ordered(shop, DECLINED)
    secret, first = token(purchase), purchase.payment
    confirmed(purchase)
    purchase.confirm()
    again = purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]
    shop.stripe.payments_wait = True
    assert confirm_there(shop, secret, VISA)["status"] == "processing"
    assert shop.stripe.send(shop.stripe.last("payment_intent.processing")) == 204
    run_jobs()
    assert purchase.confirm()["onItsWay"] == str(first.amount)
    shop.paypal.approve(shop.paypal.order_at(again["url"]))
    assert purchase.confirm()["paymentReceived"] is True
    assert shop.stripe.send(shop.stripe.arrive(first.external_id)) == 204
    run_jobs()
    assert first.refunds.get().amount == first.amount
    assert Payment.objects.get(pk=first.pk).state == Payment.State.CANCELLED
