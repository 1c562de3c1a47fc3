"""Proof that a race test can fail: without the locks it does."""

from typing import Protocol

import pytest

from tests.servers import Databases

ROUNDS = 4


class Race(Protocol):
    """Raises AssertionError when something went wrong. `env`: of the shop's processes."""

    def __call__(self, database: str, /, **env: str) -> None: ...


def fails_without_locks(fresh_databases: Databases, race: Race) -> None:
    for _round in range(ROUNDS):
        with fresh_databases() as database:
            try:
                race(database, TEST_WITHOUT_LOCKS="1")
            except AssertionError:
                return
    pytest.fail("The race test passes without the lock: it proves nothing.")
