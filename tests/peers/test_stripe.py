"""The stand-in for Stripe is strict, and Stripe's own library finds in it what it would find there."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import stripe

from launch.paths import ROOT
from launch.ports import HOST, free_port
from tests.peers.stripe import StripePeer, stripe_peer

SUCCESS, CANCEL = "http://localhost/done?session={CHECKOUT_SESSION_ID}", "http://localhost/cancelled"
LINE = {"price_data": {"currency": "eur", "unit_amount": 1500, "product_data": {"name": "Shirt <M>"}}, "quantity": 2}
SESSION: dict[str, Any] = {
    "mode": "payment",
    "line_items": [LINE],
    "success_url": SUCCESS,
    "cancel_url": CANCEL,
    "client_reference_id": "B-7M2QX",
    "customer_email": "buyer@example.com",
    "locale": "de",
    "payment_intent_data": {"description": "Order B-7M2QX", "metadata": {"order": "B-7M2QX"}},
}
SOURCE: dict[str, Any] = {
    "type": "sofort",
    "amount": 3000,
    "currency": "eur",
    "redirect": {"return_url": "http://localhost/done?order=1"},
    "sofort": {"country": "DE"},
    "statement_descriptor": "Order 1",
}
BILLING = {"email": "buyer@example.com", "address": {"country": "DE"}}
KLARNA: dict[str, Any] = {"type": "klarna", "billing_details": BILLING}
PRODUCT = "line_items[0][price_data][product_data]"
numbers = count(1)


@pytest.fixture
def peer() -> Iterator[StripePeer]:
    with stripe_peer() as peer:
        yield peer


@pytest.fixture
def client(peer: StripePeer) -> Any:
    return client_of(peer)


def client_of(peer: StripePeer, key: str = "") -> Any:
    """Untyped: what is asked for here is often wrong, or what the library has no types for."""
    return stripe.StripeClient(key or peer.key, base_addresses={"api": peer.url}, max_network_retries=0).v1


def once() -> Any:
    """Options with an idempotency key of its own."""
    return {"idempotency_key": f"key-{next(numbers)}"}


def intent_of(client: Any, **more: Any) -> Any:
    asked = {"amount": 3000, "currency": "eur", "allowed_payment_method_types": ["card"]}
    return client.payment_intents.create({**asked, **more}, once())


def post(peer: StripePeer, path: str, body: str | bytes, **headers: str) -> httpx.Response:
    own = {
        "Authorization": f"Bearer {peer.key}",
        "Content-Type": "application/x-www-form-urlencoded",
        "Idempotency-Key": f"key-{next(numbers)}",
    }
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(peer.url + path, content=body, headers={**own, **named})


def choose(url: str, choice: str) -> str:
    """What a browser does on a page; where it goes then."""
    answer = httpx.post(url, data={"choice": choice})
    assert answer.status_code == 303
    return answer.headers["Location"]


def kinds(peer: StripePeer) -> list[str]:
    return [event["type"] for event in peer.events]


# Checkout sessions


def test_a_session_is_paid_on_its_page(peer: StripePeer, client: Any) -> None:
    session = client.checkout.sessions.create(SESSION, once())
    assert (session.status, session.payment_status, session.payment_intent) == ("open", "unpaid", None)
    assert (session.amount_total, session.currency, session.expires_at) == (3000, "eur", session.created + 86400)
    assert choose(session.url, "pay") == f"http://localhost/done?session={session.id}"
    expand = {"expand": ["payment_intent.latest_charge"]}
    paid = client.checkout.sessions.retrieve(session.id, expand)
    assert (paid.status, paid.payment_status, paid.url) == ("complete", "paid", None)
    payment = paid.payment_intent
    assert (payment.status, payment.amount_received, payment.metadata.order) == ("succeeded", 3000, "B-7M2QX")
    assert (payment.latest_charge.amount_captured, payment.latest_charge.payment_intent) == (3000, payment.id)
    assert isinstance(client.checkout.sessions.retrieve(session.id).payment_intent, str)
    assert kinds(peer) == ["charge.succeeded", "payment_intent.succeeded", "checkout.session.completed"]
    assert peer.violations == []


def test_pages_speak_the_sessions_language_and_say_that_no_money_moves(peer: StripePeer, client: Any) -> None:
    session = client.checkout.sessions.create(SESSION, once())
    html = httpx.get(session.url).text
    assert '<html lang="de">' in html
    assert "Testmodus: Es wird kein Geld bewegt." in html
    assert "30,00\N{NO-BREAK SPACE}€" in html
    assert "Shirt &lt;M&gt;" in html
    assert f'href="{CANCEL}"' in html
    english = client.checkout.sessions.create({**SESSION, "locale": "auto"}, once())
    html = httpx.get(english.url, headers={"Accept-Language": "en-GB"}).text
    assert "Test mode: no money moves." in html
    assert "€30.00" in html
    assert httpx.get(f"{peer.url}/pay/cs_test_none").status_code == 404


def test_a_declined_card_leaves_the_buyer_on_the_page(peer: StripePeer, client: Any) -> None:
    session = client.checkout.sessions.create(SESSION, once())
    assert choose(session.url, "decline") == f"/pay/{session.id}"
    assert "Ihre Karte wurde abgelehnt." in httpx.get(session.url).text
    seen = client.checkout.sessions.retrieve(session.id, {"expand": ["payment_intent.latest_charge"]})
    assert (seen.status, seen.payment_status) == ("open", "unpaid")
    assert seen.payment_intent.last_payment_error.decline_code == "generic_decline"
    assert (seen.payment_intent.latest_charge.status, seen.payment_intent.latest_charge.paid) == ("failed", False)
    peer.pay(session.id)
    seen = client.checkout.sessions.retrieve(session.id, {"expand": ["payment_intent.latest_charge"]})
    assert (seen.payment_status, seen.payment_intent.latest_charge.paid) == ("paid", True)
    assert kinds(peer)[:2] == ["charge.failed", "payment_intent.payment_failed"]


def test_3d_secure_asks_on_a_second_page(peer: StripePeer, client: Any) -> None:
    session = client.checkout.sessions.create(SESSION, once())
    page = choose(session.url, "challenge")
    assert "Ihre Bank fragt nach" in httpx.get(page).text
    assert choose(page, "refuse") == session.url
    assert "Die Bank hat die Zahlung nicht bestätigt." in httpx.get(session.url).text
    assert choose(choose(session.url, "challenge"), "agree") == f"http://localhost/done?session={session.id}"
    assert client.checkout.sessions.retrieve(session.id).payment_status == "paid"
    assert choose(f"{peer.url}/pay/{session.id}", "pay") == f"/pay/{session.id}", "paid once"
    assert "Diese Zahlung ist abgeschlossen." in httpx.get(f"{peer.url}/pay/{session.id}").text


@pytest.mark.parametrize(
    ("end", "event", "status"),
    [
        ("arrive", "checkout.session.async_payment_succeeded", "paid"),
        ("lost", "checkout.session.async_payment_failed", "unpaid"),
    ],
)
def test_money_may_arrive_later_or_never(peer: StripePeer, client: Any, end: str, event: str, status: str) -> None:
    session = client.checkout.sessions.create(
        {**SESSION, "allowed_payment_method_types": ["sepa_debit", "oxxo"]}, once()
    )
    assert "decline" not in httpx.get(session.url).text
    assert choose(session.url, "later").startswith("http://localhost/done")
    seen = client.checkout.sessions.retrieve(session.id, {"expand": ["payment_intent"]})
    assert (seen.status, seen.payment_status, seen.payment_intent.status) == ("complete", "unpaid", "processing")
    assert peer.last("checkout.session.completed")["data"]["object"]["payment_status"] == "unpaid"
    choose(session.url, end)
    assert client.checkout.sessions.retrieve(session.id).payment_status == status
    assert peer.events[-1]["type"] == event


def test_sessions_expire_by_the_shop_and_by_time(
    peer: StripePeer, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = client.checkout.sessions.create(SESSION, once())
    peer.decline(session.id)
    assert client.checkout.sessions.expire(session.id).status == "expired"
    assert kinds(peer)[-2:] == ["payment_intent.canceled", "checkout.session.expired"]
    with pytest.raises(stripe.InvalidRequestError, match="status of `expired`"):
        client.checkout.sessions.expire(session.id)
    assert "abgelaufen" in httpx.get(f"{peer.url}/pay/{session.id}").text
    soon = int(time.time()) + 1900
    session = client.checkout.sessions.create({**SESSION, "expires_at": soon}, once())
    monkeypatch.setattr(time, "time", lambda: soon + 1.0)
    choose(session.url, "pay")
    assert client.checkout.sessions.retrieve(session.id).status == "expired"
    assert peer.violations == []


def changed(**more: Any) -> dict[str, Any]:
    return {**SESSION, **more}


def price(**more: Any) -> dict[str, Any]:
    given = {**LINE["price_data"], **more}  # type: ignore[dict-item]
    return changed(line_items=[{**LINE, "price_data": {name: value for name, value in given.items() if value != ""}}])


@pytest.mark.parametrize(
    ("asked", "code", "param"),
    [
        (changed(more=1), "parameter_unknown", "more"),
        (changed(line_items=[LINE, {**LINE, "more": 1}]), "parameter_unknown", "line_items[1][more]"),
        (price(more=1), "parameter_unknown", "line_items[0][price_data][more]"),
        (price(product_data={"name": "A", "more": 1}), "parameter_unknown", f"{PRODUCT}[more]"),
        (price(product_data={"description": "A"}), "parameter_missing", f"{PRODUCT}[name]"),
        (price(currency=""), "parameter_missing", "line_items[0][price_data][currency]"),
        (price(unit_amount=""), "parameter_missing", "line_items[0][price_data][unit_amount]"),
        (price(currency="EUR"), None, "line_items[0][price_data][currency]"),
        (price(currency="usd"), None, "line_items[0][price_data][currency]"),
        (price(unit_amount="15.00"), "parameter_invalid_integer", "line_items[0][price_data][unit_amount]"),
        (price(unit_amount=-1), "parameter_invalid_integer", "line_items[0][price_data][unit_amount]"),
        (price(unit_amount=24), "amount_too_small", "line_items"),
        (changed(line_items=[{"price_data": LINE["price_data"]}]), "parameter_missing", "line_items[0][quantity]"),
        (changed(line_items=[{"price": "price_1", "quantity": 1}]), "not_in_stand_in", "line_items[price]"),
        ({name: value for name, value in SESSION.items() if name != "mode"}, "parameter_missing", "mode"),
        ({name: value for name, value in SESSION.items() if name != "success_url"}, "parameter_missing", "success_url"),
        (changed(mode="rent"), None, "mode"),
        (changed(locale="de_DE"), None, "locale"),
        (changed(success_url="/done"), "url_invalid", "success_url"),
        (changed(cancel_url="done"), "url_invalid", "cancel_url"),
        (changed(customer_email="nobody"), "email_invalid", "customer_email"),
        (changed(customer_email=""), "parameter_invalid_empty", "customer_email"),
        (changed(client_reference_id="x" * 201), None, "client_reference_id"),
        (changed(metadata={"order": "x" * 501}), None, "metadata[order]"),
        (changed(metadata={"o" * 41: "x"}), None, "metadata"),
        (changed(allowed_payment_method_types=["giro"]), None, "allowed_payment_method_types[0]"),
        (changed(allowed_payment_method_types=["oxxo"]), None, "allowed_payment_method_types"),
        (changed(payment_method_types=["card"]), "payment_method_types_no_longer_supported", "payment_method_types"),
        (changed(expires_at=int(time.time()) + 60), None, "expires_at"),
        (changed(expires_at=int(time.time()) + 90000), None, "expires_at"),
        (changed(expires_at="tomorrow"), "parameter_invalid_integer", "expires_at"),
        (changed(allow_promotion_codes=True), "not_in_stand_in", "allow_promotion_codes"),
        (changed(payment_intent_data={"statement_descriptor_suffix": "a<b"}), None, "statement_descriptor_suffix"),
        (changed(expand=["customer"]), None, "expand"),
    ],
)  # fmt: skip
def test_what_is_no_session_is_refused(
    peer: StripePeer, client: Any, asked: dict[str, Any], code: str | None, param: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.checkout.sessions.create(asked, once())
    assert (refused.value.http_status, refused.value.code, refused.value.param) == (400, code, param)
    assert refused.value.request_id.startswith("req_")
    assert len(peer.violations) == 1
    assert peer.objects == {}


# Payment intents


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


# Sources


def test_a_source_is_chargeable_after_its_page_and_charged_once(peer: StripePeer, client: Any) -> None:
    source = client.sources.create(SOURCE, once())
    assert (source.status, source.redirect.status) == ("pending", "pending")
    back = httpx.URL(choose(source.redirect.url, "agree"))
    assert (back.params["order"], back.params["source"]) == ("1", source.id)
    assert (back.params["client_secret"], back.params["redirect_status"]) == (source.client_secret, "succeeded")
    assert client.sources.retrieve(source.id).status == "chargeable"
    asked = {"amount": 3000, "currency": "eur", "source": source.id}
    charge = client.charges.create(asked, once())
    assert (charge.status, charge.amount_captured) == ("succeeded", 3000)
    assert client.sources.retrieve(source.id).status == "consumed"
    with pytest.raises(stripe.InvalidRequestError, match="status of consumed"):
        client.charges.create(asked, once())
    assert client.refunds.create({"charge": charge.id}, once()).payment_intent is None
    other = client.sources.create(SOURCE, once())
    assert peer.refuse(other.id).endswith(f"redirect_status=failed&source={other.id}")
    assert client.sources.retrieve(other.id).status == "failed"
    assert kinds(peer)[0] == "source.chargeable"
    assert kinds(peer)[-1] == "source.failed"
    assert peer.violations == []


def test_sofort_has_ended(peer: StripePeer, client: Any) -> None:
    peer.sofort_ended = True
    with pytest.raises(stripe.InvalidRequestError, match="no longer supported"):
        client.sources.create(SOURCE, once())
    assert peer.violations == []
    peer.behave()
    for wrong, param in (("sofort", "sofort[country]"), ("redirect", "redirect[return_url]"), ("amount", "amount")):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            client.sources.create({name: value for name, value in SOURCE.items() if name != wrong}, once())
        assert (refused.value.code, refused.value.param) == ("parameter_missing", param)


# Refunds


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


# Keys, idempotency, and what is no request of Stripe's


def test_wrong_keys_and_names_are_refused(peer: StripePeer, client: Any) -> None:
    assert post(peer, "/v1/payment_intents", "", Authorization=peer.key).status_code == 401
    for key in ("sk_test_another", "sk_live_x"):
        with pytest.raises(stripe.AuthenticationError):
            client_of(peer, key).payment_intents.retrieve("pi_1")
    with pytest.raises(stripe.InvalidRequestError) as missing:
        client.checkout.sessions.retrieve("cs_test_none")
    assert (missing.value.http_status, missing.value.code) == (404, "resource_missing")
    with pytest.raises(stripe.InvalidRequestError, match="Unrecognized request URL"):
        client.customers.list()
    assert len(peer.violations) == 5


def test_an_idempotency_key_means_one_thing(peer: StripePeer, client: Any) -> None:
    options = once()
    first = client.checkout.sessions.create(SESSION, options)
    again = client.checkout.sessions.create(SESSION, options)
    assert (first.id, first.last_response.headers.get("Idempotent-Replayed")) == (again.id, None)
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    with pytest.raises(stripe.IdempotencyError):
        client.checkout.sessions.create(changed(client_reference_id="another"), options)
    assert post(peer, "/v1/refunds", "charge=ch_1", Idempotency_Key="").json()["error"]["message"].startswith("Idem")
    assert len(peer.violations) == 2
    assert [call.version for call in peer.calls] == [*3 * [stripe.api_version], ""]
    assert peer.calls[0].parameters["client_reference_id"] == "B-7M2QX"


def test_lost_answers_limits_and_absence(peer: StripePeer, client: Any) -> None:
    options, peer.lost_answers = once(), 1
    with pytest.raises(stripe.APIError) as lost:
        client.checkout.sessions.create(SESSION, options)
    assert lost.value.error.type == "api_error"
    assert client.checkout.sessions.create(SESSION, options).id in peer.objects
    assert len(peer.objects) == 1
    peer.rate_limited = 1
    with pytest.raises(stripe.RateLimitError):
        client.refunds.list()
    peer.away = True
    with pytest.raises(stripe.APIError):
        client.refunds.list()
    peer.behave()
    assert client.refunds.list().data == []
    assert peer.violations == []


@pytest.mark.parametrize(
    "body",
    [
        "a" + 101 * "[b]" + "=1",
        "a" + 99 * "[b]" + "=1",
        "amount=1&amount=2",
        "amount=1&amount[b]=2",
        "metadata[a]=1&metadata=2",
        "[a]=1",
        "a[=1",
        "a[b]c=1",
        "a[][b]=1",
        "amount",
        "amount=%FF",
        b"amount=\xff",
        "amount=%00",
        "currency=eur&" * 1001,
        "amount[0]=1",
        "allowed_payment_method_types=card",
        "allowed_payment_method_types[1]=card",
        "metadata[a][b]=1&amount=100&currency=eur",
        "metadata=1&amount=100&currency=eur",
        "amount=" + "9" * 5000,
        '{"amount": 1}',
    ],
)
def test_odd_content_is_refused(peer: StripePeer, body: str | bytes) -> None:
    answer = post(peer, "/v1/payment_intents", body)
    assert (answer.status_code, answer.json()["error"]["type"]) == (400, "invalid_request_error")
    assert "request-id" in answer.headers
    assert len(peer.violations) == 1


def test_only_forms_are_taken(peer: StripePeer) -> None:
    paid = "amount=100&currency=eur"
    assert post(peer, "/v1/payment_intents", paid, Content_Type="application/json").status_code == 400
    assert post(peer, f"/v1/payment_intents?{paid}", "").status_code == 400
    assert post(peer, "/v1/payment_intents", paid, Stripe_Version="newest").status_code == 400
    assert post(peer, "/v1/payment_intents", f"{paid}&allowed_payment_method_types[]=card").status_code == 200


# Events


class Shop(BaseHTTPRequestHandler):
    """Takes events as a shop would, the first `refusals` of them not."""

    secret, refusals = "whsec_for_tests", 0
    taken: list[Any] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        cls = type(self)
        try:
            event = stripe.Webhook.construct_event(body, self.headers["Stripe-Signature"], cls.secret)
            status = 204
        except stripe.SignatureVerificationError:
            event, status = None, 400
        if event and cls.refusals:
            cls.refusals, status = cls.refusals - 1, 500
        elif event:
            cls.taken.append(event)
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def shop() -> Iterator[str]:
    Shop.taken, Shop.refusals = [], 0
    server = ThreadingHTTPServer((HOST, 0), Shop)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://{HOST}:{server.server_address[1]}/events"
    server.shutdown()
    server.server_close()
    thread.join()


def wait_for(count: int) -> None:
    deadline = time.monotonic() + 10
    while len(Shop.taken) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_events_are_signed_as_stripes_are(peer: StripePeer, client: Any, shop: str) -> None:
    peer.webhook_url = shop
    session = peer.session_at(client.checkout.sessions.create(SESSION, once()).url)
    assert peer.pay(session) == SUCCESS.replace("{CHECKOUT_SESSION_ID}", session["id"])
    event = peer.last("checkout.session.completed")
    assert [peer.send(one) for one in (event, event)] == [204, 204]
    told = Shop.taken[0]
    assert (told.id, told.type, told.api_version) == (event["id"], "checkout.session.completed", stripe.api_version)
    assert (told.data.object.id, told.data.object.payment_status, told.livemode) == (session["id"], "paid", False)
    assert peer.violations == []
    assert peer.send(event, secret="whsec_another") == 400
    assert peer.send(event, seconds_ago=301) == 400
    assert peer.violations == []
    Shop.refusals = 1
    assert peer.send(event) == 500
    assert len(peer.violations) == 1
    assert client.events.retrieve(event["id"]).data.object.id == session["id"]


def test_events_are_delivered_until_they_are_taken(shop: str) -> None:
    Shop.refusals = 1
    with stripe_peer(StripePeer(deliver=True, webhook_url=shop)) as peer:
        refund = intent_of(client_of(peer), confirm=True, payment_method="pm_card_visa")
        wait_for(2)
        assert {event.type for event in Shop.taken} == {"charge.succeeded", "payment_intent.succeeded"}
        assert peer.last("payment_intent.succeeded")["request"]["idempotency_key"] == f"key-{next(numbers) - 1}"
        assert refund.status == "succeeded"


def test_a_payment_may_bring_something_else_than_was_asked_for(peer: StripePeer, client: Any) -> None:
    peer.captures = (2999, "usd")
    session = client.checkout.sessions.create(SESSION, once())
    peer.pay(session.id)
    payment = client.checkout.sessions.retrieve(session.id, {"expand": ["payment_intent"]}).payment_intent
    assert (payment.amount, payment.amount_received, payment.currency) == (3000, 2999, "usd")
    charge = client.charges.retrieve(payment.latest_charge)
    assert (charge.amount_captured, charge.currency) == (2999, "usd")


# State and the process


def test_what_a_state_file_keeps_the_next_stand_in_knows(tmp_path: Path) -> None:
    state, options = tmp_path / "stripe.json", once()
    with stripe_peer(StripePeer(state=state)) as peer:
        session = client_of(peer).checkout.sessions.create(SESSION, options)
        peer.pay(session.id)
        events = peer.events
    with stripe_peer(StripePeer(state=state)) as peer:
        client = client_of(peer)
        assert client.checkout.sessions.retrieve(session.id).payment_status == "paid"
        assert client.checkout.sessions.create(SESSION, options).id == session.id
        assert peer.events == events
        assert client.refunds.create({"payment_intent": peer.now(session.id)["payment_intent"]}, once()).amount == 3000
    assert list(tmp_path.iterdir()) == [state]
    state.write_text("{}")
    with pytest.raises(ValueError, match="no state"):
        StripePeer(state=state)


def test_the_process_ends_when_it_is_asked_to_and_knows_its_payments_after(tmp_path: Path, shop: str) -> None:
    port, state = free_port(), tmp_path / "stripe.json"
    command = [sys.executable, "-m", "tests.peers.stripe", "--port", str(port), "--webhook", shop]
    names: set[str] = set()
    for _start in range(2):
        running = subprocess.Popen(
            [*command, "--secret", Shop.secret, "--key", "sk_test_demo", "--state", str(state)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        try:
            assert str(port).encode() in running.stdout.readline()
            connection = {"api": f"http://{HOST}:{port}"}
            client: Any = stripe.StripeClient("sk_test_demo", base_addresses=connection, max_network_retries=0).v1  # type: ignore[arg-type]
            if not names:
                names.add(intent_of(client, confirm=True, payment_method="pm_card_visa").id)
                wait_for(2)
            assert {client.payment_intents.retrieve(name).status for name in names} == {"succeeded"}
        finally:
            running.send_signal(signal.SIGTERM)
            assert running.wait(10) == 0
            running.stdout.close()
    assert json.loads(state.read_text())["undelivered"] == []
    assert len(Shop.taken) == 2
