"""Keys, idempotency, and what is no request of Stripe's."""

from typing import Any

import pytest
import stripe

from tests.peers.stripe import StripePeer
from tests.peers.stripe.client import SESSION, changed, client_of, once, post
from tests.peers.stripe.registered import domain, endpoint


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


def test_what_is_registered_is_listed_page_by_page(peer: StripePeer, client: Any) -> None:
    assert client.webhook_endpoints.list().data == []
    peer.registered = [endpoint(f"https://shop.example/{number}") for number in range(3)]
    peer.domains = [domain("a.example"), domain("b.example", link="why")]
    found = list(client.webhook_endpoints.list({"limit": 2}).auto_paging_iter())
    assert [one.url for one in found] == [one["url"] for one in peer.registered]
    first, second = client.payment_method_domains.list().data
    assert (first.link.status, second.link.status_details.error_message) == ("active", "why")
    assert peer.violations == []
    for asked in ({"limit": 101}, {"enabled": True}, {"status": "enabled"}):
        with pytest.raises(stripe.InvalidRequestError):
            client.payment_method_domains.list(asked)
    assert len(peer.violations) == 3
