"""What comes in at the address for PayPal's events, from whomever: PayPal is asked about what could be one."""

import json
from typing import Any

import pytest
from django.test import Client

from checkout.actions.reconciling import UNKNOWN, handle
from checkout.limits import BY_FORGER
from checkout.models import ProviderEvent
from shop.web.rate_limits import allowed
from tests.factories import make_shop
from tests.peers.paypal import PayPal
from tests.proofs import proves

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v2/payments/paypal/events"
SIGNED = {
    "PAYPAL-TRANSMISSION-ID": "103e3700-8b0c-11e6-8695-6b62a8a99ac4",
    "PAYPAL-TRANSMISSION-TIME": "2026-10-05T14:57:40Z",
    "PAYPAL-TRANSMISSION-SIG": "bm8=",
    "PAYPAL-CERT-URL": "https://api.paypal.com/v1/notifications/certs/CERT-1",
    "PAYPAL-AUTH-ALGO": "SHA256withRSA",
}
EVENT = b'{"id": "WH-1", "resource": {"custom_id": "1"}}'


def send(body: bytes = EVENT, address: str = "192.0.2.1") -> Any:
    client = Client(SERVER_NAME="localhost", REMOTE_ADDR=address, raise_request_exception=False)
    return client.post(ADDRESS, body, content_type="application/json", headers=SIGNED)


@proves(
    "docs/decisions/0022",
    "whoever forges events is refused, whatever is in them, and has PayPal asked 100 times in ten "
    "minutes; right ones count for nothing",
)
@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b'"WH-1"', b'{"id": 1}', b'{"id": 1, "resource": []}', b"\xff\xfe",
        EVENT.decode().encode("utf-16"),
        b"[" * 60_000, b'{"id": 1, "resource": ' + b'{"a":' * 9_000 + b"1" + b"}" * 9_001,
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused_and_paypal_is_not_asked(paypal_peer: PayPal, body: bytes) -> None:
    make_shop("merchstand")
    answer = send(body)
    assert (answer.status_code, answer.json()["code"]) == (400, "SIGNATURE_WRONG")
    assert paypal_peer.asked == []


@pytest.mark.parametrize("told", ["x" * 127, "\0", "\ud800", {"a": [1]}, 7])
def test_a_name_that_is_none_of_ours_is_kept_as_none(
    paypal_peer: PayPal, monkeypatch: pytest.MonkeyPatch, told: Any
) -> None:
    """Whoever begins an order at PayPal says what it is called, and PayPal signs what it tells of it."""
    make_shop("merchstand")
    monkeypatch.setattr("checkout.payments.paypal.is_signed", lambda _request: True)
    assert send(json.dumps({"id": "WH-1", "resource": {"custom_id": told}}).encode()).status_code == 204
    event = ProviderEvent.objects.get()
    handle(event)
    event.refresh_from_db()
    assert event.problem == UNKNOWN


def test_whoever_forges_events_has_paypal_asked_no_more_often_than_allowed(paypal_peer: PayPal) -> None:
    make_shop("merchstand")
    for _time in range(BY_FORGER.attempts - 2):
        assert allowed(BY_FORGER, "192.0.2.1")
    assert [send().status_code for _time in range(4)] == [400, 400, 429, 429]
    assert len([one for one in paypal_peer.asked if "verify" in one]) == 2
    assert send(address="192.0.2.2").status_code == 400


def test_right_events_and_a_paypal_that_is_away_do_not_count(
    paypal_peer: PayPal, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_shop("merchstand")
    for _time in range(BY_FORGER.attempts - 1):
        assert allowed(BY_FORGER, "192.0.2.1")
    paypal_peer.away = True
    assert {send().status_code for _time in range(3)} == {503}
    monkeypatch.setattr("checkout.payments.paypal.is_signed", lambda _request: True)
    assert {send().status_code for _time in range(3)} == {204}
    assert ProviderEvent.objects.count() == 1


def test_a_token_that_was_taken_back_is_asked_for_anew(paypal_peer: PayPal) -> None:
    make_shop("merchstand")
    assert send().status_code == 400
    paypal_peer.expire_tokens()
    assert [send().status_code for _time in range(2)] == [503, 400]
