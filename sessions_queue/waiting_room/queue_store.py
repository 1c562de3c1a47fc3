"""The line, in Valkey: who has which number is in their cookies; here is up to where numbers were given and served,
which of them were seen lately (a bit each), and whose turn it is.

All of it may be lost: numbers go on where PostgreSQL's lease ends, who asks again is seen again, and the order stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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

# Answers in the place of a number.
QUEUE_NOT_PUBLISHED, NO_LEASED_NUMBERS, PLACE_USED, DRAW_OUTDATED, ALREADY_CLAIMED = -1, -2, -3, -4, -5

# KEYS: room, next, lease, seen, live, turns, back, used, the lots' part of each claim.
# ARGV: number (0: none yet), now, lots (-1: not drawn yet), turn's seconds, for how long bits are kept, how many bits a
# part and a claim have, the bits of each claim.
# A new number is for the first claim that is new; without any claims, for whoever asks. A part is made as long as it
# ever gets, by its last bit: a string that grows takes twice as much.
# Where nobody waits and there is room, a new one's turn comes at once.
POLL = """
local served, free, lots, left = unpack(redis.call('HMGET', KEYS[1], 'served', 'free', 'lots', 'left'))
if not served or not lots then return {-1, 0, 0, 2} end
if lots ~= ARGV[3] then return {-4, 0, 0, 2} end
local number = tonumber(ARGV[1])
left = tonumber(left or 2)
served, free = tonumber(served), tonumber(free)
if number == 0 then
  local last, lease = redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3])
  if not last or not lease or tonumber(last) >= tonumber(lease) then return {-2, 0, 0, 2} end
  local is_new = #KEYS == 8
  for claim = 9, #KEYS do
    local asked = {'BITFIELD', KEYS[claim], 'SET', 'u1', ARGV[6], 0}
    for bit = 1, ARGV[7] do
      for _, part in ipairs({'SET', 'u1', ARGV[7 + (claim - 9) * ARGV[7] + bit], 1}) do asked[#asked + 1] = part end
    end
    for place, had in ipairs(redis.call(unpack(asked))) do is_new = is_new or (place > 1 and had == 0) end
    if is_new then break end
  end
  if not is_new then return {-5, 0, 0, 2} end
  number = redis.call('INCR', KEYS[2])
  if free > 0 then
    redis.call('HSET', KEYS[1], 'free', free - 1, 'served', number)
    redis.call('HINCRBY', KEYS[1], 'at_once', 1)
    redis.call('ZADD', KEYS[6], ARGV[2], number)
    served = number
  end
elseif redis.call('GETBIT', KEYS[8], number) == 1 then
  return {-3, 0, 0, 2}
end
redis.call('SETBIT', KEYS[4], number, 1)
redis.call('EXPIRE', KEYS[4], ARGV[5])
redis.call('SETBIT', KEYS[5], number, 1)
local since = redis.call('ZSCORE', KEYS[6], number)
if since and ARGV[2] - since < tonumber(ARGV[4]) then return {number, 0, 1, left} end
if since then
  redis.call('ZREM', KEYS[6], number)
  redis.call('SETBIT', KEYS[8], number, 1)
  return {-3, 0, 0, 2}
end
if number <= served then
  redis.call('ZADD', KEYS[7], number, number)
  return {number, redis.call('ZRANK', KEYS[7], number), 0, left}
end
return {number, redis.call('BITCOUNT', KEYS[5], served + 1, number - 1, 'BIT') + redis.call('ZCARD', KEYS[7]), 0, left}
"""
# KEYS: room, turns, used. ARGV: until when a turn that was not used is over, and its number with it.
# Until the next round nobody comes in at once.
EXPIRE_TURNS = """
redis.call('HSET', KEYS[1], 'free', 0)
for _, number in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])) do
  redis.call('SETBIT', KEYS[3], number, 1)
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])
return redis.call('ZCARD', KEYS[2])
"""
# KEYS: room, next, live, turns, back. ARGV: now, how many by the rate, how many there is room for, the last number that
# may have been given out: where nobody knows which was, all who are seen may wait, and nobody comes in at once.
# First who came back after missing their turn, then by number who is there; the others are passed over.
ADMIT = """
local served = tonumber(redis.call('HGET', KEYS[1], 'served'))
local given = redis.call('GET', KEYS[2])
local last = tonumber(given or ARGV[4])
local places = math.min(ARGV[2], ARGV[3])
local admitted = 0
while admitted < places do
  local first = redis.call('ZPOPMIN', KEYS[5])
  if not first[1] then break end
  if redis.call('GETBIT', KEYS[3], first[1]) == 1 then
    redis.call('ZADD', KEYS[4], ARGV[1], first[1])
    admitted = admitted + 1
  end
