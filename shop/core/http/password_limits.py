"""Rate limits of staff passwords: against guessing, and so that hashing never takes all processors (design §6).

The limits are checked before a password is hashed. A browser in which a user has logged in before has limits of its own
for that user: it gets in, however many strangers try the same name.
"""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from math import ceil
from typing import TypeVar

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from shop.core.errors import TooManyAttempts
from shop.core.limits.budgets import Budget, CountedAttempt, LimitedBy
from shop.core.limits.counters import Limit, seconds_left
from shop.core.limits.visitors import visitor_of

Found = TypeVar("Found")

OF_USER = Budget("password-address-user", hard=5, soft=5, seconds=5 * 60)
OF_ANYBODY = Budget("password-address", hard=10, soft=20, seconds=5 * 60)
BY_USER = Limit("password-user", attempts=30, seconds=5 * 60)
# Without Valkey strangers wait, and staff get in from the browsers they use: HashingLimit limits these, too.
BY_KNOWN = Limit("password-known", attempts=10, seconds=5 * 60, closed_when_down=False)

COOKIE = "staff_browser"
COOKIE_SECONDS = 365 * 24 * 60 * 60


class HashingLimit:
    """Lets this process hash one password at a time and at most `number` in any `seconds`. One more may wait."""

    def __init__(self, number: int, seconds: int) -> None:
        self.seconds = seconds
        self._begun: deque[float] = deque(maxlen=number)
        self._places = threading.BoundedSemaphore(2)
        self._turn = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the turn to hash. Raises TooManyAttempts if another one waits already or `number` is reached."""
        if not self._places.acquire(blocking=False):
            raise TooManyAttempts(retry_after=1)
        try:
            with self._turn:
                self._count()
                yield
        finally:
            self._places.release()

    def _count(self) -> None:
        now = time.monotonic()
        if len(self._begun) == self._begun.maxlen and (left := self._begun[0] + self.seconds - now) > 0:
            raise TooManyAttempts(retry_after=ceil(left))
        self._begun.append(now)


# A hash costs up to half a second of a core.
STRANGERS = HashingLimit(10, seconds=30)
KNOWN = HashingLimit(10, seconds=30)


def attempt_log_in(request: HttpRequest, username: str, compare: Callable[[], Found | None]) -> Found | None:
    """Compare a password entered for this user name, see `compare_within_limits`."""
    if browser := known_browser(request, username):
        return compare_within_limits([(BY_KNOWN, browser)], KNOWN, compare)
    visitor = visitor_of(request)
    counted: list[LimitedBy] = [(OF_USER, visitor, username), (OF_ANYBODY, visitor), (BY_USER, username)]
    return compare_within_limits(counted, STRANGERS, compare)


def attempt_own_password(user_id: int, compare: Callable[[], Found | None]) -> Found | None:
    """Compare the password that a logged-in user enters again, see `compare_within_limits`."""
    return compare_within_limits([(BY_KNOWN, f"user {user_id}")], KNOWN, compare)


def compare_within_limits(
    counted: Sequence[LimitedBy], comparing: HashingLimit, compare: Callable[[], Found | None]
) -> Found | None:
    """Return the result of `compare`. Raises TooManyAttempts or WorkNeeded with `retry_after` (seconds) before it
    compares.

    Counts the attempt first, limit by limit, and takes it back if the password was right or was not compared: strangers
    who exceed their own limits use up nobody else's.
    """
    attempts: list[CountedAttempt] = []
    found, compared = None, False
    try:
        for one in counted:
            attempts.append(CountedAttempt(one))
            attempts[-1].require(retry_after=seconds_left(one[0].seconds))
        with comparing.turn():
            compared = True
            found = compare()
    finally:
        if found or not compared:
            for attempt in attempts:
                attempt.take_back()
    return found


def remember_browser(response: HttpResponseBase, username: str) -> None:
    """Set the cookie of a browser in which this user has logged in. It grants nothing and does not contain the name."""
    response.set_cookie(
        COOKIE,
        _signer(username).sign(secrets.token_urlsafe(12)),
        max_age=COOKIE_SECONDS,
        path=settings.STAFF_PATH,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def known_browser(request: HttpRequest, username: str, *, within: float = COOKIE_SECONDS) -> str:
    """Return the browser's number if this user has logged in with it in the last `within` seconds, otherwise ""."""
    try:
        age = timedelta(seconds=min(within, COOKIE_SECONDS))
        return _signer(username).unsign(request.COOKIES.get(COOKIE, ""), max_age=age)
    except BadSignature:
        return ""


def _signer(username: str) -> TimestampSigner:
    return TimestampSigner(salt=f"{COOKIE} {username}")
