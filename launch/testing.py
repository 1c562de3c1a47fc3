"""`make test`: sets itself up and runs everything."""

import os
import shlex
import sys

from .browser import ensure_chromium
from .checks import WAIT, check, prepare, run_checks
from .guard import exclusive
from .node import ensure_spa, environment
from .paths import BIN, FRONTEND, ROOT, VENV_PYTHON
from .processes import attempt, say

OUTSIDE = ("DATABASE_URL", "REDIS_URL", "PORT", "SECRET_KEY", "DEBUG", "EMAIL_URL", "PUBLIC_URL", "MEDIA_ROOT")


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
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    arguments = shlex.split(os.environ.get("ARGS", ""))
    say("pytest …")
    code, lines = attempt([VENV_PYTHON, "-m", "pytest", *colour, *arguments], cwd=ROOT, env=env, show=True)
    if failed:
        say(f"Failed before pytest: {', '.join(failed)}")
        say(next((line for line in reversed(lines) if line.strip()), ""))
    return 1 if failed else code
