"""A stand-in for somebody else's server, over real HTTP: it answers as they would, and remembers what was asked."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from launch.ports import HOST

Json = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """`path` without the query, of which `query` has the first value of each name."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: "Message[str, str]"
    body: bytes


@dataclass(frozen=True)
class Answer:
    status: int
    content: bytes = b""
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


def json_answer(status: int, content: Any, **headers: str) -> Answer:
    return Answer(status, json.dumps(content).encode(), headers=headers)


def page_answer(html: str, status: int = 200) -> Answer:
    return Answer(status, html.encode(), "text/html; charset=utf-8")


def redirect_answer(target: str) -> Answer:
    return Answer(303, headers={"Location": target})


class Peer:
    """`away`: it answers 503 and does nothing; `slow_seconds` before each answer; `lost_answers`: so many times it does
    what it is told by POST and then answers 500. `violations`: what a right client would not have done.
    """

    def __init__(self, port: int = 0) -> None:
        self.violations: list[str] = []
        self.asked: list[str] = []
        self.away, self.slow_seconds, self.lost_answers = False, 0.0, 0
        self.lock = threading.RLock()
        self.server = ThreadingHTTPServer((HOST, port), self._handler())

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server.server_address[1]}"

    def behave(self) -> None:
        """From now on as it should."""
        self.away, self.slow_seconds, self.lost_answers = False, 0.0, 0

    def answer(self, request: Request) -> Answer:
        """Of the API; with the lock held."""
        raise NotImplementedError

    def page(self, request: Request) -> Answer | None:
        """What a browser sees; None for an address of the API. With the lock held."""
        return None

    def _respond(self, request: Request) -> Answer:
        with self.lock:
            shown = self.page(request)
        if shown is not None:
            return shown
        time.sleep(self.slow_seconds)
        with self.lock:
            self.asked.append(f"{request.method} {request.path}")
            if self.away:
                return json_answer(503, {"error": "away"})
            answer = self.answer(request)
            if request.method == "POST" and answer.status < 400 and self.lost_answers > 0:
                self.lost_answers -= 1
                return json_answer(500, {"error": "nobody knows"})
            return answer

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        peer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def respond(self) -> None:
                url = urlsplit(self.path)
                query = {name: values[0] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                answer = peer._respond(Request(self.command, url.path, query, self.headers, body))
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", answer.kind)
                self.send_header("Content-Length", str(len(answer.content)))
                self.end_headers()
                try:
                    self.wfile.write(answer.content)
                except OSError:
                    self.close_connection = True  # whoever asked did not wait

            do_GET = do_POST = do_PATCH = do_DELETE = do_OPTIONS = respond

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler


One = TypeVar("One", bound=Peer)


@contextmanager
def serving(peer: One) -> Iterator[One]:
    thread = threading.Thread(target=peer.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield peer
    finally:
        peer.server.shutdown()
        peer.server.server_close()
        thread.join()
