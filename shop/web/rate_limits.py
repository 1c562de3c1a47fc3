"""How often somebody may try something: counters in Valkey that forget by themselves (design §6)."""

import hashlib
import ipaddress
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from redis.exceptions import RedisError

from shop.errors import TooManyAttempts
from shop.mails.addresses import sendable
from shop.valkey import valkey


@dataclass(frozen=True)
class Limit:
    """At most `attempts` in each window of `seconds`. Without Valkey nothing is allowed if `closed_when_down`, else
    each process counts for itself.
    """

    name: str
    attempts: int
    seconds: int
    closed_when_down: bool = True

    def seconds_left(self) -> int:
        """Until the next window begins."""
        return self.seconds - int(time.time()) % self.seconds


class OwnCounts:
    """What this process counts while Valkey does not answer."""

    MOST = 10_000

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers: Counter[str] = Counter()

    def add(self, key: str, change: int = 1) -> int:
        with self._lock:
            if key not in self._numbers and len(self._numbers) >= self.MOST:
                self._numbers.clear()
            self._numbers[key] = max(0, self._numbers[key] + change)
            return self._numbers[key]


own_counts = OwnCounts()


class Attempt:
    """One attempt by each limit's somebody (an address, an e-mail; only its hash is kept), counted at once, in one
    round trip. Each is counted, whatever the others say. `exceeded`: the limits that refuse it.
    """

    def __init__(self, *attempts: tuple[Limit, str]) -> None:
        self._limits = [(limit, _window_of(limit, who)) for limit, who in attempts]
        try:
            numbers = self._count("INCR")
            self._in_valkey = True
        except RedisError:
            # Those that are closed refuse without a number, and strangers may not push the others' out.
            numbers = [0 if limit.closed_when_down else own_counts.add(key) for limit, key in self._limits]
            self._in_valkey = False
        self.exceeded = {
            limit
            for (limit, _key), number in zip(self._limits, numbers, strict=True)
            if number > limit.attempts or (limit.closed_when_down and not self._in_valkey)
        }
        self.allowed = not self.exceeded

    def _count(self, command: str) -> list[int]:
        """Each counter as it is now; it ends with its window also if it had ended and only now begins again."""
        answers = valkey().ask_all(
            [one for limit, key in self._limits for one in ((command, key), ("EXPIRE", key, limit.seconds, "NX"))]
        )
        return [int(number) for number in answers[::2]]

    def take_back(self) -> None:
        """In the windows in which it was counted."""
        if self._in_valkey:
            with suppress(RedisError):
                self._count("DECR")
        else:
            for limit, key in self._limits:
                if not limit.closed_when_down:
                    own_counts.add(key, -1)


def _window_of(limit: Limit, who: str) -> str:
    window = int(time.time()) // limit.seconds
    return f"limit:{limit.name}:{hashlib.sha256(who.encode()).hexdigest()[:24]}:{window}"


def allowed(limit: Limit, who: str) -> bool:
    """Count one attempt of somebody and say whether it may go on."""
    return Attempt((limit, who)).allowed


def count_attempts(*attempts: tuple[Limit, str], message: str = "", **extensions: Any) -> None:
    """Count one attempt by each limit's somebody. Raises TooManyAttempts where one of them has none left; that is not
    counted, or an address without any left would use up those of others.
    """
    attempt = Attempt(*attempts)
    if not attempt.allowed:
        attempt.take_back()
        raise TooManyAttempts(message, **extensions)


@contextmanager
def counted(*attempts: tuple[Limit, str], refusal: type[TooManyAttempts] = TooManyAttempts) -> Iterator[None]:
    """Around something that counts only if it succeeds; of those that come at once no more begin than may.

    Raises `refusal` where a limit has no attempt left; that is not counted, either.
    """
    attempt = Attempt(*attempts)
    try:
        if not attempt.allowed:
            raise refusal
        yield
    except BaseException:
        attempt.take_back()
        raise


@contextmanager
def taken_back_but_for(attempt: Attempt, failure: type[BaseException]) -> Iterator[None]:
    """Around something of which this failure counts and nothing else."""
    try:
        yield
    except failure:
        raise
    except BaseException:
        attempt.take_back()
        raise
    attempt.take_back()


@contextmanager
def counted_failures(
    limit: Limit, who: str, failure: type[BaseException], refusal: type[TooManyAttempts] = TooManyAttempts
) -> Iterator[None]:
    """Around something of which this failure counts and nothing else. Raises `refusal` where the limit has no attempt
    left, before anybody learns whether this one would have failed.
    """
    attempt = Attempt((limit, who))
    with taken_back_but_for(attempt, failure):
        if not attempt.allowed:
            raise refusal
        yield


@contextmanager
def counted_wrong(
    limit: Limit, who: str, wrong: type[BaseException], refusal: type[TooManyAttempts] = TooManyAttempts
) -> Iterator[None]:
    """Around the look for what nobody guesses, 128 random bits and more: `wrong` counts, and is answered by `refusal`
    where the limit has no attempt left. A right one is never refused, whoever else comes from that address.
    """
    try:
        yield
    except wrong:
        if not allowed(limit, who):
            raise refusal from None
        raise


def mailbox(email: str) -> str:
    """An e-mail address as far as it tells mailboxes apart: capitals and a +tag make no difference."""
    name, _at, host = (sendable(email.strip()) or email.strip()).lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def caller(request: HttpRequest) -> str:
    """The visitor's address as far as it tells visitors apart; of IPv6 the network, in which addresses are free."""
    address = caller_address(request)
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found  # where one socket listens for both
    if found.version == 6:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def caller_address(request: HttpRequest) -> str:
    """Behind a proxy of ours, what that one saw: the last entry of its list, which no visitor can write."""
    if settings.BEHIND_PROXY and (passed_on := request.headers.get("X-Forwarded-For", "")):
        return passed_on.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
