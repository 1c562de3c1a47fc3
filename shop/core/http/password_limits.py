"""Staff's passwords: guessed seldom, and never at the price of the shop's processors (design §6).

Who may still try is known before a password is hashed. A browser in which somebody has logged in before is counted
apart for that somebody: however many strangers try the same name, it gets in.
"""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
# Without Valkey strangers wait, and staff get in from the browsers they use: Comparing limits these, too.
BY_KNOWN = Limit("password-known", attempts=10, seconds=5 * 60, closed_when_down=False)

COOKIE = "staff_browser"
COOKIE_SECONDS = 365 * 24 * 60 * 60


class HashingLimit:
    """This process hashes one password at a time, and at most `number` in any `seconds`; one more may wait."""

    def __init__(self, number: int, seconds: int) -> None:
        self.seconds = seconds
        self._begun: deque[float] = deque(maxlen=number)
        self._places = threading.BoundedSemaphore(2)
        self._turn = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Raises TooManyAttempts."""
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
    """What `compare` finds by a password entered for that name. Raises TooManyAttempts, see `compare_within_limits`."""
    if browser := _browser(request, username):
        return compare_within_limits([(BY_KNOWN, browser)], KNOWN, compare)
    visitor = visitor_of(request)
    counted: list[LimitedBy] = [(OF_USER, visitor, username), (OF_ANYBODY, visitor), (BY_USER, username)]
    return compare_within_limits(counted, STRANGERS, compare)


def attempt_own_password(user_id: int, compare: Callable[[], Found | None]) -> Found | None:
    """The same for somebody who is logged in and enters their password once more."""
    return compare_within_limits([(BY_KNOWN, f"user {user_id}")], KNOWN, compare)


def compare_within_limits(
    counted: Sequence[LimitedBy], comparing: HashingLimit, compare: Callable[[], Found | None]
) -> Found | None:
    """What `compare` finds. Raises TooManyAttempts or WorkNeeded with `retry_after` (seconds), and then has compared
    nothing.

    Counted first, limit by limit, and taken back where a password was right or not compared: strangers who are refused
    at their own limits use up nobody else's.
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
    """Somebody has logged in with it. The cookie opens nothing and does not hold the name."""
    response.set_cookie(
        COOKIE,
        _signer(username).sign(secrets.token_urlsafe(12)),
        max_age=COOKIE_SECONDS,
        path=settings.STAFF_PATH,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _browser(request: HttpRequest, username: str) -> str:
    """What tells this browser from others if it is one of this somebody's, else ""."""
    try:
        return _signer(username).unsign(request.COOKIES.get(COOKIE, ""), max_age=COOKIE_SECONDS)
    except BadSignature:
        return ""


def _signer(username: str) -> TimestampSigner:
    return TimestampSigner(salt=f"{COOKIE} {username}")
