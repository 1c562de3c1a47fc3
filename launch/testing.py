"""`make test`: sets itself up and runs the gate; with ALL=1 everything
(docs/decisions/0068-the-gate-and-the-rest.md).
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from .bootstrap import ensure_packages
from .browser import ensure_chromium
from .checks import WAIT, check, run_checks
from .cpu import CpuCost, measured
from .guard import exclusive
from .node import ensure_modules, ensure_spa, environment
from .paths import BIN, FRONTEND, LOCAL, ROOT, VENV_PYTHON
from .processes import end, output_of, run_to_end, say, spawn
from .settings import without_settings

# More than there are cores take longer: each makes what a process makes once, and none finds anything in the caches.
# No more than four: a container may have fewer cores than it sees.
WORKERS = max(2, min(4, os.cpu_count() or 2))
# A file's tests stay together; tests/conftest.py says in which order files are handed out.
SIDE_BY_SIDE = ("-n", str(WORKERS), "--dist", "loadfile", "--no-loadscope-reorder")
GATE = ("-m", "not whole")
# Seconds of CPU of the gate on a quiet machine, without what is installed and built before it. 1 300 is the aim.
BUDGET = 1900
# CI judges a change and not the draw: it draws what it drew for the commit before.
CI_SEED = "2026"
# What a run leaves behind to look at; `make report` shows it.
RESULTS = LOCAL / "tests"
COVERAGE = ("--cov", "--cov-context=test", "--cov-report=", "--cov-config=pyproject.toml")
# pytest's exit code; and what a busy machine explains: more have another reason.
TESTS_FAILED, FEW = 1, 3


def run_tests() -> int:
    """Exit code 0 when all of it passed. ARGS goes to pytest; ALL=1 adds what the gate leaves out; COVERAGE=1 notes
    which test reaches which line; SEED=… repeats what another run has drawn.
    """
    with exclusive("setup", wait=WAIT):
        ensure_packages("test")
    env = without_settings(os.environ) | chosen()
    arguments = shlex.split(os.environ.get("ARGS", ""))
    RESULTS.mkdir(parents=True, exist_ok=True)
    # The demo shops take minutes, and need nothing of the frontend.
    with measured() as cost, nullcontext() if arguments else making_demo(env) as demo:
        with exclusive("setup", wait=WAIT), cost.left_out():
            ensure_modules()
            ensure_spa()
            env["CHROMIUM"] = str(ensure_chromium())
        if demo:
            failed = run_all(env | {"TEST_DEMO": str(demo), "TEST_RESULTS": str(RESULTS)})
        else:
            failed = run_checked(env) + run_some(arguments, env)
    if not arguments:
        failed += over_budget(cost)
    say(f"Failed: {', '.join(failed)}" if failed else "All passed.")
    return 1 if failed else 0


def everything() -> bool:
    """Whether what the gate leaves out is wanted, too."""
    return bool(os.environ.get("ALL"))


def chosen() -> dict[str, str]:
    """For the tests' environment: whether all is wanted, and the seed of what they draw."""
    seed = os.environ.get("SEED") or (CI_SEED if os.environ.get("CI") else str(int.from_bytes(os.urandom(4))))
    return {"TEST_SEED": seed} | ({"TEST_ALL": "1"} if everything() else {})


def over_budget(cost: CpuCost) -> list[str]:
    """What failed: the gate, where it costs more than it may, so that it cannot grow unseen."""
    spent = f"{cost.seconds:.0f} s of CPU, {cost.quiet_seconds:.0f} s on a quiet machine"
    say(f"{spent}{'' if everything() else f' (budget {BUDGET} s)'}. What cost most: make report")
    return ["CPU budget"] if cost.quiet_seconds > BUDGET and not everything() else []


def run_checked(env: dict[str, str]) -> list[str]:
    """What needs no servers; the names of those that failed."""
    with_browser = environment() | {"CHROMIUM": env["CHROMIUM"]}
    return check() + run_checks([("frontend tests", [BIN / "npm", "run", "--silent", "test"], FRONTEND)], with_browser)


@contextmanager
def making_demo(env: dict[str, str]) -> Iterator[Path]:
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
    code, _ = run_to_end([*pytest(env), *arguments], env=env, show=True)
    return ["pytest"] if code else []


def run_all(env: dict[str, str]) -> list[str]:
    """The checks, and beside them the tests, whose output follows."""
    for old in RESULTS.iterdir():
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    scope = [] if everything() else GATE
    command = [*pytest(env), "--cache-clear", f"--junitxml={RESULTS / 'junit.xml'}", *SIDE_BY_SIDE, *scope]
    if os.environ.get("COVERAGE"):
        command += COVERAGE
        env |= {"COVERAGE_FILE": str(RESULTS / "coverage")}
    tests = spawn(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        failed = run_checked(env)
        say(f"pytest, {WORKERS} processes …")
        output_of(tests, show=True)
    finally:
        end(tests)
        if tests.stdout is not None:
            tests.stdout.close()
    return [*failed, "pytest"] if tests.returncode and not passed_alone(env, tests.returncode) else failed


def passed_alone(env: dict[str, str], code: int, folder: Path = ROOT) -> bool:
    """Whether nothing but a few browser tests failed, and these pass once the machine is theirs
    (docs/decisions/0068-the-gate-and-the-rest.md). All others, races too, have failed for good.
    """
    names = failed_tests(folder)
    if code != TESTS_FAILED or not 0 < len(names) <= FEW:
        return False
    say(f"{len(names)} failed; those of them that have a browser run once more, alone …")
    # By their names: --last-failed runs all others where only a test of another kind has failed.
    run_to_end([*pytest(env), "-m", "browser", *names], env=env, cwd=folder, show=True)
    if still := failed_tests(folder):
        say(f"Failed: {', '.join(still)}")
        return False
    say(f"Passed only alone: {', '.join(names)}")
    return True


def failed_tests(folder: Path) -> list[str]:
    """Of the last run there, and not passed since."""
    noted = folder / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return list(json.loads(noted.read_text())) if noted.exists() else []


def pytest(env: dict[str, str]) -> list[object]:
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    return [VENV_PYTHON, "-m", "pytest", f"--randomly-seed={env['TEST_SEED']}", *colour]
