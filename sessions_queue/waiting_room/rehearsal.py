"""Rehearsal: simulated visitors fill a room, so that staff see how their rate and capacity work before a sale begins.

No real visitor waits meanwhile. What a simulated visitor does follows from its number. Times in seconds.
"""

from random import Random

from sessions_queue.models import WaitingRoom
from shop.core.valkey import valkey

from . import queue_store

ALL_ARE_THERE_AFTER = 60
# The share that gives up, and after how long. The others begin soon after their turn came, and buy or leave later.
LEAVING, PATIENCE = 0.3, (20, 240)
BEGINS_AFTER, STAYS = (1, 5), (20, 120)


def comes_at(number: int, visitors: int) -> float:
    return ALL_ARE_THERE_AFTER * number / visitors


def is_waiting(number: int, seconds: float) -> bool:
    """True if a visitor still waits `seconds` after coming, unless its turn has come."""
    chance = Random(number)
    return chance.random() >= LEAVING or seconds < chance.uniform(*PATIENCE)


def rehearse(room: WaitingRoom, now: float) -> None:
    """Simulate one second: visitors come, poll, give up, begin and leave."""
    assert room.opened_at is not None
    seconds = now - room.opened_at.timestamp()
    came = min(room.rehearsed, 1 + int(room.rehearsed * seconds / ALL_ARE_THERE_AFTER))
    present = (n for n in range(1, came + 1) if is_waiting(n, seconds - comes_at(n, room.rehearsed)))
    begun = [
        number
        for number, since in queue_store.current_turns(room)
        if now - since > Random(number).uniform(*BEGINS_AFTER)
    ]
    stay = [part for number in begun for part in (repr(now + Random(number).uniform(*STAYS)), number)]
    valkey().ask_all(
        [
            ("SET", queue_store.key(room, "next"), came),
            (
                "SET",
                queue_store.recently_seen_keys(room, now)[0],
                queue_store.bitmap_of(present),
                "EX",
                queue_store.SEEN_KEPT,
            ),
            ("ZREMRANGEBYSCORE", queue_store.key(room, "inside"), "-inf", repr(now)),
            *(
                [("ZADD", queue_store.key(room, "inside"), *stay), ("ZREM", queue_store.key(room, "turns"), *begun)]
                if begun
                else ()
            ),
        ]
    )


def simulated_inside(room: WaitingRoom) -> int:
    found: int = valkey().ask("ZCARD", queue_store.key(room, "inside"))
    return found


def is_over(room: WaitingRoom, admitted: queue_store.AdmissionRound, now: float) -> bool:
    """True if all simulated visitors came, and none waits or is inside."""
    assert room.opened_at is not None
    came = now - room.opened_at.timestamp() > ALL_ARE_THERE_AFTER
    return came and not (admitted.waiting or admitted.turns or simulated_inside(room))
