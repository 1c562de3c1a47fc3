"""Who gets the next free thread (docs/decisions/0072-turns.md)."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import pairwise

import pytest

from shop.core.http.concurrency import RequestRefused
from shop.core.http.turns import LONGEST_WAITING, SECONDS, ClientDisconnected, CpuUsage, FairThreadPool
from tests.proofs import proves

MANY, ONE = "192.0.2.1", "192.0.2.2"


class Held:
    """Work that goes on until it is let go; `begun` has whose began, in order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.at_once: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.gate = threading.Event()
        self.lock = threading.Lock()

    def of(self, who: str) -> Callable[[], None]:
        def work() -> None:
            with self.lock:
                self.begun.append(who)
                self.at_once[who] += 1
                self.most[who] = max(self.most[who], self.at_once[who])
            assert self.gate.wait(10)
            with self.lock:
                self.at_once[who] -= 1

        return work


def burn(seconds: float) -> None:
    ends = time.thread_time() + seconds
    while time.thread_time() < ends:
        pass


async def settled() -> None:
    for _time in range(5):
        await asyncio.sleep(0.01)


def is_empty(turns: FairThreadPool, threads: int) -> bool:
    return turns.free == threads and not turns.waiting and not turns.running


def run(test: Awaitable[None]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(20):
            await test

    asyncio.run(all_of_it())


@proves("docs/decisions/0072", "of those who wait for a thread, the address that used least CPU lately goes first")
def test_who_used_least_goes_first_and_then_who_came_first() -> None:
    async def test() -> None:
        turns, held = FairThreadPool(1, 1, 100), Held()
        turns.used.add("dear", 50_000, time.monotonic())
        turns.used.add("cheap", 10_000, time.monotonic())
        asked = [asyncio.create_task(turns.run("first", held.of("first")))]
        await settled()
        for who in ("dear", "cheap", "new", "newer"):
            asked.append(asyncio.create_task(turns.run(who, held.of(who))))
            await asyncio.sleep(0)
        held.gate.set()
        await asyncio.gather(*asked)
        # The last one of four turns is that of who waits longest, which is "dear".
        assert held.begun == ["first", "new", "newer", "dear", "cheap"]
        assert is_empty(turns, 1)

    run(test())


@proves("docs/decisions/0072", "what an address used of CPU counts against it, what it waited does not")
def test_a_dear_request_costs_turns_and_a_slow_one_does_not() -> None:
    async def test() -> None:
        turns = FairThreadPool(1, 1, 100)
        await turns.run("dear", lambda: burn(0.03))
        await turns.run("slow", lambda: time.sleep(0.03))
        assert turns.used.of["dear"] >= 30_000
        assert turns.used.of["slow"] < 10_000

    run(test())


def test_what_was_used_long_ago_counts_no_more() -> None:
    used = CpuUsage()
    used.add(ONE, 5, 100.9)
    used.add(ONE, 7, 105.0)
    used.add(MANY, 3, 105.0)
    used.forget(100.9 + SECONDS - 1)
    assert used.of == {ONE: 12, MANY: 3}
    used.forget(101 + SECONDS)
    assert used.of == {ONE: 7, MANY: 3}
    used.forget(106 + SECONDS)
    assert not used.of and not used._by_second


@proves("docs/decisions/0072", "half of the threads are there for others, however much one address asks for")
def test_one_address_has_half_of_the_threads_at_most() -> None:
    async def test() -> None:
        turns, held = FairThreadPool(8, 4, 500), Held()
        asked = [asyncio.create_task(turns.run(MANY, held.of(MANY))) for _request in range(150)]
        await settled()
        assert Counter(held.begun) == {MANY: 4}
        asked += [asyncio.create_task(turns.run(ONE, held.of(ONE)))]
        await settled()
        assert Counter(held.begun) == {MANY: 4, ONE: 1}  # at once
        held.gate.set()
        await asyncio.gather(*asked)
        assert held.most[MANY] == 4 and len(held.begun) == 151
        assert is_empty(turns, 8)

    run(test())


@proves(
    "docs/decisions/0072", "nobody starves: each request has waited for so many turns at most, whoever comes after it"
)
def test_the_dearest_address_has_its_turn_although_new_ones_keep_coming() -> None:
    async def test() -> None:
        turns, begun = FairThreadPool(1, 1, 500), list[str]()
        turns.used.add("carrier", 10**9, time.monotonic())
        first = asyncio.create_task(turns.run("first", lambda: time.sleep(0.05)))
        await asyncio.sleep(0.01)
        carrier = [asyncio.create_task(turns.run("carrier", lambda: begun.append("carrier"))) for _fan in range(20)]
        await asyncio.sleep(0)
        # Of addresses that used nothing there is always one more.
        storm = [asyncio.create_task(turns.run(f"new {one}", lambda: begun.append("new"))) for one in range(200)]
        await asyncio.gather(first, *carrier, *storm)
        places = [place for place, who in enumerate(begun) if who == "carrier"]
        assert places[0] < LONGEST_WAITING
        assert {later - sooner for sooner, later in pairwise(places)} == {LONGEST_WAITING}

    run(test())


class TestWhoGoesAway:
    @proves("docs/decisions/0072", "who stops waiting leaves no place taken, before or while they are answered")
    def test_before_and_while_their_work_is_done(self) -> None:
        async def test() -> None:
            turns, held = FairThreadPool(2, 1, 100), Held()
            asked = [asyncio.create_task(turns.run(MANY, held.of(MANY))) for _request in range(3)]
            await settled()
            for one in asked:
                one.cancel()
            for one in asked:
                with suppress(asyncio.CancelledError):
                    await one
            assert not turns.waiting
            assert (turns.free, turns.running) == (1, {MANY: 1})  # the thread is still at it
            again = asyncio.create_task(turns.run(MANY, held.of(MANY)))
            await settled()
            assert held.begun == [MANY]
            held.gate.set()
            await again
            assert held.begun == [MANY, MANY] and is_empty(turns, 2)

        run(test())

    @proves("docs/decisions/0072", "what nobody waits for any more takes no thread")
    def test_whose_client_is_gone_is_not_begun(self) -> None:
        async def test() -> None:
            turns, held, left = FairThreadPool(1, 1, 100), Held(), asyncio.Event()

            async def gone() -> None:
                await left.wait()

            asked = [asyncio.create_task(turns.run(MANY, held.of(MANY), gone)) for _request in range(5)]
            other = asyncio.create_task(turns.run(ONE, held.of(ONE), lambda: asyncio.sleep(60)))
            await settled()
            left.set()
            await settled()
            assert [one.done() for one in asked] == [False] + [True] * 4
            held.gate.set()
            found = await asyncio.gather(*asked, other, return_exceptions=True)
            assert [type(one) for one in found] == [type(None)] + [ClientDisconnected] * 4 + [type(None)]
            assert held.begun == [MANY, ONE] and is_empty(turns, 1)
            assert asyncio.all_tasks() == {asyncio.current_task()}

        run(test())

    def test_who_is_gone_in_the_moment_a_thread_is_free_is_not_begun_either(self) -> None:
        async def test() -> None:
            turns, held = FairThreadPool(1, 1, 100), Held()
            asked = [asyncio.create_task(turns.run(MANY, held.of(MANY))) for _request in range(2)]
            await settled()
            held.gate.set()
            time.sleep(0.1)  # the event loop hears of the free thread first, and then of the client
            turns.waiting[MANY][0].done.set_exception(ClientDisconnected)
            await asyncio.gather(*asked, return_exceptions=True)
            await settled()
            assert held.begun == [MANY] and is_empty(turns, 1)

        run(test())

    def test_who_is_gone_in_the_moment_their_place_is_needed_harms_nobody(self) -> None:
        async def test() -> None:
            turns, held = FairThreadPool(1, 1, 3), Held()
            asked = [asyncio.create_task(turns.run(MANY, held.of(MANY))) for _request in range(4)]
            await settled()
            newcomer = asyncio.create_task(turns.run(ONE, held.of(ONE)))  # runs first
            turns.waiting[MANY][-1].done.set_exception(ClientDisconnected)
            await asyncio.sleep(0)
            held.gate.set()
            await newcomer
            await asyncio.gather(*asked, return_exceptions=True)
            await settled()
            assert ONE in held.begun and is_empty(turns, 1)

        run(test())

    def test_an_answer_that_fails_is_told_and_leaves_its_place(self) -> None:
        async def test() -> None:
            turns = FairThreadPool(1, 1, 100)
            with pytest.raises(ZeroDivisionError):
                await turns.run(ONE, lambda: 1 // 0)
            await turns.run(ONE, lambda: None)
            assert is_empty(turns, 1)

        run(test())


class TestPlaces:
    @proves(
        "docs/decisions/0072",
        "when no place to wait is left, who has most of them loses the last one to whoever has fewer; no number of "
        "requests is too large for an address before",
    )
    def test_who_has_most_places_loses_one_to_others(self) -> None:
        async def test() -> None:
            turns, held = FairThreadPool(1, 1, 10), Held()
            asked = [asyncio.create_task(turns.run(MANY, held.of(MANY))) for _request in range(11)]
            await settled()
            assert not any(one.done() for one in asked)
            with pytest.raises(RequestRefused) as refused:
                await turns.run(MANY, held.of(MANY))
            assert refused.value.status == 503
            others = [asyncio.create_task(turns.run(ONE, held.of(ONE))) for _request in range(8)]
            await settled()
            assert [one.done() for one in asked] == [False] * 6 + [True] * 5
            assert [one.done() for one in others] == [False] * 5 + [True] * 3  # no more than the first one has
            held.gate.set()
            found = await asyncio.gather(*asked, *others, return_exceptions=True)
            assert sum(isinstance(one, RequestRefused) for one in found) == 8
            assert is_empty(turns, 1)

        run(test())
