"""Payment intents, with which wallets pay, and what goes back of payments: the stand-in refuses what Stripe would."""

from typing import Any

import httpx
import pytest
import stripe

from tests.peers.stripe import StripePeer
from tests.peers.stripe.client import choose, client_of, intent_of, kinds, once

BILLING = {"email": "buyer@example.com", "address": {"country": "DE"}}
KLARNA: dict[str, Any] = {"type": "klarna", "billing_details": BILLING}


def test_a_payment_intent_is_confirmed_updated_and_canceled(peer: StripePeer, client: Any) -> None:
    intent = intent_of(client, metadata={"order": "1", "more": "x"})
    assert (intent.status, intent.payment_method_types) == ("requires_payment_method", ["card"])
    changed = client.payment_intents.update(intent.id, {"amount": 3100, "metadata": {"more": ""}})
    assert (changed.amount, changed.metadata.to_dict()) == (3100, {"order": "1"})
    paid = client.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    assert (paid.status, paid.amount_received) == ("succeeded", 3100)
    charge = client.charges.retrieve(paid.latest_charge, {"expand": ["payment_intent"]})
    assert (charge.payment_method_details.card.last4, charge.payment_intent.id) == ("4242", intent.id)
    for refused in (client.payment_intents.confirm, client.payment_intents.cancel):
        with pytest.raises(stripe.InvalidRequestError) as error:
            refused(intent.id)
        assert error.value.code == "payment_intent_unexpected_state"
    other = client.payment_intents.cancel(intent_of(client).id, {"cancellation_reason": "abandoned"})
    assert (other.status, other.cancellation_reason) == ("canceled", "abandoned")
    assert kinds(peer)[-1] == "payment_intent.canceled"
    assert peer.violations == []


def test_a_declined_card_is_a_card_error_and_another_may_follow(peer: StripePeer, client: Any) -> None:
    intent = intent_of(client)
    with pytest.raises(stripe.CardError) as declined:
        client.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa_chargeDeclined"})
    error = declined.value.error
    assert (declined.value.http_status, error.code, error.decline_code) == (402, "card_declined", "generic_decline")
    assert error.payment_intent.status == "requires_payment_method"
    with pytest.raises(stripe.CardError, match="insufficient funds"):
        intent_of(client, confirm=True, payment_method="pm_card_visa_chargeDeclinedInsufficientFunds")
    with pytest.raises(stripe.InvalidRequestError, match="missing a payment method"):
        client.payment_intents.confirm(intent.id)
    assert client.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"}).status == "succeeded"
    assert peer.violations == []


@pytest.mark.parametrize(("choice", "result"), [("agree", "succeeded"), ("refuse", "failed")])
def test_3d_secure_of_an_intent_comes_back_with_its_result(
    peer: StripePeer, client: Any, choice: str, result: str
) -> None:
    intent = intent_of(client)
    asked = {"payment_method": "pm_card_authenticationRequired", "return_url": "http://localhost/done?order=1#top"}
    waiting = client.payment_intents.confirm(intent.id, asked)
    assert (waiting.status, waiting.next_action.type) == ("requires_action", "redirect_to_url")
    page = waiting.next_action.redirect_to_url.url
    assert "Your bank asks" in httpx.get(page).text
    assert choose(page, choice) == (
        f"http://localhost/done?order=1&payment_intent={intent.id}&payment_intent_client_secret={intent.client_secret}"
        f"&redirect_status={result}#top"
    )
    seen = client.payment_intents.retrieve(intent.id)
    assert seen.status == ("succeeded" if choice == "agree" else "requires_payment_method")
    assert "settled" in httpx.get(page).text


def test_klarna_needs_a_buyer_and_a_way_back(peer: StripePeer, client: Any) -> None:
    klarna = {"allowed_payment_method_types": ["klarna"], "confirm": True, "return_url": "http://localhost/done"}
    intent = intent_of(client, **klarna, payment_method_data=KLARNA)
    assert intent.status == "requires_action"
    assert peer.agree(intent.id).endswith("&redirect_status=succeeded")
    assert client.payment_intents.retrieve(intent.id).status == "succeeded"
    for wrong, param in (
        ({**klarna, "payment_method_data": {"type": "klarna"}}, "payment_method_data[billing_details][email]"),
        ({**klarna, "return_url": None, "payment_method_data": KLARNA}, "return_url"),
        ({**klarna, "payment_method": "pm_card_visa"}, "payment_method"),
    ):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            intent_of(client, **{name: value for name, value in wrong.items() if value is not None})
        assert refused.value.param == param
    assert len([one for one in peer.objects if one.startswith("pi_")]) == 1, "what is refused changes nothing"


def test_automatic_methods_need_a_return_url_unless_none_redirects(client: Any) -> None:
    asked = {"amount": 3000, "currency": "eur", "confirm": True, "payment_method": "pm_card_visa"}
    with pytest.raises(stripe.InvalidRequestError, match="return_url"):
        client.payment_intents.create({**asked, "automatic_payment_methods": {"enabled": True}}, once())
    never = {"enabled": True, "allow_redirects": "never"}
    assert client.payment_intents.create({**asked, "automatic_payment_methods": never}, once()).status == "succeeded"


