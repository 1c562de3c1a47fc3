"""What is told to those who wait, how many are let in, and how lots are drawn. Times in seconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from sessions_queue.hooks import TicketsLeft

# Whoever has not asked for so many of these is away: longer than anybody is told to wait (LATEST).
SEEN_SECONDS, SEEN_SLOTS = 30, 8
# So long a visitor whose turn it is may take to begin; their slot waits for them.
TURN_SECONDS = 10 * 60
# What was let in at the last moment has begun by then.
BEGINS_WITHIN = 30
SOONEST, LATEST = 30, 180


# Nobody waits in an open room for so long, and it closes by itself if it opened so.
QUIET_SECONDS = 5 * 60


@dataclass(frozen=True)
class QueuePosition:
    """Where a visitor stands. `number`: the place in line; `ahead`: who is before it and still there; `is_admitted`:
    it is their turn; `left`: what there is still.
    """

    number: int
    ahead: int
    is_admitted: bool = False
    left: TicketsLeft = TicketsLeft.SOME

    @property
    def waiting_index(self) -> int:
        """The first in line is 1, whoever does not wait 0."""
        return 0 if self.is_admitted else self.ahead + 1


def slot_at(now: float) -> int:
    return int(now) // SEEN_SECONDS


def percentage(ahead: int, ahead_at_first: int) -> int:
    """How much of the way is done; 100 only for whose turn it is."""
    return min(99, max(0, 100 - 100 * (ahead + 1) // (ahead_at_first + 1)))


def trying_again_in(position: QueuePosition, rate: int) -> int:
    """Seconds until it is worth asking. `rate`: visitors let in per minute. Far behind in line, less often; and not all
    at the same moment.
    """
    if position.is_admitted:
        return SOONEST
    wait = min(max(SOONEST, position.ahead * 60 / max(rate, 1) / 8), LATEST)
    spread = 0.85 + 0.3 * (position.number * 2_654_435_761 % 1000) / 1000
    return round(wait if wait == SOONEST else wait * spread)


def minutes_left(position: QueuePosition, rate: int) -> int:
    """About so many, at least one."""
    return max(1, -(-(position.ahead + 1) // max(rate, 1)))


@dataclass(frozen=True)
class Allowance:
    """How many may be let in now, and the moment up to which that was counted."""

    visitors: int
    since: float


def allowance(rate: int, since: float, now: float) -> Allowance:
    """At `rate` per minute. What was not used up in more than five seconds is lost: nobody comes in all at once."""
    since = max(since, now - max(5.0, 60 / max(rate, 1)))
    visitors = int((now - since) * rate / 60)
    return Allowance(visitors, since + visitors * 60 / rate if rate else now)


def drawn_number(seed: str, number: int, lots: int) -> int:
    """Where the draw puts a number of those that took part, all different; whoever came later keeps theirs.

    A Feistel network of four rounds over the smallest square of a power of two that holds the lots, walked until it
    ends among them: whoever knows the seed can work it out (docs/decisions/0064).
    """
    if not 1 <= number <= lots:
        return number
    bits = max(1, ((lots - 1).bit_length() + 1) // 2)
    mask, key, drawn = (1 << bits) - 1, seed.encode(), number - 1
    while True:
        left, right = drawn >> bits, drawn & mask
        for turn in range(4):
            mixed = blake2b(b"%d.%d" % (turn, right), key=key, digest_size=8).digest()
            left, right = right, left ^ int.from_bytes(mixed) & mask
        drawn = left << bits | right
        if drawn < lots:
            return drawn + 1


def queue_status(position: QueuePosition, ahead_at_first: int, rate: int) -> dict[str, int]:
    """Of one line, as the wire has it (purchase §3 "Queue status")."""
    return {
        "waitingIndex": position.waiting_index,
        "waiting_percentage": 100 if position.is_admitted else percentage(position.ahead, ahead_at_first),
        "trying_again_in": trying_again_in(position, rate),
    }


def combined_status(of_shop: Sequence[dict[str, int]], of_events: Sequence[dict[str, int]]) -> dict[str, int]:
    """Of all lines in which somebody stands: whichever takes longest."""
    lines = [*of_shop, *of_events]
    return {
        "waitingIndex": max((one["waitingIndex"] for one in of_shop), default=0),
        "catalogWaitingIndex": max((one["waitingIndex"] for one in of_events), default=0),
        "waiting_percentage": min((one["waiting_percentage"] for one in lines), default=100),
        "trying_again_in": min((one["trying_again_in"] for one in lines), default=SOONEST),
    }
