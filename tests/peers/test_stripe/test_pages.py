"""The stand-in for Stripe is strict about checkout sessions, which are paid on its pages."""

import time
from typing import Any

import httpx
import pytest
import stripe

from tests.peers.stripe import StripePeer
from tests.peers.stripe.client import CANCEL, LINE, SESSION, changed, choose, kinds, once

PRODUCT = "line_items[0][price_data][product_data]"


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
