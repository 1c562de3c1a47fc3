"""Webhooks: events posted to the shop, signed as Stripe signs them."""

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable

import httpx

from tests.peers.peer import Json

RETRY_SECONDS = (1, 2, 4)
PATIENCE, CLOSING_SECONDS = 30, 1


def body_of(event: Json) -> bytes:
    """Indented, as Stripe's are: whoever reads it and writes it again gets another signature."""
    return json.dumps(event, indent=2).encode()


def signature_header(body: bytes, secret: str, moment: int) -> str:
    signed = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={signed}"


class Sender:
    """`url`: where the shop takes events. `secret`: what they are signed with."""

    def __init__(self, url: str = "", secret: str = "") -> None:
        self.url, self.secret = url, secret
        self.client = httpx.Client(timeout=PATIENCE)
        self._is_closed = threading.Event()
        self._threads: list[threading.Thread] = []

    def post(self, event: Json, *, secret: str = "", seconds_ago: float = 0) -> httpx.Response:
        """Raises httpx.HTTPError where nobody answers."""
        body = body_of(event)
        header = signature_header(body, secret or self.secret, int(time.time() - seconds_ago))
        headers = {"Content-Type": "application/json; charset=utf-8", "Stripe-Signature": header}
        return self.client.post(self.url, content=body, headers=headers)

    def deliver(self, event: Json, done: Callable[[Json], None]) -> None:
        """Now, and again after a while until the shop answers 2xx; in a thread of its own."""
        thread = threading.Thread(target=self._deliver, args=(event, done), daemon=True)
        self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()

    def _deliver(self, event: Json, done: Callable[[Json], None]) -> None:
        for pause in (0, *RETRY_SECONDS):
            if self._is_closed.wait(pause):
                return
            try:
                if self.post(event).is_success:
                    done(event)
                    return
            except (httpx.HTTPError, RuntimeError):
                continue  # nobody there, or the sender was closed meanwhile

    def close(self) -> None:
        self._is_closed.set()
        for thread in self._threads:
            thread.join(CLOSING_SECONDS)
        self.client.close()
