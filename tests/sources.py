"""Where the project's source lies."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
