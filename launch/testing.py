"""`make test`: sets itself up and runs everything."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from .browser import ensure_chromium
from .checks import WAIT, check, prepare, run_checks
from .guard import exclusive
from .node import ensure_spa, environment
from .paths import BIN, FRONTEND, VENV_PYTHON
from .processes import attempt, end, say, spawn

OUTSIDE = ("DATABASE_URL", "REDIS_URL", "PORT", "SECRET_KEY", "DEBUG", "EMAIL_URL", "PUBLIC_URL", "MEDIA_ROOT")
# What waits for browsers and processes runs beside what computes; each half starts servers of its own.
BESIDE = ("tests/e2e", "tests/launch", "tests/races")


def run_tests() -> int:
    """Exit code 0 when all of it passed. ARGS goes to pytest."""
    prepare()
    with exclusive("setup", wait=WAIT):
        ensure_spa()
        chromium = ensure_chromium()
    failed = check()
    failed += run_checks([("frontend tests", [BIN / "npm", "run", "--silent", "test"], FRONTEND)], environment())
    # The developer's own servers and settings are not the tests' business: they bring their own.
    env = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    env["CHROMIUM"] = str(chromium)
    say("pytest …")
    arguments = shlex.split(os.environ.get("ARGS", ""))
    failed += run_some(arguments, env) if arguments else run_all(env)
    say(f"Failed: {', '.join(failed)}" if failed else "All passed.")
    return 1 if failed else 0


def run_some(arguments: list[str], env: dict[str, str]) -> list[str]:
    code, _ = attempt([*pytest(), *arguments], env=env, show=True)
    return ["pytest"] if code else []


def run_all(env: dict[str, str]) -> list[str]:
    """Both halves at once; the names of those that failed. The second one's output follows the first one's."""
    with tempfile.TemporaryFile() as output:
        beside = spawn([*pytest(), *BESIDE], env=env, stdout=output, stderr=subprocess.STDOUT)
        try:
            code, _ = attempt([*pytest(), *(f"--ignore={folder}" for folder in BESIDE)], env=env, show=True)
            say("pytest in browsers and with processes …")
            beside.wait()
        finally:
            end(beside)
        output.seek(0)
        sys.stdout.flush()
        shutil.copyfileobj(output, sys.stdout.buffer)
    return ["pytest"] * bool(code) + ["pytest in browsers and with processes"] * bool(beside.returncode)


def pytest() -> list[object]:
    return [VENV_PYTHON, "-m", "pytest", *(["--color=yes"] if sys.stdout.isatty() else [])]
