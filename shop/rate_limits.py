"""How often somebody may try something: counters in Valkey that forget by themselves (design §6)."""

import hashlib
import ipaddress
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from shop.errors import TooManyAttempts


@dataclass(frozen=True)
class Limit:
    """At most `attempts` in each window of `seconds`. `closed_when_down`: without Valkey nothing is allowed."""

    name: str
    attempts: int
    seconds: int
    closed_when_down: bool = True

    def seconds_left(self) -> int:
        """Until the next window begins."""
        return self.seconds - int(time.time()) % self.seconds


class Attempt:
    """One attempt by each limit's somebody (an address, an e-mail; only its hash is kept), counted at once.

    Each is counted, whatever the others say.
    """

    def __init__(self, *attempts: tuple[Limit, str]) -> None:
        self._counted: list[str] = []
        counts = [self._count(limit, _window_of(limit, who)) for limit, who in attempts]
        self.allowed = all(counts)

    def _count(self, limit: Limit, key: str) -> bool:
        try:
            cache.add(key, 0, timeout=limit.seconds)
            number = cache.incr(key)
        except ValueError:  # forgotten between the two calls: the window has just ended
            return True
        except RedisError:
            return not limit.closed_when_down
        self._counted.append(key)
        return number <= limit.attempts

    def take_back(self) -> None:
        """In the windows in which it was counted."""
        for key in self._counted:
            with suppress(ValueError, RedisError):
                cache.decr(key)


def _window_of(limit: Limit, who: str) -> str:
    window = int(time.time()) // limit.seconds
    return f"limit:{limit.name}:{hashlib.sha256(who.encode()).hexdigest()[:24]}:{window}"


def allowed(limit: Limit, who: str) -> bool:
    """Count one attempt of somebody and say whether it may go on."""
    return Attempt((limit, who)).allowed


def count_attempts(*attempts: tuple[Limit, str], message: str = "", **extensions: Any) -> None:
    """Count one attempt by each limit's somebody. Raises TooManyAttempts where one of them has none left."""
    if not Attempt(*attempts).allowed:
        raise TooManyAttempts(message, **extensions)


def caller(request: HttpRequest) -> str:
    """The visitor's address as far as it tells visitors apart; of IPv6 the network, in which addresses are free."""
    address = caller_address(request)
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 6:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def caller_address(request: HttpRequest) -> str:
    """Behind a proxy of ours, what that one saw: the last entry of its list, which no visitor can write."""
    if settings.BEHIND_PROXY and (passed_on := request.headers.get("X-Forwarded-For", "")):
        return passed_on.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
