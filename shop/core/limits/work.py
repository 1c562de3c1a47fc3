"""Proof of work: a browser computes for some moments before it may go on. That costs each person behind a shared
address little and a program much. Format and check are ALTCHA's; no other service is called.
"""

import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import altcha
from django.conf import settings

from .counters import Limit, LimitCounters, claim_once, current_count

ALGORITHM = "PBKDF2/SHA-256"
# Most keys to try at the first level: half a second on a cheap phone (docs/decisions/0073-limits.md). Each level has
# twice as many. All keys are equally likely: to begin elsewhere gains nothing.
FIRST = 256
LEVELS = 5
PROOFS_OF_LEVEL = 90
GOOD_FOR = 120  # seconds
LONGEST = 4096
PROVEN = Limit("proven", attempts=0, seconds=10 * 60, closed_when_down=False)


class NetworkGroup(NamedTuple):
    """Visitors who count together. `name`: a keyed digest of their network; `factor`: how many budgets they have."""

    name: str
    factor: int


def new_challenge(groups: Sequence[NetworkGroup], least: int = 1) -> dict[str, Any]:
    """Return a challenge for ALTCHA's libraries: of the level `least`, or higher by one for each 90 proofs that a group
    has brought within ten minutes.
    """
    level = min(LEVELS, max(least, level_of(groups)))
    keys = FIRST << level - 1
    made = altcha.create_challenge(
        ALGORITHM,
        settings.WORK_ITERATIONS,
        counter=secrets.randbelow(keys),
        expires_at=int(time.time()) + GOOD_FOR,
        data={"lane": groups[0].name, "level": level},
        hmac_secret=_secret("challenge"),
        hmac_key_secret=_secret("key"),
    )
    return dict(made.to_dict())


def level_of(groups: Sequence[NetworkGroup]) -> int:
    """Return the present level of the groups, by the proofs that they have brought."""
    return min(LEVELS, max(1 + current_count(PROVEN, one.name) // (PROOFS_OF_LEVEL * one.factor) for one in groups))


def redeem(proof: str, groups: Sequence[NetworkGroup]) -> int:
    """Use up a proof. Returns its challenge's level; 0 if it is wrong, older than two minutes, of another network or
    already used.
    """
    if len(proof) > LONGEST:
        return 0
    try:
        payload = altcha.Payload.from_base64(proof)
        found = altcha.verify_solution(payload, _secret("challenge"), hmac_key_secret=_secret("key"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return 0
    parameters = payload.challenge.parameters
    data = parameters.data or {}
    if not found.verified or data.get("lane") != groups[0].name or parameters.key_signature is None:
        return 0
    # Nobody may collect challenges while their level is low, for the time when it is high.
    if data["level"] < level_of(groups) - 1 or not claim_once(f"work {parameters.nonce}", GOOD_FOR):
        return 0
    LimitCounters([(PROVEN, group.name) for group in groups])
    return int(data["level"])


def _secret(use: str) -> str:
    return f"shop.core.limits.work {use} {settings.SECRET_KEY}"
