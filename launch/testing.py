"""`make test`: sets itself up and runs everything."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import IO

from .bootstrap import ensure_packages
from .browser import ensure_chromium
from .checks import WAIT, check, run_checks
from .guard import exclusive
from .node import ensure_modules, ensure_spa, environment
from .paths import BIN, FRONTEND, VENV_PYTHON
from .processes import attempt, end, say, spawn

# One more than two cores: a session that waits for its browser or servers leaves them to the others.
SESSIONS = 3
OUTSIDE = ("DATABASE_URL", "REDIS_URL", "PORT", "SECRET_KEY", "DEBUG", "EMAIL_URL", "PUBLIC_URL", "MEDIA_ROOT")


def run_tests() -> int:
    """Exit code 0 when all of it passed. ARGS goes to pytest."""
    with exclusive("setup", wait=WAIT):
        ensure_packages("test")
    # The developer's own servers and settings are not the tests' business: they bring their own.
    env = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    arguments = shlex.split(os.environ.get("ARGS", ""))
    # The demo shops take minutes, and need nothing of the frontend.
    with nullcontext() if arguments else demo_in_the_making(env) as demo:
        with exclusive("setup", wait=WAIT):
            ensure_modules()
            ensure_spa()
            env["CHROMIUM"] = str(ensure_chromium())
        failed = run_all(env | {"TEST_DEMO": str(demo)}) if demo else run_checked() + run_some(arguments, env)
    say(f"Failed: {', '.join(failed)}" if failed else "All passed.")
    return 1 if failed else 0


def run_checked() -> list[str]:
    """What needs neither servers nor browsers; the names of those that failed."""
    return check() + run_checks([("frontend tests", [BIN / "npm", "run", "--silent", "test"], FRONTEND)], environment())


@contextmanager
def demo_in_the_making(env: dict[str, str]) -> Iterator[Path]:
    """The folder in which tests/demo.py makes the demo shops and keeps them."""
    with tempfile.TemporaryDirectory(prefix="merchstand-demo-") as name:
        folder = Path(name)
        with (folder / "log").open("wb") as log:
            making = spawn([VENV_PYTHON, "-m", "tests.demo", name], env=env, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield folder
        finally:
            end(making)


def run_some(arguments: list[str], env: dict[str, str]) -> list[str]:
    say("pytest …")
    code, _ = attempt([*pytest(), *arguments], env=env, show=True)
    return ["pytest"] if code else []


def run_all(env: dict[str, str]) -> list[str]:
    """The checks, and sessions of pytest that take turns at the files (tests/turns.py).

    The first one shows what it does. The others begin beside the checks, and their output follows.
    """
    with tempfile.TemporaryDirectory(prefix="merchstand-turns-") as turns, ExitStack() as stack:
        env = env | {"TEST_TURNS": turns}
        others = [stack.enter_context(session_beside(env)) for _ in range(SESSIONS - 1)]
        failed = run_checked()
        say(f"pytest, the first of {SESSIONS} sessions …")
        code, _ = attempt(pytest(), env=env, show=True)
        if code:
            failed.append("pytest, session 1")
        for number, (session, output) in enumerate(others, start=2):
            say(f"pytest, session {number} …")
            if session.wait():
                failed.append(f"pytest, session {number}")
            output.seek(0)
            sys.stdout.flush()
            shutil.copyfileobj(output, sys.stdout.buffer)
    return failed


@contextmanager
def session_beside(env: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    with tempfile.TemporaryFile() as output:
        session = spawn(pytest(), env=env, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield session, output
        finally:
            end(session)


def pytest() -> list[object]:
    return [VENV_PYTHON, "-m", "pytest", *(["--color=yes"] if sys.stdout.isatty() else [])]
