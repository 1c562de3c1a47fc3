"""What each test file costs in CPU seconds, with the processes that it starts, and how long each test takes: a file per
process in .local/tests, which `make report` reads. Some is counted at the next file: what ends after its test, and what
the run made for all.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")


class Costs:
    """A plugin of one process of a whole run."""

    def __init__(self, folder: Path) -> None:
        self._notes = folder / f"costs-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.json"
        self._cpu = defaultdict[str, float](float)
        self._seconds = defaultdict[str, float](float)
        self._file, self._before = "", 0.0

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._enter(item.nodeid.partition("::")[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        self._enter("")
        self._notes.write_text(json.dumps({"cpu": self._cpu, "seconds": self._seconds}))

    def _enter(self, file: str) -> None:
        if file != self._file:
            now = cpu_of(os.getpid())
            if self._file:
                self._cpu[self._file] += max(0.0, now - self._before)
            self._file, self._before = file, now


def cpu_of(pid: int) -> float:
    """Seconds of CPU of the process, its descendants, and the ended ones that they have waited for (Linux)."""
    used, children = dict[int, float](), dict[int, list[int]]()
    for one, parent, seconds in processes():
        used[one] = seconds
        children.setdefault(parent, []).append(one)
    found, total = [pid], 0.0
    while found:
        one = found.pop()
        total += used.get(one, 0.0)
        found += children.get(one, [])
    return total


def processes() -> Iterator[tuple[int, int, float]]:
    """Number, parent and seconds of each."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # ended meanwhile
            continue
        yield int(name), int(fields[1]), sum(map(int, fields[11:15])) / TICKS
