"""`make check`: lint, types, layers, migrations, schema; all of them, even after one has failed."""

import os
import sys
import time
from pathlib import Path

from .bootstrap import ensure_packages
from .guard import exclusive
from .node import ensure_modules, environment
from .paths import BIN, FRONTEND, ROOT, VENV, VENV_PYTHON
from .processes import Command, run_to_end, say

TOOLS = VENV / "bin"
WAIT = "Another command is installing in this checkout, waiting for it …"


def plain_django() -> dict[str, str]:
    """An environment for commands that only look at the code: development settings and servers nobody asks."""
    return {
        **os.environ,
        "DEBUG": "1",
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "PATH": f"{TOOLS}{os.pathsep}{os.environ.get('PATH', '')}",
    }


def python_checks() -> list[tuple[str, Command, Path]]:
    quiet = [VENV_PYTHON, "-W", "ignore::RuntimeWarning", "manage.py"]
    return [
        ("ruff", [TOOLS / "ruff", "check", "."], ROOT),
        ("ruff format", [TOOLS / "ruff", "format", "--check", "."], ROOT),
        ("layers", [TOOLS / "lint-imports"], ROOT),
        ("system check", [*quiet, "check", "--fail-level", "WARNING"], ROOT),
        ("migrations", [*quiet, "makemigrations", "--check", "--dry-run", "--skip-checks"], ROOT),
        ("API schemas", [*quiet, "export_schema", "--check", "--skip-checks"], ROOT),
        ("mypy", [VENV_PYTHON, "-m", "launch.incremental"], ROOT),
    ]


def frontend_checks() -> list[tuple[str, Command, Path]]:
    return [
        # Lint and types read what is generated from the GraphQL documents.
        ("frontend code generation", [BIN / "npm", "run", "--silent", "codegen"], FRONTEND),
        ("frontend lint", [BIN / "npm", "run", "--silent", "lint"], FRONTEND),
        ("frontend types", [BIN / "npm", "run", "--silent", "typecheck"], FRONTEND),
    ]


def prepare() -> None:
    """Everything a check needs, installed."""
    with exclusive("setup", wait=WAIT):
        ensure_packages("test")
        ensure_modules()


def run_checks(checks: list[tuple[str, Command, Path]], env: dict[str, str]) -> list[str]:
    """Run each; the names of those that failed, whose output is shown."""
    failed = []
    for name, command, folder in checks:
        started = time.monotonic()
        code, lines = run_to_end(command, cwd=folder, env=env)
        say(f"{'ok    ' if code == 0 else 'FAILED'} {name} ({time.monotonic() - started:.1f} s)")
        if code:
            sys.stdout.write("\n".join(lines) + "\n")
            failed.append(name)
    return failed


def check() -> list[str]:
    """All checks of a prepared checkout; the names of those that failed."""
    return run_checks(python_checks(), plain_django()) + run_checks(frontend_checks(), environment())
