"""The RSGI application for granian: a request gets a thread after its body has arrived
(docs/decisions/0020-whole-requests.md).

Granian calls `__rsgi__` on its event loop. The body is read there, within a deadline; then Django answers on a thread,
and granian sends the finished answer. So no thread waits for a client that sends or reads slowly.
"""

import asyncio
import resource
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import IO, Any

from django.http import HttpRequest, HttpResponse

from shop.core.http.bodies import BodyReader
from shop.core.http.concurrency import RequestRefused
from shop.core.http.environ import File, environ_of
from shop.core.http.problems import API_PATH, refusal
from shop.core.http.turns import ClientDisconnected, FairThreadPool
from shop.core.limits.visitors import client_network

Application = Callable[[dict[str, Any], Any], Any]
# Runs on the event loop and returns whether it has answered from the process's memory.
InFront = Callable[[Any, Any], bool]
# Each keeps a connection to the database.
THREADS = 8
# Python runs one thread at a time, so one address loses little with half of them; the others stay free for the rest.
OF_ONE_ADDRESS = THREADS // 2
# A client behind so many waiting requests would leave before its answer.
WAITING = 500
OPEN_FILES = 65536
RETRY_AFTER = "5"  # seconds


class WebServer:
    """An RSGI application around a WSGI one; one per process. The callables in `in_front` may answer first."""

    def __init__(self, application: Application, in_front: Sequence[InFront]) -> None:
        self.application, self.in_front = application, in_front
        self.bodies = BodyReader()
        self.turns = FairThreadPool(THREADS, OF_ONE_ADDRESS, WAITING)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Raise the limit of open files: each connection needs one, and slow clients keep many open."""
        _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # not allowed here: it goes with fewer
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(OPEN_FILES, most), most))

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        if scope.path == "/healthz":
            protocol.response_str(200, [("content-type", "text/plain")], "ok")
            return
        if any(answers(scope, protocol) for answers in self.in_front):
            return
        environ = environ_of(scope)
        request = HttpRequest()
        request.META, request.path_info = environ, scope.path
        address = client_network(request)
        try:
            with await self.bodies.read(environ, address, protocol) as body:
                work = partial(self.answer, environ, body, protocol)
                await self.turns.run(address, work, protocol.client_disconnect)
        except ClientDisconnected:
            return
        except RequestRefused as refused:
            refuse(protocol, request, refused)

    def answer(self, environ: dict[str, Any], body: IO[bytes], protocol: Any) -> None:
        """Call the WSGI application (PEP 3333) and send its answer. Runs on a thread."""
        status, headers = 500, list[tuple[str, str]]()

        def start_response(line: str, named: list[tuple[str, str]], _error: object = None) -> None:
            nonlocal status, headers
            status, headers = int(line[:3]), named

        content = self.application(environ | {"wsgi.input": body}, start_response)
        try:
            if isinstance(content, File) and content.path:
                protocol.response_file(status, headers, content.path)
            else:
                protocol.response_bytes(status, headers, b"".join(content))
        finally:
            if close := getattr(content, "close", None):
                close()


def refuse(protocol: Any, request: HttpRequest, refused: RequestRefused) -> None:
    """Send the refusal, without Django's middleware, and close the connection without reading the rest of the body."""
    if request.path_info.startswith(API_PATH):
        response = refusal(request, refused.status, refused.code, refused.detail)
    else:
        response = HttpResponse(refused.detail, status=refused.status, content_type="text/plain")
    headers = [*response.items(), ("Connection", "close")]
    if refused.status in (429, 503):
        headers.append(("Retry-After", RETRY_AFTER))
    protocol.response_bytes(response.status_code, headers, response.content)
