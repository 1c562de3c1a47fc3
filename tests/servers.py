"""The real parts for tests: databases of their own, the web server and the job worker as processes.

    with database(template) as url, web_server(url, env={"SESSION_SECONDS": "5"}) as web, worker(url):
        httpx.get(f"{web.url}/healthz")

Everything ends with its `with` block, and with pytest should that be killed.
"""

import os
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from launch import settings
from launch.paths import ROOT, VENV_PYTHON
from launch.ports import HOST, free_port
from launch.processes import end, spawn

Environment = Mapping[str, str]
SECRET_KEY = "for-tests-only"
Databases = Callable[[], AbstractContextManager[str]]


def database_url(name: str) -> str:
    """The address of a database on the tests' own PostgreSQL."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


def redis_url(number: int) -> str:
    """The address of one of the 16 numbered stores of the tests' own Valkey; 0 is pytest's."""
    return urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{number}"))


def _statement(server: str, text: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(text.encode())


def _copy(server: str, template: str, name: str) -> None:
    """Whoever is just leaving the template is waited for: a killed connection ends a moment later."""
    deadline = time.monotonic() + 20
    while True:
        try:
            return _statement(server, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        except psycopg.errors.ObjectInUse:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


@contextmanager
def database(template: str = "template1", server: str = "") -> Iterator[str]:
    """A database of its own, copied from the one named `template` (nobody may be connected to that); yields its URL.

    `server` is the address of any other database on another PostgreSQL than the tests' own.
    """
    server = server or os.environ["DATABASE_URL"]
    name = f"test_{uuid.uuid4().hex[:12]}"
    _copy(server, template, name)
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        _statement(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def number(database: str, query: str, *values: object) -> int:
    """What a query of a single number finds on that database; quicker than any process of the shop."""
    with psycopg.connect(database) as connection:
        row = connection.execute(query.encode(), values or None).fetchone()
    assert row is not None
    return int(row[0])


@contextmanager
def copy_of(url: str) -> Iterator[str]:
    """A copy of the database at that URL, beside it, while nobody is connected to it."""
    parts = urlsplit(url)
    with database(parts.path[1:], urlunsplit(parts._replace(path="/postgres"))) as copy:
        yield copy


def shop_environment(database: str, port: int = 0, env: Environment | None = None) -> dict[str, str]:
    """What a process of the shop needs to work on that database, as a developer's `make run` would give it."""
    return {
        **os.environ,
        "DATABASE_URL": database,
        "DEBUG": "1",
        "SECRET_KEY": SECRET_KEY,
        "PORT": str(port or 8000),
        "PUBLIC_URL": f"http://localhost:{port or 8000}",
        "PYTHONUNBUFFERED": "1",
        **(env or {}),
    }


def manage(database: str, *arguments: str, env: Environment | None = None) -> str:
    """Run a management command on that database; its output. Raises AssertionError when it fails."""
    done = subprocess.run(
        [VENV_PYTHON, "manage.py", *arguments],
        env=shop_environment(database, env=env),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"manage.py {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


@dataclass
class Running:
    """A process of the shop. `log()` is what it has printed so far."""

    process: subprocess.Popen[bytes]
    output: Path
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def log(self) -> str:
        return self.output.read_text(errors="replace")

    def kill(self) -> None:
        """kill -9 of the process and all its children."""
        end(self.process, stop=signal.SIGKILL)

    def stop(self) -> None:
        end(self.process)


@contextmanager
def _started(command: list[str | Path], env: Environment, port: int = 0) -> Iterator[Running]:
    with tempfile.NamedTemporaryFile(prefix="merchstand-", suffix=".log") as output:
        running = Running(spawn(command, env=env, stdout=output, stderr=subprocess.STDOUT), Path(output.name), port)
        try:
            yield running
        finally:
            running.stop()


@contextmanager
def web_server(
    database: str, *, workers: int = 2, env: Environment | None = None, port: int = 0, seconds: float = 120
) -> Iterator[Running]:
    """The real web server with that many processes, once it answers /healthz."""
    port = port or free_port()
    with _started(settings.web_command(port, workers), shop_environment(database, port, env), port) as running:
        deadline = time.monotonic() + seconds
        while not _answers(port):
            assert running.process.poll() is None, f"The web server ended:\n{running.log()}"
            assert time.monotonic() < deadline, f"The web server is not healthy:\n{running.log()}"
            time.sleep(0.05)
        yield running


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=2) as answer:
            return answer.status == 200
    except urllib.error.HTTPError as error:
        error.close()
        return False
    except OSError:
        return False


@contextmanager
def worker(database: str, *, env: Environment | None = None) -> Iterator[Running]:
    """The real job worker; it may still be starting when this yields."""
    with _started(settings.worker_command(), shop_environment(database, env=env)) as running:
        yield running