def test_a_browser_confirms_and_sees_its_own_payment_only(peer: StripePeer, client: Any) -> None:
    intent = intent_of(client, metadata={"order": "1"})
    browser = client_of(peer, peer.public_key)
    secret = {"client_secret": intent.client_secret}
    seen = browser.payment_intents.retrieve(intent.id, secret)
    assert (seen.status, "metadata" in seen) == ("requires_payment_method", False)
    asked = {**secret, "payment_method": "pm_card_authenticationRequired", "use_stripe_sdk": True}
    assert browser.payment_intents.confirm(intent.id, asked).next_action.type == "use_stripe_sdk"
    again = browser.payment_intents.confirm(intent.id, {**secret, "use_stripe_sdk": True})
    assert again.status == "requires_action"
    assert peer.agree(intent.id) == ""
    assert browser.payment_intents.retrieve(intent.id, secret).status == "succeeded"
    assert peer.violations == []
    with pytest.raises(stripe.InvalidRequestError, match="client_secret"):
        browser.payment_intents.retrieve(intent.id, {"client_secret": "another"})
    with pytest.raises(stripe.PermissionError):
        browser.refunds.create({"payment_intent": intent.id}, once())
    preflight = httpx.options(f"{peer.url}/v1/payment_intents/{intent.id}")
    assert (preflight.status_code, preflight.headers["Access-Control-Allow-Origin"]) == (200, "*")


@pytest.mark.parametrize(
    ("more", "code", "param"),
    [
        ({"amount": 0}, "parameter_invalid_integer", "amount"),
        ({"amount": 49}, "amount_too_small", "amount"),
        ({"amount": 100_000_000}, "amount_too_large", "amount"),
        ({"amount": 30.5}, "parameter_invalid_integer", "amount"),
        ({"currency": "chf"}, None, "currency"),
        ({"confirm": "yes"}, None, "confirm"),
        ({"payment_method": "pm_1"}, "resource_missing", "payment_method"),
        ({"return_url": "http://localhost/"}, None, "return_url"),
        ({"statement_descriptor": "Merch"}, None, "statement_descriptor"),
        ({"capture_method": "manual"}, "not_in_stand_in", "capture_method"),
        ({"automatic_payment_methods": {"enabled": True}}, None, "allowed_payment_method_types"),
        ({"payment_method_types": ["card"]}, "payment_method_types_no_longer_supported", "payment_method_types"),
    ],
)
def test_what_is_no_payment_intent_is_refused(
    peer: StripePeer, client: Any, more: dict[str, Any], code: str | None, param: str | None
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        intent_of(client, **more)
    assert (refused.value.code, refused.value.param) == (code, param)
    assert len(peer.violations) == 1


def test_no_more_goes_back_than_came(peer: StripePeer, client: Any) -> None:
    intent = intent_of(client, confirm=True, payment_method="pm_card_visa")
    part = {"payment_intent": intent.id, "amount": 1000, "reason": "requested_by_customer", "metadata": {"refund": "1"}}
    refund = client.refunds.create(part, once())
    assert (refund.status, refund.amount, refund.charge) == ("succeeded", 1000, intent.latest_charge)
    assert peer.last("refund.created")["data"]["object"]["metadata"] == {"refund": "1"}
    with pytest.raises(stripe.InvalidRequestError) as too_much:
        client.refunds.create({**part, "amount": 2001}, once())
    assert too_much.value.code == "amount_too_large"
    rest = client.refunds.create({"charge": intent.latest_charge}, once())
    assert (rest.amount, peer.last("charge.refunded")["data"]["object"]["refunded"]) == (2000, True)
    with pytest.raises(stripe.InvalidRequestError) as nothing_left:
        client.refunds.create(part, once())
    assert nothing_left.value.code == "charge_already_refunded"
    assert len(peer.violations) == 2
    found = client.refunds.list({"payment_intent": intent.id, "limit": 1})
    assert ([one.id for one in found.data], found.has_more) == ([rest.id], True)
    assert [one.id for one in found.auto_paging_iter()] == [rest.id, refund.id]
    assert client.refunds.retrieve(refund.id, {"expand": ["charge"]}).charge.amount_refunded == 3000


def test_refunds_wait_fail_and_are_refused(peer: StripePeer, client: Any) -> None:
    intent = intent_of(client, confirm=True, payment_method="pm_card_visa")
    peer.refunds_wait = True
    refund = client.refunds.create({"payment_intent": intent.id}, once())
    assert refund.status == "pending"
    peer.settle(refund.id)
    assert client.refunds.retrieve(refund.id).status == "succeeded"
    peer.settle(refund.id, "failed")
    assert kinds(peer)[-3:] == ["refund.updated", "refund.failed", "refund.updated"]
    assert client.charges.retrieve(intent.latest_charge).amount_refunded == 0
    peer.refusal, asked, options = "The bank refuses.", {"payment_intent": intent.id}, once()
    for _time in range(2):
        with pytest.raises(stripe.InvalidRequestError, match="The bank refuses"):
            client.refunds.create(asked, options)
        peer.behave()
    assert peer.refund(intent.id, 500)["status"] == "succeeded", "by hand, at the provider"
    assert peer.dispute(intent.id)["type"] == "charge.dispute.created"
    with pytest.raises(stripe.InvalidRequestError) as disputed:
        client.refunds.create(asked, once())
    assert disputed.value.code == "charge_disputed"
    assert peer.violations == []


def test_what_is_no_refund_is_refused(peer: StripePeer, client: Any) -> None:
    unpaid = intent_of(client)
    for asked, param in (
        ({}, "payment_intent"),
        ({"payment_intent": unpaid.id, "charge": "ch_1"}, "payment_intent"),
        ({"payment_intent": "pi_none"}, "payment_intent"),
        ({"payment_intent": unpaid.id}, None),
        ({"payment_intent": unpaid.id, "reason": "why not"}, "reason"),
    ):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            client.refunds.create(asked, once())
        assert refused.value.param == param
    assert len(peer.violations) == 5
