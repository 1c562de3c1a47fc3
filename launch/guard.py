"""One launcher at a time per checkout, and how other commands find the one that runs."""

import fcntl
import json
import os
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path

from .errors import LaunchError
from .paths import RUN
from .processes import say

RUNNING = RUN / "running.json"


@contextmanager
def exclusive(name: str, *, wait: str = "", refuse: str = "") -> Iterator[None]:
    """Hold `.local/run/<name>.lock`. When it is taken: say `wait` and wait, or else refuse with that sentence."""
    RUN.mkdir(parents=True, exist_ok=True)
    with open(RUN / f"{name}.lock", "a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if refuse:
                raise LaunchError(refuse) from None
            say(wait)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_held(name: str) -> bool:
    path = RUN / f"{name}.lock"
    if not path.exists():
        return False
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def remember(environment: dict[str, str]) -> None:
    """Write down how the running shop's parts are reached, for commands started beside it."""
    with open(os.open(RUNNING, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(environment, file)


def running(path: Path = RUNNING) -> dict[str, str]:
    """The running shop's environment; empty when none runs."""
    if not is_held("shop") or not path.exists():
        return {}
    found: dict[str, str] = json.loads(path.read_text())
    return found


def adopt(environment: MutableMapping[str, str]) -> None:
    """Let a command without DATABASE_URL work on the shop that `make run` has started here."""
    if "DATABASE_URL" not in environment:
        for name, value in running().items():
            environment.setdefault(name, value)
