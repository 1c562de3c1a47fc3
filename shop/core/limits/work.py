"""A proof of work: what a browser computes for some moments before it may go on, so that a crowd behind an address
costs each of them little and a program much. ALTCHA's own format and check; nobody else is asked.
"""

import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import altcha
from django.conf import settings

from .counters import Count, Limit, counted_so_far, first_time

ALGORITHM = "PBKDF2/SHA-256"
# Keys to try at most, of the first level: half a second on a cheap phone (docs/decisions/0073-limits.md). Each further
# level takes twice as many. Any of them may be the right one: whoever begins elsewhere gains nothing.
FIRST = 256
LEVELS = 5
PROOFS_OF_LEVEL = 90
GOOD_FOR = 120  # seconds
LONGEST = 4096
PROVEN = Limit("proven", attempts=0, seconds=10 * 60, closed_when_down=False)


class Lane(NamedTuple):
    """Whose visitors count together: a digest that tells networks apart and nothing of them; `width` times a budget."""

    name: str
    width: int


def new_challenge(lanes: Sequence[Lane], least: int = 1) -> dict[str, Any]:
    """As ALTCHA's libraries take it, of the level `least`, and one more for each 90 proofs that have come by a lane
    within ten minutes.
    """
    level = min(LEVELS, max(least, level_of(lanes)))
    keys = FIRST << level - 1
    made = altcha.create_challenge(
        ALGORITHM,
        settings.WORK_ITERATIONS,
        counter=secrets.randbelow(keys),
        expires_at=int(time.time()) + GOOD_FOR,
        data={"lane": lanes[0].name, "level": level},
        hmac_secret=_secret("challenge"),
        hmac_key_secret=_secret("key"),
    )
    return dict(made.to_dict())


def level_of(lanes: Sequence[Lane]) -> int:
    """What anything costs there now, by the proofs that have come."""
    return min(LEVELS, max(1 + counted_so_far(PROVEN, one.name) // (PROOFS_OF_LEVEL * one.width) for one in lanes))


def redeem(proof: str, lanes: Sequence[Lane]) -> int:
    """The level of the challenge that `proof` solves; 0 if it is wrong, older than two minutes, of another network or
    used before.
    """
    if len(proof) > LONGEST:
        return 0
    try:
        payload = altcha.Payload.from_base64(proof)
        found = altcha.verify_solution(payload, _secret("challenge"), hmac_key_secret=_secret("key"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return 0
    parameters = payload.challenge.parameters
    told = parameters.data or {}
    if not found.verified or told.get("lane") != lanes[0].name or parameters.key_signature is None:
        return 0
    # Challenges that were fetched while they were cheap are not kept for the time when they are dear.
    if told["level"] < level_of(lanes) - 1 or not first_time(f"work {parameters.nonce}", GOOD_FOR):
        return 0
    Count([(PROVEN, lane.name) for lane in lanes])
    return int(told["level"])


def _secret(use: str) -> str:
    return f"shop.core.limits.work {use} {settings.SECRET_KEY}"
