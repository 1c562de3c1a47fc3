"""`make lock`: the hashed locks, without the address of any package index."""

import os

from .bootstrap import ensure_packages
from .errors import LaunchError
from .paths import LOCAL, ROOT, VENV
from .processes import step

OPTIONS = (
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-header",
    "--quiet",
)
# Those of a developer's machine, of the tests, and of a server that finds PostgreSQL and Valkey elsewhere.
TARGETS = {
    "requirements.txt": ("--extra", "local"),
    "requirements-dev.txt": ("--extra", "local", "--extra", "dev", "-c", "requirements.txt"),
    "requirements-server.txt": ("-c", "requirements.txt"),
}


def lock() -> None:
    """Resolve pyproject.toml anew; pinned versions stay unless UPGRADE=1."""
    if not (VENV / "bin" / "uv").exists():
        ensure_packages("test")
    upgrade = ["--upgrade"] if os.environ.get("UPGRADE") else []
    for name, extra in TARGETS.items():
        draft = LOCAL / f"new-{name}"
        draft.write_bytes((ROOT / name).read_bytes() if (ROOT / name).exists() else b"")
        # Drafted elsewhere, so that a failed or rejected resolution never touches the real lock.
        command = [
            VENV / "bin" / "uv",
            "pip",
            "compile",
            *OPTIONS,
            *upgrade,
            *extra,
            "pyproject.toml",
            "-o",
            draft,
        ]
        step(f"Locking {name}", command, downloads=True)
        text = draft.read_text()
        if "://" in text or not text.strip():
            raise LaunchError(f"{draft} names an address or is empty: not taken over.")
        draft.replace(ROOT / name)
