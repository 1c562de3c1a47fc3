"""Counters in Valkey that forget by themselves (design §6)."""

import hashlib
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from redis.exceptions import RedisError

from shop.core.valkey import valkey


@dataclass(frozen=True)
class Limit:
    """At most `attempts` in each window of `seconds`, by somebody who is no address: a mailbox, a device, a shop.
    Without Valkey nothing is allowed if `closed_when_down`, else each process counts for itself.
    """

    name: str
    attempts: int
    seconds: int
    closed_when_down: bool = True


class LocalCounts:
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


local_counts = LocalCounts()


class LimitCounters:
    """One attempt by each limit's somebody (only their hash is kept), counted at once, in one round trip. Each is
    counted, whatever the others say. `exceeded`: the limits that have none left.
    """

    def __init__(self, attempts: Sequence[tuple[Limit, str]]) -> None:
        self._limits = [(limit, _window_of(limit, who)) for limit, who in attempts]
        try:
            numbers = self._ask("INCR")
            self._in_valkey = True
        except RedisError:
            # Those that are closed refuse without a number, and strangers may not push the others' out.
            numbers = [0 if limit.closed_when_down else local_counts.add(key) for limit, key in self._limits]
            self._in_valkey = False
        self.exceeded = {
            limit
            for (limit, _key), number in zip(self._limits, numbers, strict=True)
            if number > limit.attempts or (limit.closed_when_down and not self._in_valkey)
        }

    def _ask(self, command: str) -> list[int]:
        """Each counter as it is now; it ends with its window also if it had ended and only now begins again."""
        answers = valkey().ask_all(
            [one for limit, key in self._limits for one in ((command, key), ("EXPIRE", key, limit.seconds, "NX"))]
        )
        return [int(number) for number in answers[::2]]

    def take_back(self) -> None:
        """In the windows in which it was counted."""
        if self._in_valkey:
            with suppress(RedisError):
                self._ask("DECR")
        else:
            for limit, key in self._limits:
                if not limit.closed_when_down:
                    local_counts.add(key, -1)


def current_count(limit: Limit, who: str) -> int:
    """In this window; 0 without Valkey."""
    try:
        return int(valkey().ask("GET", _window_of(limit, who)) or 0)
    except RedisError:
        return 0


def claim_once(key: str, seconds: int) -> bool:
    """Whether nobody has come with this key in the last `seconds`; True without Valkey."""
    try:
        return valkey().ask("SET", f"limit:once:{_hash(key)}", 1, "NX", "EX", seconds) is not None
    except RedisError:
        return True


def seconds_left(seconds: int) -> int:
    """Until the next window of so many begins."""
    return seconds - int(time.time()) % seconds


def _window_of(limit: Limit, who: str) -> str:
    return f"limit:{limit.name}:{_hash(who)}:{int(time.time()) // limit.seconds}"


def _hash(who: str) -> str:
    return hashlib.sha256(who.encode()).hexdigest()[:24]
