"""`make test`: sets itself up and runs everything, but of the slow tests a share."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from .bootstrap import ensure_packages
from .browser import ensure_chromium
from .checks import WAIT, check, run_checks
from .guard import exclusive
from .node import ensure_modules, ensure_spa, environment
from .paths import BIN, FRONTEND, ROOT, VENV_PYTHON
from .processes import attempt, end, output_of, say, spawn
from .settings import without_settings

# More than there are cores take longer: each makes what a process makes once, and none finds anything in the caches.
# No more than four: a container may have fewer cores than it sees.
WORKERS = max(2, min(4, os.cpu_count() or 2))
# A file's tests stay together, and files are handed out by their names (docs/decisions/0024-tests-side-by-side.md).
SIDE_BY_SIDE = ("-n", str(WORKERS), "--dist", "loadfile", "--no-loadscope-reorder")
# Into so many parts the slow tests are cut (docs/decisions/0067-a-share-of-the-slow-tests.md).
SHARES = 16
# pytest's exit code; and what a busy machine explains: more have another reason.
TESTS_FAILED, FEW = 1, 3


def run_tests() -> int:
    """Exit code 0 when all of it passed. ARGS goes to pytest; ALL takes every slow test."""
    with exclusive("setup", wait=WAIT):
        ensure_packages("test")
    env = without_settings(os.environ)
    arguments = shlex.split(os.environ.get("ARGS", ""))
    # The demo shops take minutes, and need nothing of the frontend.
    with nullcontext() if arguments else demo_in_the_making(env) as demo:
        with exclusive("setup", wait=WAIT):
            ensure_modules()
            ensure_spa()
            env["CHROMIUM"] = str(ensure_chromium())
        if demo:
            failed = run_all(env | share() | {"TEST_DEMO": str(demo)})
        else:
            failed = run_checked() + run_some(arguments, env)
    say(f"Failed: {', '.join(failed)}" if failed else "All passed.")
    return 1 if failed else 0


def share() -> dict[str, str]:
    """For the tests' environment: the part of the slow ones that is this commit's turn; nothing where ALL is wanted."""
    if os.environ.get("ALL"):
        return {}
    number = commit() % SHARES + 1
    say(f"Of the slow tests part {number} of {SHARES}, another one with another commit; all of them: make test ALL=1")
    return {"TEST_SHARE": f"{number}/{SHARES}"}


def commit(folder: Path = ROOT) -> int:
    """The hash of the one that is checked out, as a number; 0 where nobody knows."""
    try:
        code, lines = attempt(["git", "rev-parse", "HEAD"], cwd=folder)
    except FileNotFoundError:
        return 0
    return 0 if code else int(lines[-1], 16)


def run_checked() -> list[str]:
    """What needs neither servers nor browsers; the names of those that failed."""
    return check() + run_checks([("frontend tests", [BIN / "npm", "run", "--silent", "test"], FRONTEND)], environment())


@contextmanager
def demo_in_the_making(env: dict[str, str]) -> Iterator[Path]:
    """The folder in which tests/demo_site.py makes the demo shops and keeps them."""
    with tempfile.TemporaryDirectory(prefix="merchstand-demo-") as name:
        folder = Path(name)
        with (folder / "log").open("wb") as log:
            making = spawn([VENV_PYTHON, "-m", "tests.demo_site", name], env=env, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield folder
        finally:
            end(making)


def run_some(arguments: list[str], env: dict[str, str]) -> list[str]:
    say("pytest …")
    code, _ = attempt([*pytest(), *arguments], env=env, show=True)
    return ["pytest"] if code else []


def run_all(env: dict[str, str]) -> list[str]:
    """The checks, and beside them all tests, whose output follows."""
    tests = spawn(
        [*pytest(), "--cache-clear", *SIDE_BY_SIDE], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        failed = run_checked()
        say(f"pytest, {WORKERS} processes …")
        output_of(tests, show=True)
    finally:
        end(tests)
        if tests.stdout is not None:
            tests.stdout.close()
    return [*failed, "pytest"] if tests.returncode and not passed_alone(env, tests.returncode) else failed


def passed_alone(env: dict[str, str], code: int, folder: Path = ROOT) -> bool:
    """Whether nothing but a few browser tests failed, and these pass once the machine is theirs
    (docs/decisions/0024-tests-side-by-side.md). All others, races too, have failed for good.
    """
    names = failed_tests(folder)
    if code != TESTS_FAILED or not 0 < len(names) <= FEW:
        return False
    say(f"{len(names)} failed; those of them that have a browser run once more, alone …")
    attempt([*pytest(), "--last-failed", "-m", "browser"], env=env, cwd=folder, show=True)
    if still := failed_tests(folder):
        say(f"Failed: {', '.join(still)}")
        return False
    say(f"Passed only alone: {', '.join(names)}")
    return True


def failed_tests(folder: Path) -> list[str]:
    """Of the last run there, and not passed since."""
    noted = folder / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return list(json.loads(noted.read_text())) if noted.exists() else []


def pytest() -> list[object]:
    return [VENV_PYTHON, "-m", "pytest", *(["--color=yes"] if sys.stdout.isatty() else [])]
