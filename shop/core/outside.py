"""Calls to services outside, through a circuit breaker for each service: one that hangs occupies few of the threads
that answer requests, and none for long (docs/decisions/0071-the-door-outside.md).

    BREAKER = CircuitBreaker("Example", lambda: (example.ConnectionFailed,))
    payment = BREAKER.ask(lambda: client().payments.retrieve(number))

All calls of one web request may take `SECONDS` together. Jobs and commands wait as long as the service's client does;
for them, too, the breaker refuses calls to a service that is silent.
"""

import contextvars
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
# All calls of one request together.
SECONDS = 3.0
# Of the eight threads that answer requests (shop.core.http.server), PLACES may wait for one service and MOST for all
# services, plus one for a service without other waiting threads. At least one thread stays free for other requests.
PLACES, MOST = 2, 6
# A service counts as silent after so many seconds without an answer. A call that waited less proves nothing.
PATIENCE = 1.0
# After so many silent calls in a row the breaker pauses for so many seconds, then lets one call try.
SILENCES, PAUSE = 3, 10.0
# Of one breaker. A call that its request gave up keeps its thread until the client's own time limit, if it has one.
THREADS = 2 * MOST


class ServiceUnavailable(Exception):
    """The service did not answer in time, or its circuit breaker refused the call."""


@dataclass
class WaitBudget:
    """The seconds that a request may still wait for services."""

    left: float


@dataclass(eq=False)
class Call:
    since: float


_budget: contextvars.ContextVar[WaitBudget | None] = contextvars.ContextVar("outside", default=None)
_lock = threading.Lock()
_waiting = 0


def in_request() -> bool:
    """True if this thread answers a web request."""
    return _budget.get() is not None


def limit_waiting(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: give each request its own time budget."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        before = _budget.set(WaitBudget(SECONDS))
        try:
            return get_response(request)
        finally:
            _budget.reset(before)

    return respond


class CircuitBreaker:
    """Guards one service in one process. `connection_errors`: returns what the client raises if the service does not
    answer; a function, so that the client's library loads at the first call.
    """

    def __init__(self, name: str, connection_errors: Callable[[], tuple[type[Exception], ...]]) -> None:
        self.name, self.connection_errors = name, connection_errors
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix=f"outside-{name}")
        self.reset()

    def reset(self) -> None:
        """Forget all earlier calls."""
        self._calls: set[Call] = set()
        self._given_up: set[Call] = set()
        self._trial: Call | None = None
        self._silences, self._answered, self._paused_until = 0, float("-inf"), float("-inf")

    def ask(self, question: Callable[[], Answer], seconds: float | None = None) -> Answer:
        """Run the call and return its answer. `seconds`: time limit of this call in a request, in place of its budget.

        Raises ServiceUnavailable. The question runs on another thread in a request, and has no database there.
        """
        budget = _budget.get()
        if budget is None:
            return self._answer(self._enter(is_waited_for=False), question)
        patience = budget.left if seconds is None else seconds
        if patience <= 0:
            raise ServiceUnavailable(f"{self.name} is not asked: no time is left")
        call = self._enter(is_waited_for=True)
        try:
            future = self._threads.submit(contextvars.copy_context().run, self._answer, call, question)
            return self._waited_for(call, future, patience)
        finally:
            self._no_longer_waited_for()
            if seconds is None:
                budget.left -= time.monotonic() - call.since

    def _waited_for(self, call: Call, future: "Future[Answer]", patience: float) -> Answer:
        try:
            return future.result(patience)
        except TimeoutError:
            if future.done():
                return future.result()  # just then; or it is the client's own
            self._give_up(call, has_begun=not future.cancel())
            raise ServiceUnavailable(f"{self.name} does not answer in time") from None

    def _answer(self, call: Call, question: Callable[[], Answer]) -> Answer:
        try:
            answer = question()
        except BaseException as error:
            self._leave(call, is_silent=isinstance(error, self.connection_errors()))
            raise
        self._leave(call, is_silent=False)
        return answer

    def _enter(self, *, is_waited_for: bool) -> Call:
        """Raises ServiceUnavailable."""
        global _waiting
        with _lock:
            call = Call(time.monotonic())
            if is_waited_for and len(self._calls) + len(self._given_up) >= THREADS:
                raise ServiceUnavailable(f"{self.name} is not asked: it has not answered so many")
            if self._silences >= SILENCES:
                if call.since < self._paused_until or self._trial is not None:
                    raise ServiceUnavailable(f"{self.name} is not asked: it has not answered")
                self._trial = call
            elif is_waited_for and not self._has_place(call.since):
                raise ServiceUnavailable(f"{self.name} is not asked: others wait for it")
            self._calls.add(call)
            _waiting += is_waited_for
            return call

    def _has_place(self, now: float) -> bool:
        """True if one more thread may wait: at most `MOST` for all services, plus one for a service without other
        waiting threads.
        """
        if _waiting >= MOST:
            return not self._calls and _waiting == MOST
        if len(self._calls) < PLACES:
            return True
        heard = max(self._answered, min(call.since for call in self._calls))
        return now - heard < PATIENCE

    def _no_longer_waited_for(self) -> None:
        global _waiting
        with _lock:
            _waiting -= 1

    def _give_up(self, call: Call, *, has_begun: bool) -> None:
        """Stop waiting. The call goes on, and its place is free for another one, which tries the service again."""
        with _lock:
            if call not in self._calls:
                return
            self._calls.remove(call)
            if has_begun:
                self._given_up.add(call)
            if has_begun and time.monotonic() - call.since >= PATIENCE:
                self._heard_nothing(call)
            elif self._trial is call:
                self._trial = None

    def _leave(self, call: Call, *, is_silent: bool) -> None:
        with _lock:
            if call not in self._calls:
                self._given_up.discard(call)
                return
            self._calls.remove(call)
            if is_silent:
                self._heard_nothing(call)
                return
            if self._silences >= SILENCES:
                logger.warning("%s answers again", self.name)
            self._silences, self._answered, self._trial = 0, time.monotonic(), None

    def _heard_nothing(self, call: Call) -> None:
        self._silences += 1
        if self._silences >= SILENCES:
            self._paused_until = time.monotonic() + PAUSE
            logger.warning("%s does not answer; it is asked again in %.0f seconds", self.name, PAUSE)
        if self._trial is call:
            self._trial = None
