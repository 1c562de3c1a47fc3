"""`python3 -m launch COMMAND`; `make` calls it. This file alone must be readable by any old Python."""

import os
import sys

NEEDED = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11", "python3.14")


def use_newer_python():  # type: ignore[no-untyped-def]
    """Continue with a newer Python of this machine, or end with one line."""
    import subprocess

    for name in NEWER:
        try:
            code = subprocess.call([name, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"], stderr=-3)
        except OSError:
            continue
        if code == 0:
            os.execvp(name, [name, "-m", "launch"] + sys.argv[1:])  # noqa: RUF005
    sys.exit(
        "Merchstand needs Python 3.11 or newer, this is {}.{}. "
        "Install one, or name it: make PYTHON=/path/to/python3.11 ...".format(*sys.version_info[:2])
    )


if __name__ == "__main__":
    if sys.version_info < NEEDED:
        use_newer_python()
    from .commands import main

    sys.exit(main(sys.argv[1:]))