end
while admitted < places and served < last do
  local found = redis.call('BITPOS', KEYS[3], 1, served + 1, last, 'BIT')
  if found < 0 then break end
  served = found
  redis.call('ZADD', KEYS[4], ARGV[1], served)
  admitted = admitted + 1
end
local waiting = redis.call('ZCARD', KEYS[5])
if served < last then waiting = waiting + redis.call('BITCOUNT', KEYS[3], served + 1, last, 'BIT') end
local free = 0
if waiting == 0 and (given or last <= served) then
  served = last
  free = math.max(places - admitted, 0)
end
local turns = redis.call('ZCARD', KEYS[4])
local at_once = tonumber(redis.call('HGET', KEYS[1], 'at_once') or 0)
redis.call('HSET', KEYS[1], 'served', served, 'free', free, 'waiting', waiting, 'turns', turns, 'at_once', 0)
if waiting > 0 or not redis.call('HGET', KEYS[1], 'busy') then redis.call('HSET', KEYS[1], 'busy', ARGV[1]) end
return {admitted, served, waiting, turns, at_once}
"""
# KEYS: room, seen, live, marks. ARGV: lots, the bits, for how long they are kept.
# After a draw the numbers of before it mean others.
MARK_SEEN = """
if redis.call('HGET', KEYS[1], 'lots') ~= ARGV[1] then return end
redis.call('SET', KEYS[4], ARGV[2])
redis.call('BITOP', 'OR', KEYS[2], KEYS[2], KEYS[4])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('BITOP', 'OR', KEYS[3], KEYS[3], KEYS[4])
redis.call('DEL', KEYS[4])
"""
# KEYS: room, live, used, turns, back. ARGV: the last one of those who came back.
READ_QUEUE = """
return {
  redis.call('HMGET', KEYS[1], 'served', 'lots', 'left'), redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3]),
  redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[5], 0, ARGV[1]), redis.call('ZCARD', KEYS[5])
}
"""


@dataclass(frozen=True)
class AdmissionRound:
    """What a round came to: `turns`: whose turn it is and who have not begun yet; `at_once`: who came since the round
    before and did not wait.
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
    """The keys of the bits of who was seen, the latest first."""
    return [key(room, "seen", slot_at(now) - back) for back in range(SEEN_SLOTS)]


def live_command(room: WaitingRoom, now: float) -> Command:
    """Gather who was seen lately."""
    return ("BITOP", "OR", key(room, "live"), *recently_seen_keys(room, now))


def poll(room: WaitingRoom, number: int, now: float, claims: Sequence[PlaceClaim] = ()) -> QueuePosition:
    """Be seen at a place, or take one (0). A number below zero says why there is none."""
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
    """Whose turn it is and who have not begun. Counted before those inside: whoever begins meanwhile counts twice
    rather than not at all. A turn is kept a little longer than it may be used.
    """
    keys = [key(room), key(room, "turns"), key(room, "used")]
    found: int = valkey().ask("EVAL", EXPIRE_TURNS, len(keys), *keys, repr(now - TURN_SECONDS - BEGINS_WITHIN))
    return found


def current_turns(room: WaitingRoom) -> list[tuple[int, float]]:
    """Their numbers, each with since when."""
    found = valkey().ask("ZRANGE", key(room, "turns"), 0, -1, "WITHSCORES")
    return [(int(number), float(since)) for number, since in zip(found[::2], found[1::2], strict=True)]


