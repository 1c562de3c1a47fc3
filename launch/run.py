"""`make run`: installs, starts every part, keeps them running, and ends them all."""

import errno
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import guard, servers, settings
from .bootstrap import ensure_packages
from .checks import WAIT
from .errors import DISK_FULL, LaunchError, disk_full
from .node import building_spa, ensure_modules
from .paths import LOCAL, ROOT, VENV_PYTHON
from .ports import HOST, busy, describe, free_port, is_free, listener
from .postgres import last_log_lines
from .processes import end_all, kill_and_reap, output_of, say, spawn
from .stand_ins import stand_ins

STABLE = 30.0
START_UP = 60.0


@dataclass
class SupervisedProcess:
    """A process of the shop that is started again when it ends."""

    name: str
    begin: Callable[[], subprocess.Popen[bytes]]
    stop: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    failures: int = 0
    due: float = 0.0

    def start(self) -> None:
        self.process = self.begin()
        self.started = time.monotonic()

    def restart_if_due(self) -> None:
        """Notice an end and, after a pause that grows with each quick failure, start anew."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            code = self.process.returncode
            kill_and_reap(self.process)
            self.process = None
            self.failures = 0 if now - self.started > STABLE else self.failures + 1
            pause = min(0.2 * 2**self.failures, 10.0)
            self.due = now + pause
            say(f"The {self.name} ended ({ending(code)}); starting it again in {pause:.1f} s.")
        if self.process is None and now >= self.due:
            self.start()


def ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


@contextmanager
def installed() -> Iterator[None]:
    """Everything that the shop needs to run, installed before the block; its pages are built by the end of it."""
    with guard.exclusive("setup", wait=WAIT):
        ensure_packages("run")
        ensure_modules()
        with building_spa():
            yield


def claim_port(port: int, host: str) -> None:
    """Make sure the port is free; parts of this very checkout that are just ending get a moment."""
    deadline = time.monotonic() + 6
    while not is_free(port, host):
        pid = listener(port)
        who = describe(pid) if pid else ""
        dying = who.startswith("granian") and who.endswith(f" in {ROOT}")
        if not dying or time.monotonic() > deadline:
            raise busy(port)
        time.sleep(0.2)


def prepare(env: dict[str, str], *options: str) -> dict[str, Any]:
    """Migrate and fill the database. What `launch.prepare` tells of it."""
    process = spawn([VENV_PYTHON, "-m", "launch.prepare", *options], env=env, stdout=subprocess.PIPE)
    try:
        lines = output_of(process, show=False)
    finally:
        end_all([(process, signal.SIGTERM)])
    if process.returncode:
        ours = "DATABASE_URL" not in os.environ
        if process.returncode == errno.ENOSPC or (ours and DISK_FULL.search(last_log_lines(LOCAL / "postgres.log"))):
            raise disk_full(LOCAL)
        raise LaunchError("The database could not be prepared, the reason stands above.")
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def healthy(port: int, host: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{host}:{port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as error:
        error.close()
        return False
    except OSError:
        return False


def welcome(prepared: dict[str, Any], seconds: float, services: list[str]) -> None:
    width = max((len(name) for name, _ in prepared["shops"]), default=0)
    lines = [f"  {name:<{width}}  {address}" for name, address in prepared["shops"]]
    address, user, password = prepared["staff"]
    login = f"user {user}, password {password}" if password else f"user {user}, with the password you chose"
    say(f"\nMerchstand is running (after {seconds:.1f} s):\n")
    say("\n".join(lines))
    say(f"\n  Staff: {address}\n         {login}\n")
    if services:
        say(f"  Payments: test mode, no money moves ({', '.join(services)})\n")
    report_missing_pictures(prepared)
    say("Ctrl-C ends it.")


def report_missing_pictures(prepared: dict[str, Any]) -> None:
    if prepared["undrawn"]:
        say(f"{prepared['undrawn']} pictures are drawn while the shop runs, those that are seen first before the rest.")
        say("Until then pages show their colours. A line will say when the last one is there.\n")


def supervised(
    parts: list[SupervisedProcess],
    behind: list[SupervisedProcess],
    ready: Callable[[], bool],
    greet: Callable[[], None],
) -> None:
    """Start the parts, and once they are ready those behind; greet, and keep all running until interrupted."""
    for part in parts:
        if part.process is None:
            part.start()
    deadline = time.monotonic() + START_UP
    greeted = False
    while True:
        for part in parts:
            part.restart_if_due()
        if not greeted and ready():
            for part in behind:
                part.start()
            parts = parts + behind
            greet()
            greeted = True
        if not greeted and (time.monotonic() > deadline or any(part.failures > 2 for part in parts)):
            names = ", ".join(part.name for part in parts if part.failures) or "web server"
            raise LaunchError(f"The shop does not start (look at the {names}), the reason stands above.")
        time.sleep(0.2 if greeted else 0.05)


def run() -> None:
    """Run the shop until interrupted."""
    began = time.monotonic()
    port, workers = settings.port(), settings.web_workers()
    host = os.environ.get("BIND") or HOST
    refuse = f"The shop already runs from this checkout ({ROOT}): use that one, or stop it first."
    with guard.exclusive("shop", refuse=refuse):
        claim_port(port, host)
        running: servers.Servers | None = None
        shop: list[SupervisedProcess] = []
        try:
            with installed():
                running = start_servers()
                env = settings.shop_environment(running.environment())
                services = stand_ins(env, (free_port(), free_port()))
                for service in services:
                    env |= service.environment
                guard.remember(settings.for_other_commands(env))
                prepared = prepare(env)
            claim_port(port, host)
            web = SupervisedProcess("web server", lambda: spawn(settings.web_command(port, workers, host), env=env))
            worker = SupervisedProcess("job worker", lambda: spawn(settings.worker_command(), env=env))
            paying = [SupervisedProcess(one.name, partial(spawn, one.command, env=env)) for one in services]
            shop = [web, worker, *paying]
            supervised(
                [*server_parts(running), *paying, web],
                [worker],
                lambda: healthy(port, HOST if host == "0.0.0.0" else host),  # noqa: S104
                lambda: welcome(prepared, time.monotonic() - began, [one.name for one in services]),
            )
        finally:
            end_all([(part.process, part.stop) for part in shop if part.process is not None])
            if running is not None:
                running.stop()


def start_servers() -> servers.Servers:
    secret = settings.secret_in(LOCAL / "postgres.password")
    return servers.start(LOCAL, os.environ, password=secret)


def server_parts(running: servers.Servers) -> list[SupervisedProcess]:
    """The servers that are ours and already run, so that they are started again should they end."""
    parts = []
    if running.postgres is not None:
        parts.append(SupervisedProcess("database", running.start_postgres, process=running.postgres.process))
    if running.valkey is not None:
        parts.append(SupervisedProcess("cache", running.start_valkey, process=running.valkey.process))
    return parts


def seed() -> None:
    """Fill the database with the demo shops: the running shop's, or the local one started for the moment."""
    with installed():
        pass
    beside = guard.running()
    if beside:
        report_missing_pictures(prepare({**os.environ, **beside}, "--seed"))
        return
    with guard.exclusive("shop", refuse="The shop is just starting in this checkout: try again in a moment."):
        running = start_servers()
        try:
            report_missing_pictures(prepare(settings.shop_environment(running.environment()), "--seed"))
        finally:
            running.stop()
