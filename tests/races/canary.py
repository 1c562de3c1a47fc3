"""Proof that a race test can fail: without the locks it does."""

from collections.abc import Callable

import pytest

from tests.races.ground import Ground
from tests.servers import Databases

ROUNDS = 8


def fails_without_locks(fresh_databases: Databases, race: Callable[..., None]) -> None:
    """`race(database, **env)` raises AssertionError when something went wrong; `env` is of the shop's processes."""
    for _round in range(ROUNDS):
        with fresh_databases() as database:
            try:
                race(database, TEST_WITHOUT_LOCKS="1")
            except AssertionError:
                return
    pytest.fail("The race test passes without the lock: it proves nothing.")


def fails_on(ground: Ground, race: Callable[[Ground], None]) -> None:
    """The same on a ground without locks, where `race` makes a shop of its own each time."""
    assert not ground.has_locks
    for _round in range(ROUNDS):
        try:
            race(ground)
        except AssertionError:
            return
    pytest.fail("The race test passes without the lock: it proves nothing.")
