"""Counters in Valkey that expire (design §6)."""

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
    """At most `attempts` in each window of `seconds` for one subject: a mailbox, a device, a shop. While Valkey is down
    nothing is allowed if `closed_when_down`; otherwise each process counts for itself.
    """

    name: str
    attempts: int
    seconds: int
    closed_when_down: bool = True


class LocalCounts:
    """The counters of this process, used while Valkey does not answer."""

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
    """Counts one attempt for each pair of limit and subject in one round trip, also for pairs after one that is
    exceeded. Valkey gets only a hash of the subject. `exceeded`: the limits without attempts left.
    """

    def __init__(self, attempts: Sequence[tuple[Limit, str]]) -> None:
        self._limits = [(limit, _window_of(limit, who)) for limit, who in attempts]
        try:
            numbers = self._ask("INCR")
            self._in_valkey = True
        except RedisError:
            # Closed limits refuse without a count: strangers must not push the other counters out of the memory.
            numbers = [0 if limit.closed_when_down else local_counts.add(key) for limit, key in self._limits]
            self._in_valkey = False
        self.exceeded = {
            limit
            for (limit, _key), number in zip(self._limits, numbers, strict=True)
            if number > limit.attempts or (limit.closed_when_down and not self._in_valkey)
        }

    def _ask(self, command: str) -> list[int]:
        """Run the command on each counter and return their values. Sets the expiry of those without one."""
        answers = valkey().ask_all(
            [one for limit, key in self._limits for one in ((command, key), ("EXPIRE", key, limit.seconds, "NX"))]
        )
        return [int(number) for number in answers[::2]]

    def take_back(self) -> None:
        """Uncount the attempt, in the windows in which it was counted."""
        if self._in_valkey:
            with suppress(RedisError):
                self._ask("DECR")
        else:
            for limit, key in self._limits:
                if not limit.closed_when_down:
                    local_counts.add(key, -1)


def current_count(limit: Limit, who: str) -> int:
    """Return the attempts counted in this window; 0 without Valkey."""
    try:
        return int(valkey().ask("GET", _window_of(limit, who)) or 0)
    except RedisError:
        return 0


def claim_once(key: str, seconds: int) -> bool:
    """Mark the key as used for `seconds`. Returns whether it was unused; True without Valkey."""
    try:
        return valkey().ask("SET", f"limit:once:{_hash(key)}", 1, "NX", "EX", seconds) is not None
    except RedisError:
        return True


def seconds_left(seconds: int) -> int:
    """Return the seconds until the next window begins."""
    return seconds - int(time.time()) % seconds


def _window_of(limit: Limit, who: str) -> str:
    return f"limit:{limit.name}:{_hash(who)}:{int(time.time()) // limit.seconds}"


def _hash(who: str) -> str:
    return hashlib.sha256(who.encode()).hexdigest()[:24]
