"""Visitors of a waiting room, as many as one likes: who stays comes in, in the order in which they came."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from sessions_queue.models import WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import lease_numbers
from sessions_queue.waiting_room.queue_copy import MOST_BACK, QueueCopy
from sessions_queue.waiting_room.rules import SEEN_SECONDS, SEEN_SLOTS, QueuePosition
from shop.core.valkey import Command, valkey

START = 1_800_000_000.0
LEAVING = 0.3
# Rounds that somebody stays inside.
SHORTEST, LONGEST = 2, 18
TOGETHER = 1000


@dataclass
class Figures:
    """`joined`, `polled`: visitors a second, each by a call of its own as Django makes it, many on their way at once;
    `told`: a second, by what a process knows; seconds of each round, and of each exchange of a web process.
    """

    visitors: int = 0
    let_in: int = 0
    joined: float = 0.0
    polled: float = 0.0
    told: float = 0.0
    rounds: list[float] = field(default_factory=list)
    exchanges: list[float] = field(default_factory=list)
    most_inside: int = 0
    most_bytes: int = 0


def batches(numbers: Iterable[int]) -> Iterator[list[int]]:
    left = iter(numbers)
    while some := list(islice(left, TOGETHER)):
        yield some


def admit(room: WaitingRoom, now: float, room_for: int = 10, by_rate: int = 1000) -> queue_store.AdmissionRound:
    room_for -= queue_store.expire_turns(room, now)
    return queue_store.admit(room, by_rate=by_rate, room_for=max(room_for, 0), now=now)


def visits(room: WaitingRoom, numbers: Iterable[int], now: float) -> list[QueuePosition]:
    found = list[QueuePosition]()
    for some in batches(numbers):
        answers = valkey().ask_all([queue_store.poll_command(room, number, now) for number in some])
        found += map(queue_store.position_of, answers)
    return found


def join(room: WaitingRoom, visitors: int) -> list[int]:
    """By the room's own numbers, as they are leased."""
    numbers = list[int]()
    while len(numbers) < visitors:
        found = visits(room, [0] * min(TOGETHER, visitors - len(numbers)), START)
        numbers += [one.number for one in found if one.number > 0]
        if found[-1].number == queue_store.NO_LEASED_NUMBERS:
            lease_numbers(room=room)
    return numbers


def copy_of(room: WaitingRoom, seen: bytes, now: float) -> QueueCopy:
    """What a web process does each second."""
    commands = [
        queue_store.mark_command(room.opening, queue_store.lots_of(room), seen, now),
        queue_store.copy_command(room, MOST_BACK),
    ]
    copy = QueueCopy.of(room, valkey().ask_all(commands)[1])
    assert copy is not None
    return copy


def bytes_of(room: WaitingRoom) -> int:
    names = valkey().ask("KEYS", f"{queue_store.key(room)}*")
    return sum(valkey().ask_all([("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names]))


def play(room: WaitingRoom, visitors: int, capacity: int, seed: int = 7) -> Figures:
    """All come, three in ten leave, and a round a second lets in as many as fit, who stay inside for a while. Fails
    where anybody comes in out of turn, stays out, is told a wrong place, or more are inside than fit.
    """
    chance, figures = Random(seed), Figures(visitors)
    began = time.perf_counter()
    numbers = join(room, visitors)
    figures.joined = visitors / (time.perf_counter() - began)
    assert numbers == sorted(set(numbers)) and len(numbers) == visitors
    gone = set(chance.sample(numbers, int(visitors * LEAVING)))
    stay = [one for one in numbers if one not in gone]
    seen = queue_store.bitmap_of(stay)

    now = START + SEEN_SECONDS * (SEEN_SLOTS + 1)  # who left has not been seen for long
    some = chance.sample(stay, min(len(stay), 100_000))
    began = time.perf_counter()
    visits(room, some, now)
    figures.polled = len(some) / (time.perf_counter() - began)

    inside, leaving, let_in = 0, Counter[int](), 0
    while let_in < len(stay):
        turn = round(now - START)
        inside -= leaving.pop(turn, 0)
        began = time.perf_counter()
        copy = copy_of(room, seen if turn % SEEN_SECONDS == 0 or not let_in else b"", now)
        figures.exchanges.append(time.perf_counter() - began)
        if let_in:
            check_places(copy, stay, let_in, chance, now)
        began = time.perf_counter()
        found = admit(room, now, room_for=capacity - inside, by_rate=capacity)
        figures.rounds.append(time.perf_counter() - began)
        turns = sorted(map(int, valkey().ask("ZRANGE", queue_store.key(room, "turns"), 0, -1)))
        assert turns == stay[let_in : let_in + found.visitors], "somebody came in out of turn"
        figures.most_inside = max(figures.most_inside, inside + len(turns))
        assert figures.most_inside <= capacity, "more are inside than fit"
        figures.most_bytes = max(figures.most_bytes, bytes_of(room))
        for few in batches(turns):
            valkey().ask_all(
                list[Command](one for number in few for one in queue_store.use_place_commands(room, number))
            )
        leaving.update(turn + chance.randint(SHORTEST, LONGEST) for _one in turns)
        inside, let_in, now = inside + len(turns), let_in + len(turns), now + 1
        if not figures.told and let_in >= len(stay) // 2:
            began = time.perf_counter()
            for number in some:
                copy.position(copy.drawn(number), now)
            figures.told = len(some) / (time.perf_counter() - began)
    figures.let_in = let_in
    return figures


def check_places(copy: QueueCopy, stay: list[int], let_in: int, chance: Random, now: float) -> None:
    """As Valkey itself says, and exact."""
    for place in chance.sample(range(let_in, len(stay)), min(3, len(stay) - let_in)):
        told = copy.position(stay[place], now)
        assert told == queue_store.poll(copy.room, stay[place], now), "told another place than Valkey knows"
        assert told.ahead == place - let_in, "told a place that is not exact"
