"""The line, in Valkey: who has which number is in their cookies; here is up to where numbers were given and served,
which of them were seen lately (a bit each), and whose turn it is.

All of it may be lost: numbers go on where PostgreSQL's lease ends, who asks again is seen again, and the order stays.
"""

from dataclasses import dataclass

from sessions_queue.models import WaitingRoom
from shop.valkey import valkey

from .rules import SEEN_SLOTS, TURN_SECONDS, Standing, slot_at

# Answers in the place of a number.
NOT_PUBLISHED, NO_NUMBERS, USED = -1, -2, -3

# KEYS: room, next, lease, seen, live, turns, back, used. ARGV: number (0: none yet), now.
# Where nobody waits and there is room, a new one's turn comes at once.
VISIT = """
local served, free = unpack(redis.call('HMGET', KEYS[1], 'served', 'free'))
if not served then return {-1, 0, 0} end
local number = tonumber(ARGV[1])
served, free = tonumber(served), tonumber(free)
if number == 0 then
  local last, lease = redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3])
  if not last or not lease or tonumber(last) >= tonumber(lease) then return {-2, 0, 0} end
  number = redis.call('INCR', KEYS[2])
  if free > 0 then
    redis.call('HSET', KEYS[1], 'free', free - 1, 'served', number)
    redis.call('ZADD', KEYS[6], ARGV[2], number)
    served = number
  end
elseif redis.call('GETBIT', KEYS[8], number) == 1 then
  return {-3, 0, 0}
end
redis.call('SETBIT', KEYS[4], number, 1)
redis.call('EXPIRE', KEYS[4], 180)
redis.call('SETBIT', KEYS[5], number, 1)
if redis.call('ZSCORE', KEYS[6], number) then return {number, 0, 1} end
if number <= served then
  redis.call('ZADD', KEYS[7], number, number)
  return {number, redis.call('ZRANK', KEYS[7], number), 0}
end
return {number, redis.call('BITCOUNT', KEYS[5], served + 1, number - 1, 'BIT') + redis.call('ZCARD', KEYS[7]), 0}
"""
# KEYS: room, next, live, turns, back. ARGV: now, how many by the rate, how many there is room for, turn's seconds.
# First who came back after missing their turn, then by number who is there; the others are passed over.
ADMIT = """
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', ARGV[1] - ARGV[4])
local served = tonumber(redis.call('HGET', KEYS[1], 'served'))
local last = tonumber(redis.call('GET', KEYS[2]) or served)
local places = math.min(ARGV[2], ARGV[3] - redis.call('ZCARD', KEYS[4]))
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
if waiting == 0 then
  served = last
  free = math.max(places - admitted, 0)
end
local turns = redis.call('ZCARD', KEYS[4])
redis.call('HSET', KEYS[1], 'served', served, 'free', free, 'waiting', waiting, 'turns', turns)
return {admitted, served, waiting, turns}
"""


@dataclass(frozen=True)
class Admitted:
    """What a round came to: `turns`: whose turn it is and who have not begun yet."""

    visitors: int
    served: int
    waiting: int
    turns: int


def key(room: WaitingRoom, *parts: object) -> str:
    return ":".join(["line", room.opening, *map(str, parts)])


def visit(room: WaitingRoom, number: int, now: float) -> Standing:
    """Be seen at a place, or take one (0). A number below zero says why there is none."""
    keys = [
        key(room), key(room, "next"), key(room, "lease"), key(room, "seen", slot_at(now)), key(room, "live"),
        key(room, "turns"), key(room, "back"), key(room, "used"),
    ]  # fmt: skip
    found, ahead, admitted = valkey().ask("EVAL", VISIT, len(keys), *keys, number, repr(now))
    return Standing(found, ahead, is_admitted=bool(admitted))


def admit(room: WaitingRoom, *, by_rate: int, room_for: int, now: float) -> Admitted:
    slots = [key(room, "seen", slot_at(now) - back) for back in range(SEEN_SLOTS)]
    keys = [key(room), key(room, "next"), key(room, "live"), key(room, "turns"), key(room, "back")]
    answers = valkey().ask_all(
        [
            ("BITOP", "OR", key(room, "live"), *slots),
            ("EVAL", ADMIT, len(keys), *keys, repr(now), by_rate, room_for, TURN_SECONDS),
        ]
    )
    return Admitted(*answers[1])


def publish(room: WaitingRoom) -> None:
    """Say where the line stands, unless that is known. Nobody comes in at once before the next round."""
    valkey().ask_all([("HSETNX", key(room), "free", 0), ("HSETNX", key(room), "served", room.served)])


def lease(room: WaitingRoom, first: int, until: int) -> None:
    """Numbers behind `first`, up to `until`, may be given out: stored in PostgreSQL already."""
    valkey().ask_all([("SET", key(room, "next"), first), ("SET", key(room, "lease"), until)])


def has_numbers(room: WaitingRoom) -> bool:
    given, leased = valkey().ask("MGET", key(room, "next"), key(room, "lease"))
    return given is not None and leased is not None and int(given) < int(leased)


def use(room: WaitingRoom, number: int) -> None:
    """Somebody came in by this place: it is nobody's turn any more, and never again."""
    valkey().ask_all([("SETBIT", key(room, "used"), number, 1), ("ZREM", key(room, "turns"), number)])


def forget(room: WaitingRoom) -> None:
    """What does not end by itself."""
    names = ("next", "lease", "live", "turns", "back", "used")
    valkey().ask("DEL", key(room), *(key(room, name) for name in names))


def figures(room: WaitingRoom) -> tuple[int, int]:
    """Who waits, and whose turn it is; as of the last second."""
    waiting, turns = valkey().ask("HMGET", key(room), "waiting", "turns")
    return int(waiting or 0), int(turns or 0)
