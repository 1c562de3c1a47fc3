"""Limits how many requests may be at one stage at once, in all and of one address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class RequestRefused(Exception):
    """The request gets no thread. Has the answer's status, code and text."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail


class ConcurrencyLimit:
    """Counts requests in a stage. For one event loop only."""

    def __init__(self, *, of_all: int, of_one: int) -> None:
        self.of_all, self.of_one = of_all, of_one
        self._number = 0
        self._of_one: Counter[str] = Counter()

    @contextmanager
    def slot(self, address: str) -> Iterator[None]:
        """Hold a slot. Raises RequestRefused: 503 if all slots are taken, 429 if the address has its share."""
        if self._of_one[address] >= self.of_one:
            raise RequestRefused(429, "RATE_LIMITED", "Too many requests of yours are on their way at once.")
        if self._number >= self.of_all:
            raise RequestRefused(503, "BUSY", "Too many requests at once; try again in a moment.")
        self._number += 1
        self._of_one[address] += 1
        try:
            yield
        finally:
            self._number -= 1
            self._of_one[address] -= 1
            if not self._of_one[address]:
                del self._of_one[address]
