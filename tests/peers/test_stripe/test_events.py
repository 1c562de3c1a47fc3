"""Events of the stand-in for Stripe, signed and delivered as Stripe's are; its state, and the process of its own."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import stripe

from launch.paths import ROOT
from launch.ports import HOST, free_port
from tests.peers.stripe import StripePeer, stripe_peer
from tests.peers.stripe.client import SESSION, SUCCESS, client_of, intent_of, numbers, once


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
