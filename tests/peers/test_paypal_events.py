"""What the stand-in for PayPal tells by webhook, shows to a buyer, and keeps."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from launch.ports import HOST, free_port
from tests.peers.paypal import PayPal, paypal, signing
from tests.peers.paypal.client import (
    client_of,
    create,
    paid,
    refund,
    token_at,
    token_of,
    unit,
    wanted,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def peer() -> Iterator[PayPal]:
    with paypal() as peer:
        yield peer


@dataclass
class Shop:
    """Where events come in: it believes what PayPal says of them."""

    peer: PayPal
    url: str = ""
    heard: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)

    def told(self, headers: Message, body: bytes) -> int:
        names = ("auth_algo", "cert_url", "transmission_id", "transmission_sig", "transmission_time")
        asked = {name: headers[f"PAYPAL-{name.upper().replace('_', '-')}"] for name in names}
        start = json.dumps({**asked, "webhook_id": self.peer.webhook_id})[:-1].encode()
        answer = httpx.post(
            f"{self.peer.url}/v1/notifications/verify-webhook-signature",
            content=start + b', "webhook_event": ' + body + b"}",
            headers={"Authorization": f"Bearer {token_of(self.peer)}", "Content-Type": "application/json"},
        )
        if answer.json() != {"verification_status": "SUCCESS"}:
            return 400
        self.heard.append(json.loads(body)["event_type"])
        return self.statuses.pop(0) if self.statuses else 204


@pytest.fixture
def shop(peer: PayPal) -> Iterator[Shop]:
    shop = Shop(peer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(shop.told(self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer((HOST, 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    shop.url = peer.webhook_url = f"http://{HOST}:{server.server_address[1]}/events"
    yield shop
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_event_is_believed_as_it_was_sent_and_no_forged_one(peer: PayPal, shop: Shop) -> None:
    paid(peer, client_of(peer))
    assert [peer.send(event) for event in peer.events] == [204, 204]
    assert peer.send(peer.events[0], forged=True) == 400
    assert peer.send(peer.events[0], seconds_ago=86400) == 204
    assert shop.heard == ["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED", "CHECKOUT.ORDER.APPROVED"]
    assert json.loads(peer.events[1].body)["resource"]["supplementary_data"]["related_ids"]["order_id"]
    assert peer.violations == []
    shop.statuses = [500]
    assert (peer.send(peer.events[0]), len(peer.violations)) == (500, 1)


@pytest.mark.parametrize("changed", ["webhook_id", "auth_algo", "cert_url", "transmission_sig", "webhook_event"])
def test_a_signature_is_verified_over_everything(peer: PayPal, changed: str) -> None:
    paid(peer, client_of(peer))
    event = peer.events[0]
    moment = "2026-01-01T00:00:00Z"
    sent = event.body if changed != "webhook_event" else json.dumps(json.loads(event.body)).encode()
    asked = {
        "auth_algo": "SHA256withRSA",
        "cert_url": f"{peer.url}{signing.CERTIFICATE_PATH}",
        "transmission_id": "t-1",
        "transmission_sig": signing.signed(signing.message("t-1", moment, peer.webhook_id, event.body)),
        "transmission_time": moment,
        "webhook_id": peer.webhook_id,
    }

    def verified(asked: Mapping[str, str], event: bytes) -> str:
        content = json.dumps(asked)[:-1].encode() + b',"webhook_event":' + event + b"}"
        headers = {"Authorization": f"Bearer {token_of(peer)}", "Content-Type": "application/json"}
        url = f"{peer.url}/v1/notifications/verify-webhook-signature"
        return str(httpx.post(url, content=content, headers=headers).json()["verification_status"])

    assert verified(asked, event.body) == "SUCCESS"
    assert verified({**asked, **({changed: "x"} if changed in asked else {})}, sent) == "FAILURE"
    assert peer.violations == []


def test_the_certificate_is_of_the_key_that_signs(peer: PayPal) -> None:
    served = x509.load_pem_x509_certificates(httpx.get(f"{peer.url}{signing.CERTIFICATE_PATH}").content)
    root = x509.load_pem_x509_certificate(signing.ROOTS.read_bytes())
    key = served[0].public_key()
    assert isinstance(key, RSAPublicKey) and key.public_numbers().n == signing.MODULUS
    for one, above in pairwise([*served, root]):
        one.verify_directly_issued_by(above)
    assert httpx.get(f"{peer.url}/v1/notifications/certs/CERT-1").status_code == 404
    assert signing.is_signed(b"x", signing.signed(b"x"))
    assert not signing.is_signed(b"y", signing.signed(b"x"))


def test_told_to_deliver_it_tries_again_until_it_is_heard(peer: PayPal, shop: Shop) -> None:
    peer.deliver, peer.retry_pauses = True, (0.01, 0.01, 0.01)
    shop.statuses = [500, 503]
    peer.approve(peer.orders[create(client_of(peer), wanted(unit())).id])
    wait_for(lambda: len(shop.heard) == 3)
    time.sleep(0.1)
    assert shop.heard == ["CHECKOUT.ORDER.APPROVED"] * 3


def wait_for(happened: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("locale", "notice", "agree"),
    [
        ("de-DE", "Testmodus: Es wird kein Geld bewegt.", "Zustimmen und zahlen"),
        ("en-US", "Test mode: no money moves.", "Agree and pay"),
    ],
)
def test_a_buyer_agrees_or_leaves_on_a_page(peer: PayPal, locale: str, notice: str, agree: str) -> None:
    number = create(client_of(peer), wanted(unit(description="<b>Shirt</b>"), locale=locale)).id
    page = f"{peer.url}/checkoutnow?token={number}"
    shown = httpx.get(page).text
    assert f'<html lang="{locale[:2]}">' in shown
    assert notice in shown and agree in shown and "&lt;b&gt;Shirt" in shown
    assert shown.count('type="radio"') == 3
    left = httpx.post(page, data={"decision": "cancel"})
    assert (left.status_code, left.headers["Location"]) == (303, f"http://localhost/order?token={number}")
    agreed = httpx.post(page, data={"decision": "decline", "address": "FR"})
    order = peer.order_at(agreed.headers["Location"])
    assert (agreed.status_code, order.status, order.declines) == (303, "APPROVED", True)
    assert order.unit["shipping"]["address"]["country_code"] == "FR"
    assert httpx.get(f"{peer.url}/checkoutnow?token=X").status_code == 404


def test_what_it_knows_outlives_it(tmp_path: Path) -> None:
    """As a process: it is ended and started anew, and a buyer who was on its page goes on."""
    file, port = tmp_path / "paypal.json", free_port()
    with process(port, file) as url:
        headers = {"Authorization": f"Bearer {token_at(url)}", "PayPal-Request-Id": "create-1"}
        created = httpx.post(f"{url}/v2/checkout/orders", json=wanted(unit()), headers=headers).json()
        httpx.post(f"{url}/checkoutnow?token={created['id']}", data={"decision": "pay"})
    with process(port, file) as url:
        again = httpx.post(f"{url}/v2/checkout/orders", json=wanted(unit()), headers=headers)
        assert (again.status_code, again.json()["id"], again.json()["status"]) == (200, created["id"], "APPROVED")


def test_its_file_holds_all_of_it(tmp_path: Path) -> None:
    file = tmp_path / "paypal.json"
    with paypal(PayPal(file=file)) as peer:
        client = client_of(peer)
        capture = paid(peer, client)
        refund(client, capture, "refund-1", "10.00", note_to_payer="Too small")
        peer.forget(peer.orders[create(client_of(peer), wanted(unit()), "create-2").id])
        known = peer.state
    with paypal(PayPal(file=file)) as peer:
        assert peer.state == known
        assert peer.capture(capture.id).status == "PARTIALLY_REFUNDED"
    assert [one.name for one in tmp_path.iterdir()] == ["paypal.json"]


@contextmanager
def process(port: int, file: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.peers.paypal", "--port", str(port), "--state", str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as running:
        assert running.stdout and running.stdout.readline()
        yield f"http://{HOST}:{port}"
        running.send_signal(signal.SIGTERM)
        assert running.wait(10) == 0
