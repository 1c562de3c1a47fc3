"""Runs a pure function on somebody's file in a process of its own, which ends when its budget is spent.

Files are hostile until they have been read: a decoder may loop, ask for all memory there is, or crash. None of this
reaches the process that shoppers are answered by, and its memory goes back with it (docs/decisions/0023).
"""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

from .budget import OverBudget, ResourceBudget

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[3]
# What an interpreter needs to start. Neither the database's address nor any other secret goes along.
ENVIRONMENT = (
    "PATH",
    "PYTHONPATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONPYCACHEPREFIX",
    "LD_LIBRARY_PATH",
    "LANG",
    "LC_ALL",
    "TMPDIR",
)
ENDS: dict[int, str] = {signal.SIGXCPU: "time", signal.SIGALRM: "time", signal.SIGXFSZ: "answer"}
# One file at a time in each process of the shop, so that what files cost is known whatever comes in.
_turn = threading.BoundedSemaphore(1)


def run_bounded(function: Callable[..., T], *arguments: Any, budget: ResourceBudget) -> T:
    """What the module's function answers; what it raises is raised here.

    The child imports the function's module and nothing else: without Django's set-up, so no models, settings or
    translations there. Raises OverBudget.
    """
    if not _turn.acquire(timeout=budget.patience):
        raise OverBudget("busy")
    try:
        with tempfile.TemporaryFile() as question, tempfile.TemporaryFile() as answer:
            pickle.dump((budget, function.__module__, function.__qualname__, arguments), question)
            question.seek(0)
            code = _run(question, answer, budget.seconds)
            answer.seek(0)
            succeeded, value = _answer(answer, code)
    finally:
        _turn.release()
    if not succeeded:
        raise value
    result: T = value
    return result


def _run(question: IO[bytes], answer: IO[bytes], seconds: float) -> int:
    """The exit code; the process has ended, whatever happens here."""
    command = [sys.executable, "-s", "-m", "shop.core.bounded.child"]
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    # Started by exec, never by a mere fork: threads of this process may hold locks.
    process = subprocess.Popen(
        command, stdin=question, stdout=answer, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment
    )
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return -signal.SIGALRM
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()


def _answer(answer: IO[bytes], code: int) -> tuple[bool, Any]:
    if code == 0:
        found: tuple[bool, Any] = pickle.load(answer)  # noqa: S301 - written by our own code, not by the file
        return found
    return False, OverBudget(ENDS.get(-code, "crash"))
