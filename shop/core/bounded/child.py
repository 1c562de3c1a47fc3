"""The child process of `shop.core.bounded.process`: sets its limits, then imports and runs the function."""

import os
import pickle
import resource
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from operator import attrgetter
from typing import Any

from shop.core.bounded.budget import OverBudget, ResourceBudget


def apply_limits(budget: ResourceBudget) -> None:
    """Have the kernel end this process if it exceeds the budget, even if its parent has given up waiting."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (budget.cpu, budget.cpu + 1))
    with suppress(ValueError):  # macOS knows no such limit
        resource.setrlimit(resource.RLIMIT_AS, (budget.memory, budget.memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (budget.answer, budget.answer))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, and what is too large would be cut off
    signal.setitimer(signal.ITIMER_REAL, budget.seconds + 1)


def answer(module: str, name: str, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, attrgetter(name)(import_module(module))(*arguments)
    except MemoryError:
        return False, OverBudget("memory")
    except Exception as error:  # noqa: BLE001 - the parent process raises it
        error.add_note(f"In the bounded process:\n{traceback.format_exc()}")
        return False, error


def main() -> None:
    budget, module, name, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this
    apply_limits(budget)
    found = answer(module, name, arguments)
    try:
        written = pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        del found
        written = pickle.dumps((False, OverBudget("memory")))
    sys.stdout.buffer.write(written)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
