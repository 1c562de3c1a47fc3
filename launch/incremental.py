"""mypy with what it remembers of its last run: `python -m launch.incremental`.

It begins from nothing where packages have changed meanwhile, and where it crashes: its Django plugin now and then does
on what an older run remembers.
"""

import shutil
import sys

from .bootstrap import fingerprint
from .paths import LOCAL, ROOT, VENV
from .processes import run_to_end

CACHE = LOCAL / "mypy"
CRASHED = 2


def main() -> int:
    cache = CACHE / fingerprint("test")[:16]
    for old in CACHE.glob("*"):
        if old != cache:
            shutil.rmtree(old)
    command = [VENV / "bin" / "mypy", "--cache-dir", cache]
    code, lines = run_to_end(command, cwd=ROOT)
    if code == CRASHED and cache.exists():
        shutil.rmtree(cache)
        code, lines = run_to_end(command, cwd=ROOT)
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
