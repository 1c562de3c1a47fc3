"""Where everything lies. All that is generated lies below `.local/`, except node_modules and the built SPA."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCAL = ROOT / ".local"
VENV = LOCAL / "venv"
VENV_PYTHON = VENV / "bin" / "python"
BIN = LOCAL / "bin"
RUN = LOCAL / "run"
FRONTEND = ROOT / "frontend"


def site_packages() -> Path:
    """The virtual environment's package folder; raises FileNotFoundError before it is made."""
    for found in sorted(VENV.glob("lib/python3.*/site-packages")):
        return found
    raise FileNotFoundError(VENV / "lib")


def package_folder(name: str) -> Path:
    """An installed package's folder: of the running interpreter when it has the package, else of the venv."""
    import importlib.util

    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations:
        return Path(spec.submodule_search_locations[0])
    return site_packages() / name
