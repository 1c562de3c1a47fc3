"""The environment in which the shop's own processes run."""

import os
import re
import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .errors import LaunchError
from .paths import LOCAL, ROOT, VENV
from .ports import HOST, wanted_port

Words = list[str | Path]


@cache
def names() -> frozenset[str]:
    """Of all settings: what config/settings.py and the modules of payment services read of the environment."""
    files = [ROOT / "config" / "settings.py", *(ROOT / "checkout" / "payments").glob("*_settings.py")]
    return frozenset(re.findall(r'\benv(?:\.\w+)?\(\s*"([A-Z0-9_]+)"', "".join(one.read_text() for one in files)))


def without_settings(env: Mapping[str, str]) -> dict[str, str]:
    """The environment without the shop's settings: tests and benchmarks bring their own."""
    return {name: value for name, value in env.items() if name not in names()}


def secret_in(file: Path) -> str:
    """A secret of this checkout, made once, readable by its owner only."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(secrets.token_urlsafe(36))
    return file.read_text().strip()


def port() -> int:
    return wanted_port(os.environ.get("PORT") or "8000")


def web_workers() -> int:
    text = os.environ.get("WEB_WORKERS") or "2"
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise LaunchError(f"WEB_WORKERS={text} is not a number of processes: choose 1 or more.")
    return int(text)


def shop_environment(servers: Mapping[str, str]) -> dict[str, str]:
    """What the shop's processes read: the caller's environment, completed for a developer's machine."""
    env = {**os.environ, **servers}
    env["PORT"] = str(port())
    env.setdefault("DEBUG", "1")
    env.setdefault("SECRET_KEY", secret_in(LOCAL / "secret_key"))
    env.setdefault("TICKET_KEY", secret_in(LOCAL / "ticket_key"))
    env.setdefault("PUBLIC_URL", f"http://localhost:{port()}")
    env.setdefault("PYTHONUNBUFFERED", "1")
    return env


def for_other_commands(env: Mapping[str, str]) -> dict[str, str]:
    """The part of it that a command started beside the running shop needs."""
    names = ("DATABASE_URL", "REDIS_URL", "DEBUG", "SECRET_KEY", "TICKET_KEY", "PORT", "PUBLIC_URL")
    return {name: value for name, value in env.items() if name in names or name.startswith(("STRIPE_", "PAYPAL_"))}


def web_command(port: int, workers: int, host: str = HOST, program: str | Path = VENV / "bin" / "granian") -> Words:
    """The one command line of the web server (docs/decisions/0020-whole-requests.md); the image's is launch/web.py."""
    return [
        *(program, "config.rsgi:application", "--interface", "rsgi", "--loop", "uvloop", "--http", "1", "--no-ws"),
        *("--host", host, "--port", str(port), "--workers", str(workers)),
        # Connections that send or read slowly cost little, so many may wait; heads that never end are cut off.
        *("--backlog", "4096", "--backpressure", "16384", "--http1-header-read-timeout", "10000"),
        *("--http1-buffer-size", "65536"),
        *("--respawn-failed-workers", "--respawn-interval", "0.5", "--workers-kill-timeout", "3"),
        *("--log-level", "error"),
    ]


def worker_command() -> Words:
    return [VENV / "bin" / "python", "manage.py", "worker"]
