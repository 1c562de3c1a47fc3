"""Looking at processes from outside, by /proc."""

import os
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path


def alive(pid: int) -> bool:
    """Running, not merely waiting to be reaped."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def descendants(pid: int) -> set[int]:
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            parents[int(name)] = int(Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1])
    found: set[int] = set()
    fresh = {pid}
    while fresh:
        fresh = {child for child, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return found


def all_end(pids: Collection[int], seconds: float) -> set[int]:
    """Wait until all have ended; those that have not."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and any(alive(pid) for pid in pids):
        time.sleep(0.05)
    return {pid for pid in pids if alive(pid)}
