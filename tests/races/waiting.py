import time
from collections.abc import Callable

PATIENCE_SECONDS = 180.0


def until(happened: Callable[[], object]) -> None:
    """Wait for what other processes do. Raises AssertionError if they never do."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.1)
