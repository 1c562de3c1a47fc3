"""What a run takes of what may be sent: everything with TEST_ALL=1, else for each place what the seed draws.

Every run draws a seed and tells it; TEST_SEED=… takes the same again. Random examples (hypothesis) follow it, too.
"""

import os
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import TypeVar

Value = TypeVar("Value")

EVERYTHING = os.environ.get("TEST_ALL", "") not in ("", "0")
# Into the environment, before it starts others: all processes of a run draw alike.
SEED = int(os.environ.setdefault("TEST_SEED", str(SystemRandom().randrange(10**6))))
# Of the random examples that a test has where everything is taken.
EXAMPLES_OF = 4


def sampled(values: Sequence[Value], *place: str, count: int = 1) -> Sequence[Value]:
    """All values, or so many of them: by the seed and by the place's name alone, whatever else is drawn."""
    if EVERYTHING or count >= len(values):
        return values
    return Random(f"{SEED} {place}").sample(values, count)


def how_many(everything: Value, few: Value) -> Value:
    """Of what no place has a list of: examples, guesses, and what is counted then."""
    return everything if EVERYTHING else few


def examples(everything: int) -> int:
    """How many random examples a test takes."""
    return how_many(everything, -(-everything // EXAMPLES_OF))


def how_to_repeat() -> str:
    """For whoever has to run the same again."""
    return f"TEST_SEED={SEED}" + (" TEST_ALL=1" if EVERYTHING else "")
