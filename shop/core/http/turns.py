"""A fair thread pool: the next free thread goes to the address that used the least CPU time in the last seconds.

An address with many or expensive requests delays its own; one with few goes first. The longest waiting request gets
every fourth turn. An address may send any number of requests, because thousands of people may share it; if the queue is
full, the address with the most waiting requests loses its last one (docs/decisions/0072-turns.md).
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from shop.core.http.concurrency import RequestRefused

# CPU time counts for so many seconds.
SECONDS = 10
# One of so many turns goes to the longest waiting request.
LONGEST_WAITING = 4


class CpuUsage:
    """Each address's CPU time in the last seconds, in microseconds: integers, so that sums return to exactly 0."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self._by_second: deque[tuple[int, Counter[str]]] = deque()

    def add(self, address: str, microseconds: int, now: float) -> None:
        second = int(now)
        if not self._by_second or self._by_second[-1][0] != second:
            self._by_second.append((second, Counter()))
        self._by_second[-1][1][address] += microseconds
        self.of[address] += microseconds

    def forget(self, now: float) -> None:
        while self._by_second and self._by_second[0][0] <= now - SECONDS:
            for address, microseconds in self._by_second.popleft()[1].items():
                self.of[address] -= microseconds
                if not self.of[address]:
                    del self.of[address]


class ClientDisconnected(Exception):
    """The client has closed the connection before its request began."""


@dataclass(eq=False, slots=True)
class QueuedRequest:
    number: int
    work: Callable[[], Any]
    done: asyncio.Future[None]
    has_begun: bool = False
    watch: asyncio.Task[None] | None = None


class FairThreadPool:
    """A thread pool with at most `of_one` threads for one address and a queue of `places` requests. For one event loop
    only.
    """

    def __init__(self, threads: int, of_one: int, places: int) -> None:
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self.free, self.of_one, self.places = threads, of_one, places
        self.running: Counter[str] = Counter()
        self.waiting: dict[str, deque[QueuedRequest]] = {}
        self.used = CpuUsage()
        self._asked = self._given = 0

    async def run(
        self, address: str, work: Callable[[], Any], gone: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Run the work on a thread in the address's turn. It is dropped if the caller is cancelled, or the client is
        `gone`, before it begins.

        Raises RequestRefused if the queue is full, also later for a request that loses its place; ClientDisconnected.
        """
        loop = asyncio.get_running_loop()
        self._make_place(address)
        self._asked += 1
        one = QueuedRequest(self._asked, work, loop.create_future())
        self.waiting.setdefault(address, deque()).append(one)
        self._give(loop)
        if gone and not one.has_begun:
            one.watch = loop.create_task(tell_when(gone, one.done))
        try:
            await one.done
        finally:
            if one.watch:
                one.watch.cancel()
            if not one.has_begun and one in self.waiting.get(address, ()):
                self._leave(address, one)

    def _make_place(self, address: str) -> None:
        if sum(map(len, self.waiting.values())) < self.places:
            return
        most = max(self.waiting, key=lambda other: len(self.waiting[other]))
        if len(self.waiting[most]) <= len(self.waiting.get(address, ())) + 1:
            raise queue_full()
        last = self.waiting[most][-1]
        self._leave(most, last)
        if not last.done.done():  # it may be gone in this very moment
            last.done.set_exception(queue_full())

    def _leave(self, address: str, one: QueuedRequest) -> None:
        self.waiting[address].remove(one)
        if not self.waiting[address]:
            del self.waiting[address]

    def _give(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give every free thread to the next request."""
        while self.free and (address := self._next(time.monotonic())) is not None:
            one = self.waiting[address][0]
            self._leave(address, one)
            if one.done.done():
                continue  # gone in this very moment, and what it would read is being closed
            one.has_begun = True
            if one.watch:
                one.watch.cancel()
            self.free -= 1
            self.running[address] += 1
            self._given += 1
            begun = self.threads.submit(timed, one.work)
            begun.add_done_callback(partial(self._tell_end, loop, address, one))

    def _next(self, now: float) -> str | None:
        self.used.forget(now)
        may = [address for address in self.waiting if self.running[address] < self.of_one]
        if not may:
            return None
        if self._given % LONGEST_WAITING == LONGEST_WAITING - 1:
            return min(may, key=lambda address: self.waiting[address][0].number)
        used = self.used.of
        return min(may, key=lambda address: (used[address], self.running[address], self.waiting[address][0].number))

    def _tell_end(self, loop: asyncio.AbstractEventLoop, address: str, one: QueuedRequest, done: Future[Any]) -> None:
        loop.call_soon_threadsafe(self._end, address, one, done, loop)

    def _end(self, address: str, one: QueuedRequest, done: Future[Any], loop: asyncio.AbstractEventLoop) -> None:
        """Runs on the event loop after the work, also if the caller no longer waits."""
        microseconds, error = done.result()
        self.used.add(address, microseconds, time.monotonic())
        self.free += 1
        self.running[address] -= 1
        if not self.running[address]:
            del self.running[address]
        if not one.done.done():
            if error is None:
                one.done.set_result(None)
            else:
                one.done.set_exception(error)
        self._give(loop)


async def tell_when(gone: Callable[[], Awaitable[None]], done: asyncio.Future[None]) -> None:
    await gone()
    if not done.done():
        done.set_exception(ClientDisconnected)


def queue_full() -> RequestRefused:
    return RequestRefused(503, "BUSY", "Too many requests at once; try again in a moment.")


def timed(work: Callable[[], Any]) -> tuple[int, BaseException | None]:
    """Run the work. Returns its CPU time in microseconds, and the error that it raised."""
    began, error = time.thread_time_ns(), None
    try:
        work()
    except BaseException as raised:  # noqa: BLE001 - for who waits, on the event loop
        error = raised
    return (time.thread_time_ns() - began) // 1000, error