def admit(room: WaitingRoom, *, by_rate: int, room_for: int, now: float) -> AdmissionRound:
    """A round. `room_for`: without those whose turn it was already."""
    keys = [key(room), key(room, "next"), key(room, "live"), key(room, "turns"), key(room, "back")]
    answers = valkey().ask_all(
        [
            live_command(room, now),
            ("EVAL", ADMIT, len(keys), *keys, repr(now), by_rate, room_for, room.leased),
        ]
    )
    return AdmissionRound(*answers[1])


def mark_command(opening: str, lots: int, seen: bytes, now: float) -> Command:
    """To be seen, as by `poll`, for many at once (a bit each), who stand behind `lots` of a draw."""
    keys = [key_of_opening(opening, *parts) for parts in ((), ("seen", slot_at(now)), ("live",), ("marks",))]
    return ("EVAL", MARK_SEEN, len(keys), *keys, lots, seen, SEEN_KEPT)


def copy_command(room: WaitingRoom, most: int) -> Command:
    """All that `poll` looks at, of those who came back the first ones only (sessions_queue.waiting_room.queue_copy)."""
    keys = [key(room), *(key(room, name) for name in ("live", "used", "turns", "back"))]
    return ("EVAL", READ_QUEUE, len(keys), *keys, most - 1)


def count_waiting(room: WaitingRoom, now: float) -> None:
    """Who waits, where nobody is let in yet."""
    asked = [live_command(room, now), ("BITCOUNT", key(room, "live"))]
    valkey().ask("HSET", key(room), "waiting", valkey().ask_all(asked)[1])


def publish(room: WaitingRoom, left: TicketsLeft = TicketsLeft.SOME) -> None:
    """Say where the line stands and how many are drawn, unless that is known, and what there is still. Nobody comes in
    at once before the next round.
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
    return -1 if room.lots is None else room.lots


def numbers_given(room: WaitingRoom) -> int:
    """Of those that were leased; all of them where nobody knows."""
    given = valkey().ask("GET", key(room, "next"))
    return room.leased if given is None else int(given)


def is_drawn(room: WaitingRoom) -> bool:
    """As PostgreSQL has it."""
    return int(valkey().ask("HGET", key(room), "lots")) == lots_of(room)


def draw(room: WaitingRoom, now: float) -> None:
    """Whoever was there by a number is now there by the one that was drawn; the room knows how many took part."""
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
    """Numbers behind `first`, up to `until`, may be given out: stored in PostgreSQL already."""
    valkey().ask_all([("SET", key(room, "next"), first), ("SET", key(room, "lease"), until)])


def has_leased_numbers(room: WaitingRoom) -> bool:
    given, leased = valkey().ask("MGET", key(room, "next"), key(room, "lease"))
    return given is not None and leased is not None and int(given) < int(leased)


def use_place(room: WaitingRoom, number: int) -> None:
    """Somebody came in by this place: it is nobody's turn any more, and never again."""
    valkey().ask_all(use_place_commands(room, number))


def use_place_commands(room: WaitingRoom, number: int) -> list[Command]:
    return [("SETBIT", key(room, "used"), number, 1), ("ZREM", key(room, "turns"), number)]


def forget(room: WaitingRoom) -> None:
    """What does not end by itself."""
    names = ("next", "lease", "live", "turns", "back", "used", "inside")
    claims = (key(room, "claims", part) for part in range(FILTER_PARTS))
    valkey().ask("DEL", key(room), *(key(room, name) for name in names), *claims)


def is_quiet(room: WaitingRoom, now: float) -> bool:
    """Whether nobody has waited for a while."""
    busy, waiting = valkey().ask("HMGET", key(room), "busy", "waiting")
    return busy is not None and not int(waiting or 0) and now - float(busy) > QUIET_SECONDS


def figures(room: WaitingRoom) -> tuple[int, int]:
    """Who waits, and whose turn it is; as of the last second."""
    waiting, turns = valkey().ask("HMGET", key(room), "waiting", "turns")
    return int(waiting or 0), int(turns or 0)
