"""What visitors are shown while they wait, how many are admitted, and how lots are drawn: pure functions. Times in
seconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from sessions_queue.errors import QueueStatus
from sessions_queue.hooks import TicketsLeft

# Whoever has not asked for so many of these is away: longer than anybody is told to wait (LATEST).
SEEN_SECONDS, SEEN_SLOTS = 30, 8
# A visitor may take so long to use a turn. Their slot is kept meanwhile.
TURN_SECONDS = 10 * 60
# A session that came in at the last moment exists by then.
BEGINS_WITHIN = 30
SOONEST, LATEST = 30, 180


# A room that opened by itself closes after so long without anybody waiting.
QUIET_SECONDS = 5 * 60


@dataclass(frozen=True)
class QueuePosition:
    """Where a visitor stands in a queue. `number`: the number after the draw; `ahead`: visitors ahead who are still
    there; `is_admitted`: it is the visitor's turn; `left`: what is left of the tickets.
    """

    number: int
    ahead: int
    is_admitted: bool = False
    left: TicketsLeft = TicketsLeft.SOME

    @property
    def waiting_index(self) -> int:
        """Return 1 for the first in the queue, 0 for a visitor whose turn it is."""
        return 0 if self.is_admitted else self.ahead + 1


def slot_at(now: float) -> int:
    return int(now) // SEEN_SECONDS


def percentage(ahead: int, ahead_at_first: int) -> int:
    """Return how much of the way is done, in percent. Only a visitor whose turn it is has 100."""
    return min(99, max(0, 100 - 100 * (ahead + 1) // (ahead_at_first + 1)))


def trying_again_in(position: QueuePosition, rate: int) -> int:
    """Return the seconds until the next poll. `rate`: visitors admitted per minute. Visitors far behind poll less
    often, and not all at the same moment.
    """
    if position.is_admitted:
        return SOONEST
    wait = min(max(SOONEST, position.ahead * 60 / max(rate, 1) / 8), LATEST)
    spread = 0.85 + 0.3 * (position.number * 2_654_435_761 % 1000) / 1000
    return round(wait if wait == SOONEST else wait * spread)


def minutes_left(position: QueuePosition, rate: int) -> int:
    """Estimate the waiting time in minutes, at least 1."""
    return max(1, -(-(position.ahead + 1) // max(rate, 1)))


@dataclass(frozen=True)
class Allowance:
    """How many visitors may be admitted now, and the moment up to which that was counted."""

    visitors: int
    since: float


def allowance(rate: int, since: float, now: float) -> Allowance:
    """Compute how many visitors may be admitted, at `rate` per minute. What was not used within five seconds, or at a
    low rate within the time of one visitor, is lost, so that no crowd comes in at once.
    """
    since = max(since, now - max(5.0, 60 / max(rate, 1)))
    visitors = int((now - since) * rate / 60)
    return Allowance(visitors, since + visitors * 60 / rate if rate else now)


def drawn_number(seed: str, number: int, lots: int) -> int:
    """Return the number that the draw gives to `number`. All drawn numbers differ; a visitor who came after the draw
    keeps the number.

    A Feistel network of four rounds over the smallest square of a power of two that holds the lots, repeated until the
    result is one of the lots. With the seed, everybody can check it (docs/decisions/0064).
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


class CombinedStatus(QueueStatus):
    """`waitingIndex`: in the shop's queue; `catalogWaitingIndex`: in those of events."""

    catalogWaitingIndex: int


class QueueAnswer(CombinedStatus):
    """`active`: there is something to wait for."""

    active: bool


def queue_status(position: QueuePosition, ahead_at_first: int, rate: int) -> QueueStatus:
    """Return the status of one queue as the wire has it (purchase §3 "Queue status")."""
    return {
        "waitingIndex": position.waiting_index,
        "waiting_percentage": 100 if position.is_admitted else percentage(position.ahead, ahead_at_first),
        "trying_again_in": trying_again_in(position, rate),
    }


def combined_status(of_shop: Sequence[QueueStatus], of_events: Sequence[QueueStatus]) -> CombinedStatus:
    """Return the status of a visitor in several queues: the slowest one counts."""
    lines = [*of_shop, *of_events]
    return {
        "waitingIndex": max((one["waitingIndex"] for one in of_shop), default=0),
        "catalogWaitingIndex": max((one["waitingIndex"] for one in of_events), default=0),
        "waiting_percentage": min((one["waiting_percentage"] for one in lines), default=100),
        "trying_again_in": min((one["trying_again_in"] for one in lines), default=SOONEST),
    }
