"""What is told to those who wait, and how many are let in. Times in seconds."""

from dataclasses import dataclass

# Whoever has not asked for three of these is away; hidden tabs ask late.
SEEN_SECONDS, SEEN_SLOTS = 30, 3
# So long a visitor whose turn it is may take to begin; their slot waits for them.
TURN_SECONDS = 10 * 60
SOONEST, LATEST = 30, 180


@dataclass(frozen=True)
class Standing:
    """Where a visitor stands. `number`: the place in line; `ahead`: who is before it and still there; `is_admitted`:
    it is their turn.
    """

    number: int
    ahead: int
    is_admitted: bool = False

    @property
    def waiting_index(self) -> int:
        """The first in line is 1, whoever does not wait 0."""
        return 0 if self.is_admitted else self.ahead + 1


def slot_at(now: float) -> int:
    return int(now) // SEEN_SECONDS


def percentage(ahead: int, ahead_at_first: int) -> int:
    """How much of the way is done; 100 only for whose turn it is."""
    return min(99, max(0, 100 - 100 * (ahead + 1) // (ahead_at_first + 1)))


def trying_again_in(standing: Standing, rate: int) -> int:
    """Seconds until it is worth asking. `rate`: visitors let in per minute. Far behind in line, less often; and not all
    at the same moment.
    """
    if standing.is_admitted:
        return SOONEST
    wait = min(max(SOONEST, standing.ahead * 60 / max(rate, 1) / 8), LATEST)
    spread = 0.85 + 0.3 * (standing.number * 2_654_435_761 % 1000) / 1000
    return round(wait if wait == SOONEST else wait * spread)


def minutes_left(standing: Standing, rate: int) -> int:
    """About so many, at least one."""
    return max(1, -(-(standing.ahead + 1) // max(rate, 1)))


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


def told(standing: Standing, ahead_at_first: int, rate: int) -> dict[str, int]:
    """As the wire has it (purchase §3 "Queue status"). Single events have no line of their own."""
    return {
        "waitingIndex": standing.waiting_index,
        "catalogWaitingIndex": 0,
        "waiting_percentage": 100 if standing.is_admitted else percentage(standing.ahead, ahead_at_first),
        "trying_again_in": trying_again_in(standing, rate),
    }
