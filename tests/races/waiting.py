import time
from collections.abc import Callable

PATIENCE_SECONDS = 180.0
# Of a database: how many of its connections wait for a lock.
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def until(happened: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait for what other processes do. Raises AssertionError if they do not within so many seconds."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.1)
