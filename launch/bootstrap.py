"""The virtual environment and its packages, from the hashed lock."""

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys

from .errors import LaunchError
from .paths import LOCAL, ROOT, VENV, VENV_PYTHON
from .processes import Command, run_to_end, say, step

STAMP = VENV / "installed.json"
LOCKS = {"run": ("requirements.txt",), "test": ("requirements.txt", "requirements-dev.txt")}


def fingerprint(kind: str) -> str:
    return hashlib.sha256(b"\0".join((ROOT / name).read_bytes() for name in LOCKS[kind])).hexdigest()


def installed() -> dict[str, str]:
    if not STAMP.exists():
        return {}
    found: dict[str, str] = json.loads(STAMP.read_text())
    return found


def works() -> bool:
    """Whether the virtual environment's interpreter still starts (a system upgrade may have taken it away)."""
    if not VENV_PYTHON.exists():
        return False
    return subprocess.run([VENV_PYTHON, "-I", "-S", "-c", ""], capture_output=True, check=False).returncode == 0


def make_venv() -> None:
    LOCAL.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        code, lines = run_to_end([sys.executable, "-m", "venv", VENV])
        if code == 0:
            return
        say("\n".join(lines[-3:]))
    elif importlib.util.find_spec("venv") and importlib.util.find_spec("pip"):
        step("Making a virtual environment without pip", [sys.executable, "-m", "venv", "--without-pip", VENV])
        return
    shutil.rmtree(VENV, ignore_errors=True)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    raise LaunchError(
        f"Python {version} has no working venv module. Install it (Debian, Ubuntu: apt-get install python3-venv) "
        "and start again."
    )


def installer() -> Command:
    """pip inside the environment, or the system's pip pointed at it when the environment has none."""
    inside = run_to_end([VENV_PYTHON, "-I", "-c", "import pip"])[0] == 0
    if inside:
        return [VENV_PYTHON, "-m", "pip", "install"]
    return [sys.executable, "-m", "pip", "--python", VENV_PYTHON, "install"]


def ensure_packages(kind: str) -> None:
    """Install the lock for `run` or `test`, unless exactly it is installed already."""
    if not works():
        make_venv()
    if installed().get(kind) == fingerprint(kind):
        return
    step(
        "Installing the Python packages" + ("" if installed() else " (the first time: about a minute)"),
        [
            *installer(),
            "--require-hashes",
            "--no-deps",
            "--disable-pip-version-check",
            "--no-input",
            "--no-compile",  # what is imported is compiled then; that is a quarter of it
            "-r",
            ROOT / LOCKS[kind][-1],
        ],
        downloads=True,
    )
    # The test lock is compiled on top of the other one, so it contains it.
    kinds = ("run", "test") if kind == "test" else ("run",)
    STAMP.write_text(json.dumps({**installed(), **{name: fingerprint(name) for name in kinds}}))
