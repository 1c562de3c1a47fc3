"""Ends what a killed launcher has left behind. Started by `processes.py` as a script of its own.

Reads `+GROUP SIGNAL` and `-GROUP` lines from standard input. The launcher holds the other end of that pipe, so
the end of the stream means that it is gone, however it died; the groups still listed then get SIGTERM.
"""

import os
import signal
import sys
import time
from contextlib import suppress

PATIENCE = 4.0


def alive(group: int) -> bool:
    """Whether a process of the group still runs; ended ones that nobody has reaped do not count."""
    if not os.path.isdir("/proc/self"):
        with suppress(ProcessLookupError):
            os.killpg(group, 0)
            return True
        return False
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{name}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
            if int(fields[2]) == group and fields[0] not in "ZX":
                return True
    return False


def tell(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def main() -> None:
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    groups: dict[int, int] = {}
    for line in sys.stdin:
        group, _, number = line[1:].partition(" ")
        if line[0] == "+":
            groups[int(group)] = int(number)
        else:
            groups.pop(int(group), None)
    for group, stop in groups.items():
        tell(group, stop)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and any(alive(group) for group in groups):
        time.sleep(0.05)
    for group in groups:
        tell(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
