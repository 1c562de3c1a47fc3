"""A strict relay: takes envelopes as Sentry's does, keeps them, and tells whatever should not be in them."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import brotli

from tests.peers.peer import Answer, Peer, Request, json_answer, serving

PROJECT, KEY = "42", "public"
PATH = f"/api/{PROJECT}/envelope/"
ALLOWED = {
    "event_id", "timestamp", "platform", "level", "logger", "environment", "release", "message", "exception", "tags",
    "contexts",
}  # fmt: skip
# What the library adds to each by itself, of no person.
OF_THE_LIBRARY = {"sdk"}
PERSONAL = re.compile(rb"@[\w-]+\.\w|Falk|Hafenstra|20359|B-[0-9A-Z]{5}\b|ms_session|[\"/]checkout/(?:done|payment)/")


class Relay(Peer):
    """`events`: what was reported."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(port)
        self.events: list[dict[str, Any]] = []

    @property
    def dsn(self) -> str:
        return f"http://{KEY}@{self.url.removeprefix('http://')}/{PROJECT}"

    @property
    def environment(self) -> dict[str, str]:
        return {"SENTRY_DSN": self.dsn}

    def answer(self, request: Request) -> Answer:
        if (request.method, request.path) != ("POST", PATH):
            self.violations.append(f"{request.method} {request.path}")
            return json_answer(404, {"detail": "no such address"})
        if f"sentry_key={KEY}" not in request.headers.get("X-Sentry-Auth", ""):
            self.violations.append("without its key")
            return json_answer(401, {"detail": "who are you?"})
        body = unpacked(request)
        if found := PERSONAL.search(body):
            self.violations.append(f"personal: {found[0]!r}")
        self.read(body)
        return json_answer(200, {"id": "0" * 32})

    def read(self, body: bytes) -> None:
        lines = body.split(b"\n")
        for header, item in zip(lines[1::2], lines[2::2], strict=False):
            kind = json.loads(header)["type"]
            if kind != "event":
                self.violations.append(f"a {kind}")
                continue
            event = json.loads(item)
            if surplus := set(event) - ALLOWED - OF_THE_LIBRARY:
                self.violations.append(f"says {sorted(surplus)}")
            if any("vars" in frame for frame in frames(event)):
                self.violations.append("local variables")
            self.events.append(event)


def frames(event: dict[str, Any]) -> list[dict[str, Any]]:
    values = event.get("exception", {}).get("values", [])
    return [frame for one in values for frame in one.get("stacktrace", {}).get("frames", [])]


def unpacked(request: Request) -> bytes:
    coding = request.headers.get("Content-Encoding", "")
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}.get(coding)
    return bytes(unpack(request.body)) if unpack else request.body


@contextmanager
def relay() -> Iterator[Relay]:
    with serving(Relay()) as peer:
        yield peer
