"""The queue of a waiting room, in Valkey. It holds how many numbers were given out and served, a bitmap of the visitors
seen lately, and the numbers whose turn it is. Which visitor has which number stands only in the visitors' cookies.

Valkey may lose all of it: new numbers then go on where the lease in PostgreSQL ends, a visitor who polls again counts
as seen again, and the order stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import WaitingRoom
from shop.core.valkey import Command, valkey

from .place_claims import BITS_PER_CLAIM, BITS_PER_PART, FILTER_PARTS, PlaceClaim
from .rules import (
    BEGINS_WITHIN,
    QUIET_SECONDS,
    SEEN_SECONDS,
    SEEN_SLOTS,
    TURN_SECONDS,
    QueuePosition,
    drawn_number,
    slot_at,
)

SEEN_KEPT = 2 * SEEN_SLOTS * SEEN_SECONDS

# Answers that stand in the place of a number.
QUEUE_NOT_PUBLISHED, NO_LEASED_NUMBERS, PLACE_USED, DRAW_OUTDATED, ALREADY_CLAIMED = -1, -2, -3, -4, -5


def script(name: str) -> str:
    """Return the Lua program of this name without its comments: Valkey gets and hashes the whole text at each call."""
    lines = (Path(__file__).parent / "lua" / f"{name}.lua").read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("--"))


POLL, EXPIRE_TURNS, ADMIT = script("poll"), script("expire_turns"), script("admit")
MARK_SEEN, READ_QUEUE = script("mark_seen"), script("read_queue")


@dataclass(frozen=True)
class AdmissionRound:
    """The result of a round. `turns`: visitors whose turn it is and who have not begun; `at_once`: visitors who came
    since the round before and did not have to wait.
    """

    visitors: int
    served: int
    waiting: int
    turns: int
    at_once: int


def key(room: WaitingRoom, *parts: object) -> str:
    return key_of_opening(room.opening, *parts)


def key_of_opening(opening: str, *parts: object) -> str:
    return ":".join(["line", opening, *map(str, parts)])


def recently_seen_keys(room: WaitingRoom, now: float) -> list[str]:
    """Return the keys of the bitmaps of visitors seen lately, the latest first."""
    return [key(room, "seen", slot_at(now) - back) for back in range(SEEN_SLOTS)]


def live_command(room: WaitingRoom, now: float) -> Command:
    """Return the command that merges the bitmaps of visitors seen lately into `live`."""
    return ("BITOP", "OR", key(room, "live"), *recently_seen_keys(room, now))


def poll(room: WaitingRoom, number: int, now: float, claims: Sequence[PlaceClaim] = ()) -> QueuePosition:
    """Mark a number as seen, or take a new one (0), and return its position. A number below zero says why there is
    none, such as PLACE_USED.
    """
    return position_of(valkey().ask(*poll_command(room, number, now, claims)))


def poll_command(room: WaitingRoom, number: int, now: float, claims: Sequence[PlaceClaim] = ()) -> Command:
    keys = [
        key(room), key(room, "next"), key(room, "lease"), key(room, "seen", slot_at(now)), key(room, "live"),
        key(room, "turns"), key(room, "back"), key(room, "used"), *(key(room, "claims", one.part) for one in claims),
    ]  # fmt: skip
    asked = (number, repr(now), lots_of(room), TURN_SECONDS, SEEN_KEPT, BITS_PER_PART, BITS_PER_CLAIM)
    return ("EVAL", POLL, len(keys), *keys, *asked, *(bit for one in claims for bit in one.bits))


def position_of(answer: Sequence[int]) -> QueuePosition:
    found, ahead, admitted, left = answer
    return QueuePosition(found, ahead, is_admitted=bool(admitted), left=TicketsLeft(left))


def expire_turns(room: WaitingRoom, now: float) -> int:
    """End the turns that were not used in time. Return how many turns are left. Count them before the visitors inside:
    a visitor who begins meanwhile then counts twice rather than not at all. A turn is kept BEGINS_WITHIN seconds longer
    than it may be used.
    """
    keys = [key(room), key(room, "turns"), key(room, "used")]
    found: int = valkey().ask("EVAL", EXPIRE_TURNS, len(keys), *keys, repr(now - TURN_SECONDS - BEGINS_WITHIN))
    return found


def current_turns(room: WaitingRoom) -> list[tuple[int, float]]:
    """Return the numbers whose turn it is, each with the time at which the turn began."""
    found = valkey().ask("ZRANGE", key(room, "turns"), 0, -1, "WITHSCORES")
    return [(int(number), float(since)) for number, since in zip(found[::2], found[1::2], strict=True)]


def admit(room: WaitingRoom, *, by_rate: int, room_for: int, now: float) -> AdmissionRound:
    """Admit the next visitors: one round. `room_for`: free slots, without those kept for turns that began before."""
    keys = [key(room), key(room, "next"), key(room, "live"), key(room, "turns"), key(room, "back")]
    answers = valkey().ask_all(
        [
            live_command(room, now),
            ("EVAL", ADMIT, len(keys), *keys, repr(now), by_rate, room_for, room.leased),
        ]
    )
    return AdmissionRound(*answers[1])


def mark_command(opening: str, lots: int, seen: bytes, now: float) -> Command:
    """Return the command that marks many numbers as seen, as `poll` does for one. `lots`: of the draw that the numbers
    belong to; `seen`: a bitmap.
    """
    keys = [key_of_opening(opening, *parts) for parts in ((), ("seen", slot_at(now)), ("live",), ("marks",))]
    return ("EVAL", MARK_SEEN, len(keys), *keys, lots, seen, SEEN_KEPT)


def copy_command(room: WaitingRoom, most: int) -> Command:
    """Return the command that reads all that `poll` looks at (sessions_queue.waiting_room.queue_copy). Of the visitors
    who came back after missing their turn it reads the first `most` only.
    """
    keys = [key(room), *(key(room, name) for name in ("live", "used", "turns", "back"))]
    return ("EVAL", READ_QUEUE, len(keys), *keys, most - 1)


def count_waiting(room: WaitingRoom, now: float) -> None:
    """Store how many visitors wait, while nobody is admitted yet."""
    asked = [live_command(room, now), ("BITCOUNT", key(room, "live"))]
    valkey().ask("HSET", key(room), "waiting", valkey().ask_all(asked)[1])


def publish(room: WaitingRoom, left: TicketsLeft = TicketsLeft.SOME) -> None:
    """Store what Valkey has lost or never had: up to where numbers were served, and how many took part in the draw.
    Always store how many tickets are left. Until the next round nobody comes in at once.
    """
    valkey().ask_all(
        [
            ("HSETNX", key(room), "free", 0),
            ("HSETNX", key(room), "served", room.served),
            ("HSETNX", key(room), "lots", lots_of(room)),
            ("HSET", key(room), "left", int(left)),
        ]
    )


def lots_of(room: WaitingRoom) -> int:
    """Return how many take part in the draw; -1 before the draw."""
    return -1 if room.lots is None else room.lots


def numbers_given(room: WaitingRoom) -> int:
    """Return the last number given out; all leased numbers if Valkey has lost it."""
    given = valkey().ask("GET", key(room, "next"))
    return room.leased if given is None else int(given)


def is_drawn(room: WaitingRoom) -> bool:
    """True if Valkey has the draw that PostgreSQL has."""
    return int(valkey().ask("HGET", key(room), "lots")) == lots_of(room)


def draw(room: WaitingRoom, now: float) -> None:
    """Replace the numbers seen lately by those that the draw gave them, and store how many took part."""
    slots = recently_seen_keys(room, now)
    live = valkey().ask_all([live_command(room, now), ("GET", key(room, "live"))])[1]
    present = [number for number in numbers_in(live or b"") if number]
    drawn = bitmap_of(drawn_number(room.seed, number, room.lots or 0) for number in present)
    valkey().ask_all(
        [
            ("MULTI",),
            ("HSET", key(room), "lots", lots_of(room)),
            ("DEL", key(room, "live"), *slots),
            ("SET", slots[0], drawn, "EX", SEEN_KEPT),
            ("EXEC",),
        ]
    )


def numbers_in(bits: bytes) -> Iterator[int]:
    for place, byte in enumerate(bits):
        while byte:
            high = byte.bit_length()
            yield place * 8 + 8 - high
            byte ^= 1 << high - 1


def bitmap_of(numbers: Iterable[int]) -> bytes:
    bits = bytearray()
    for number in numbers:
        if number // 8 >= len(bits):
            bits.extend(bytes(number // 8 + 1 - len(bits)))
        bits[number // 8] |= 128 >> number % 8
    return bytes(bits)


def lease(room: WaitingRoom, first: int, until: int) -> None:
    """Allow the numbers after `first`, up to `until`, to be given out. Caller must have stored this in PostgreSQL."""
    valkey().ask_all([("SET", key(room, "next"), first), ("SET", key(room, "lease"), until)])


def has_leased_numbers(room: WaitingRoom) -> bool:
    given, leased = valkey().ask("MGET", key(room, "next"), key(room, "lease"))
    return given is not None and leased is not None and int(given) < int(leased)


def use_place(room: WaitingRoom, number: int) -> None:
    """Record that a session came in by this number. It never gets a turn again."""
    valkey().ask_all(use_place_commands(room, number))


def use_place_commands(room: WaitingRoom, number: int) -> list[Command]:
    return [("SETBIT", key(room, "used"), number, 1), ("ZREM", key(room, "turns"), number)]


def forget(room: WaitingRoom) -> None:
    """Delete the keys that do not expire."""
    names = ("next", "lease", "live", "turns", "back", "used", "inside")
    claims = (key(room, "claims", part) for part in range(FILTER_PARTS))
    valkey().ask("DEL", key(room), *(key(room, name) for name in names), *claims)


def is_quiet(room: WaitingRoom, now: float) -> bool:
    """True if nobody has waited for QUIET_SECONDS."""
    busy, waiting = valkey().ask("HMGET", key(room), "busy", "waiting")
    return busy is not None and not int(waiting or 0) and now - float(busy) > QUIET_SECONDS


def figures(room: WaitingRoom) -> tuple[int, int]:
    """Return how many visitors wait and whose turn it is, as the last round counted them."""
    waiting, turns = valkey().ask("HMGET", key(room), "waiting", "turns")
    return int(waiting or 0), int(turns or 0)
