"""CPU seconds of a command's processes, also of those whose parents have ended."""

import ctypes
import os
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from .processes import LIBC

PR_SET_CHILD_SUBREAPER = 36
# What `pace` takes on the machine that the budgets were measured on, while nothing else runs there.
QUIET_SECONDS = 0.088
# Between two looks at the pace. Others of the same computer come and go within minutes.
EVERY_SECONDS = 20.0


@dataclass
class CpuCost:
    """`seconds` of CPU once the block has ended; `pace` is 2.0 where the machine needed twice the usual time.

    with measured() as cost:
        with cost.left_out():
            install()
        work()
    """

    paces: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def pace(self) -> float:
        return sum(self.paces) / len(self.paces)

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """What has begun and ended in here does not count."""
        before = _of_children()
        yield
        self.seconds -= _of_children() - before

    @property
    def quiet_seconds(self) -> float:
        """What it would have cost on a quiet machine: a busy one's cores wait for memory and for each other."""
        return self.seconds / max(1.0, self.pace)


@contextmanager
def measured() -> Iterator[CpuCost]:
    """All processes that start in the block and have ended after it, also those whose parents were killed (Linux)."""
    cost, over = CpuCost([pace()]), threading.Event()
    watch = threading.Thread(target=_watch_pace, args=(cost, over), daemon=True)
    watch.start()
    _adopt_orphans(True)
    before = _of_children()
    try:
        yield cost
    finally:
        over.set()
        watch.join()
        _reap_orphans()
        cost.seconds += _of_children() - before
        _adopt_orphans(False)


def pace() -> float:
    """How slow the machine is now: 1.0 as usual and quiet. The work needs memory, as that of tests does."""
    began = time.thread_time()
    made = {str(number * 7919 % 1_000_003): (number, str(number * 31)) for number in range(80_000)}
    names = {text: key for key, (_number, text) in sorted(made.items(), key=lambda one: one[1][1])}
    assert [names[text] for _number, text in made.values()]
    return (time.thread_time() - began) / QUIET_SECONDS


def _watch_pace(cost: CpuCost, over: threading.Event) -> None:
    while not over.wait(EVERY_SECONDS):
        cost.paces.append(pace())


def _adopt_orphans(wanted: bool) -> None:
    """Children of a killed child become ours, and what they cost is counted here."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(wanted))


def _reap_orphans() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
