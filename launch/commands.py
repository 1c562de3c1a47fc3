"""The launcher's commands, and how they end: well, interrupted, or with one line that says why not."""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from . import guard
from .benchmarks import run_benchmarks
from .checks import check, prepare
from .errors import Interrupted, LaunchError, explain
from .lockfiles import lock
from .node import DIST, MODULES
from .paths import LOCAL, ROOT
from .processes import end_with_make, say
from .report import report
from .run import run, seed
from .testing import run_tests

DATA = {
    *("postgres", "postgres.log", "postgres.password", "secret_key", "staff.json", "seeding"),
    *("media", "outbox", "run", "artwork"),
}


def clean() -> None:
    """Remove what can be made again; with DATA=1 also the local database, pictures and mails."""
    with guard.exclusive("shop", refuse="The shop runs from this checkout: stop it first."):
        doomed = [MODULES, DIST, ROOT / "frontend" / "src" / "generated"]
        doomed += [ROOT / name for name in (".ruff_cache", ".pytest_cache", ".import_linter_cache")]
        keep = {"run"} if os.environ.get("DATA") else DATA
        doomed += [entry for entry in LOCAL.iterdir() if entry.name not in keep]
        for path in doomed:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def checked() -> int:
    prepare()
    failed = check()
    if failed:
        say(f"Failed: {', '.join(failed)}")
    return 1 if failed else 0


COMMANDS: dict[str, Callable[[], int | None]] = {
    "run": run,
    "test": run_tests,
    "report": report,
    "check": checked,
    "seed": seed,
    "bench": run_benchmarks,
    "lock": lock,
    "clean": clean,
}


def keep_bytecode() -> None:
    """What the children import is compiled once, here, even where the environment wants no bytecode beside sources."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(LOCAL / "bytecode")


def interrupted(number: int, frame: FrameType | None) -> None:
    # Once is enough: what ends the children must not be interrupted itself.
    for other in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(other, signal.SIG_IGN)
    raise Interrupted(number)


def main(arguments: list[str]) -> int:
    """Run one command; the exit code."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        say(f"usage: python3 -m launch {'|'.join(COMMANDS)}")
        return 2
    if sys.platform == "win32":
        say("The launcher needs Linux or macOS (on Windows: WSL).")
        return 2
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupted)
    end_with_make()
    os.chdir(ROOT)
    keep_bytecode()
    try:
        return COMMANDS[arguments[0]]() or 0
    except Interrupted as stop:
        with suppress(OSError):
            say("Stopped.")
        return 0 if arguments[0] == "run" else 128 + int(stop.args[0])
    except LaunchError as error:
        print(f"merchstand: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        sentence = explain(error)
        if sentence is None:
            raise
        print(f"merchstand: {sentence}", file=sys.stderr)
        return 1
