"""The one door to services outside: their silence holds few of the threads that answer, and none for long
(docs/decisions/0071-the-door-outside.md).

    DOOR = Door("Example", lambda: (example.ConnectionFailed,))
    payment = DOOR.ask(lambda: client().payments.retrieve(number))

In a web request all that is asked takes `SECONDS` together. A job, or whatever else is no request, waits as long as its
client does; it is not asked in vain either.
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
# Of a request, for everything that it waits for outside.
SECONDS = 3.0
# Of the eight threads that answer (shop.core.http.server): so many may wait for a service, and so many for all of them,
# beside one for a service that nobody waits for yet. At least one is left for those who wait for nobody.
PLACES, MOST = 2, 6
# A service that has answered nobody for so long, and is asked, does not answer just now; who waits less tells nothing.
PATIENCE = 1.0
# After so many silences in a row nobody asks for so long, and then one alone.
SILENCES, PAUSE = 3, 10.0
# Of a door: calls that nobody waits for any more keep theirs until their client's own time is over, if it has one.
THREADS = 2 * MOST


class ServiceUnavailable(Exception):
    """A service was not asked, or did not answer in time."""


@dataclass
class WaitBudget:
    """What a request has left to wait."""

    left: float


@dataclass(eq=False)
class Call:
    since: float


_budget: contextvars.ContextVar[WaitBudget | None] = contextvars.ContextVar("outside", default=None)
_lock = threading.Lock()
_waiting = 0


def in_request() -> bool:
    """Whether somebody waits for the answer of this thread."""
    return _budget.get() is not None


def limit_waiting(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """The middleware that gives each request its time."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        before = _budget.set(WaitBudget(SECONDS))
        try:
            return get_response(request)
        finally:
            _budget.reset(before)

    return respond


class CircuitBreaker:
    """To one service, in one process. `connection_errors`: what its client raises if nobody answers."""

    def __init__(self, name: str, connection_errors: Callable[[], tuple[type[Exception], ...]]) -> None:
        self.name, self.connection_errors = name, connection_errors
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix=f"outside-{name}")
        self.reset()

    def reset(self) -> None:
        """As if nobody had been asked."""
        self._calls: set[Call] = set()
        self._given_up: set[Call] = set()
        self._trial: Call | None = None
        self._silences, self._answered, self._paused_until = 0, float("-inf"), float("-inf")

    def ask(self, question: Callable[[], Answer], seconds: float | None = None) -> Answer:
        """The answer, or what the client raises. `seconds`: of a request, for this question, beside its budget.

        Raises ServiceAway. The question runs on another thread in a request, and has no database there.
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
        """Raises ServiceAway."""
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
        """However many services are silent at once, no more than `MOST` wait for them together, and one for a service
        that nobody else waits for.
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
        """The call goes on; its place is free for another, which learns whether the service answers."""
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
