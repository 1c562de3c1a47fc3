"""Runs a pure function on an uploaded file in a child process with limits on time and memory (docs/decisions/0023).

A hostile file may make a decoder loop, take all memory or crash. None of this reaches the web process, and the child's
memory is free again when it ends.
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
# What an interpreter needs to start. The child gets neither the database's address nor any other secret.
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
# Each process of the shop reads one file at a time: this bounds the memory that all uploads together take.
_turn = threading.BoundedSemaphore(1)


def run_bounded(function: Callable[..., T], *arguments: Any, budget: ResourceBudget) -> T:
    """Run the function of a module in a child process and return its result. Raises OverBudget, and what it raises.

    The child imports only the function's module, without setting Django up: no models, settings or translations there.
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
    """Run the child and return its exit code. The child has always ended when this returns or raises."""
    command = [sys.executable, "-s", "-m", "shop.core.bounded.child"]
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    # By exec, not by fork alone: other threads of this process may hold locks.
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
