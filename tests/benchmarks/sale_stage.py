"""The servers, processes and peers that a sale is measured with, as in production: only the machine is smaller."""

import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg

from launch import servers as local
from launch.messages import compile_messages
from launch.paths import LOCAL, ROOT
from launch.settings import without_settings
from tests import servers
from tests.peers.peer import Json
from tests.peers.redirect_provider import RedirectProvider, redirect_provider
from tests.peers.smtp import mail_server

from .load import BARE, web

WORKERS = 2
# How long a guest stays on the provider's page.
PAYING_SECONDS = 1.0
# Of what follows from an order. Jobs of later, such as the end of a payment's time, are not waited for.
JOBS_LEFT = """
    SELECT count(*) FROM procrastinate_jobs
    WHERE status IN ('todo', 'doing') AND (scheduled_at IS NULL OR scheduled_at < now() + interval '1 minute')
"""
UNPAID = "SELECT count(*) FROM checkout_payment WHERE state = 'pending'"
PATIENCE_SECONDS = 300.0
Processes = Mapping[str, psutil.Process]
STATEMENTS = {
    "shared_preload_libraries": "pg_stat_statements",
    "pg_stat_statements.track": "all",
    "pg_stat_statements.track_planning": "on",
    "track_io_timing": "on",
    "track_wal_io_timing": "on",
}


@dataclass(frozen=True)
class Stage:
    """`env`: of the shop's processes. `tickets`: ids by the names of tests/benchmarks/sale_rows.py; `halls`: a ticket
    each with groups of seats.
    """

    database: str
    env: dict[str, str]
    postgres: psutil.Process
    tickets: dict[str, int]
    halls: list[tuple[int, list[list[str]]]]

    def clear_up(self) -> dict[str, int]:
        """Have all guests leave, as if hours had passed; the invariants that do not hold, with their rows."""
        broken: dict[str, int] = printed(self.database, self.env, "clear_up")
        tidy(self.database)
        return broken

    @contextmanager
    def bare(self) -> Iterator[tuple[int, Processes]]:
        with web(self.env, BARE, WORKERS) as server:
            yield server.port, {"web": server.process, "database": self.postgres}

    @contextmanager
    def shop(self, **env: str) -> Iterator[tuple[int, Processes]]:
        """Fresh web processes."""
        with web(self.env | env, workers=WORKERS) as server:
            yield server.port, {"web": server.process, "database": self.postgres}


@contextmanager
def stage(*, counting_statements: bool = False) -> Iterator[Stage]:
    """PostgreSQL that flushes each commit, and Valkey, with everything on sale."""
    compile_messages()
    (LOCAL / "static").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="merchstand-bench-") as folder:
        parts = local.start(Path(folder), {}, durable=True)
        try:
            assert parts.postgres is not None
            if counting_statements:
                for name, value in STATEMENTS.items():
                    parts.postgres.sql(f"ALTER SYSTEM SET {name} = '{value}'")
                parts.postgres.stop()
                parts.start_postgres()
            env = without_settings(os.environ) | parts.environment()
            env |= {
                "DEBUG": "0",
                "SECRET_KEY": "only measured",
                "MEDIA_ROOT": f"{folder}/media",
                "OUTBOX_DIR": f"{folder}/outbox",
                "PYTHONPATH": str(ROOT),
            }
            database = parts.database_url
            servers.manage(database, "migrate", "-v", "0", env=env)
            found = printed(database, env, "put_on_sale")
            tidy(database)
            halls = found.pop("halls")
            yield Stage(database, env, psutil.Process(parts.postgres.process.pid), found, halls)
        finally:
            parts.stop()


def tidy(database: str) -> None:
    """What PostgreSQL would do by and by, not in the middle of a row; afterwards it expects as many guests as now."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")


def printed(database: str, env: Mapping[str, str], work: str, module: str = "sale_rows") -> Any:
    """What a function of that module of tests/benchmarks prints."""
    code = f"from tests.benchmarks import {module}; {module}.{work}()"
    output = servers.manage(database, "shell", "--no-imports", "-c", code, env=env)
    return json.loads(output.strip().splitlines()[-1])


class PromptProvider(RedirectProvider):
    """Its guests pay after a moment, and it reports at once."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        super().__init__()
        self.pool = pool

    def open(self, asked: Json) -> Json:
        opened = super().open(asked)
        self.pool.submit(self.pay, opened["id"])
        return opened

    def pay(self, number: str) -> None:
        time.sleep(PAYING_SECONDS)
        with self.lock:
            self.decide(number, "paid")
            event = self.events[-1]
        self.send(event)


@dataclass(frozen=True)
class PayingShop:
    """A shop whose buyers pay with a provider, with its worker and a mail server."""

    database: str
    port: int
    processes: Processes
    provider: RedirectProvider

    def settle(self) -> None:
        """Wait until all orders are paid and all their jobs are done: tickets, mails and invoices."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        with psycopg.connect(self.database, autocommit=True) as connection:
            while any(connection.execute(query).fetchall() != [(0,)] for query in (UNPAID, JOBS_LEFT)):
                assert time.monotonic() < deadline, "orders are not paid"
                time.sleep(0.1)
        assert not self.provider.violations, self.provider.violations


@contextmanager
def paying_shop(on: Stage) -> Iterator[PayingShop]:
    with ThreadPoolExecutor(64) as pool, redirect_provider(PromptProvider(pool)) as provider, mail_server() as smtp:
        env = provider.environment | {"EMAIL_URL": smtp.url}
        with on.shop(**env) as (port, processes):
            provider.webhook_url = f"http://localhost:{port}/api/v2/payments/redirect/events"
            with servers.worker(on.database, env=on.env | env | {"PORT": str(port)}) as worker:
                everybody = {**processes, "worker": psutil.Process(worker.process.pid)}
                yield PayingShop(on.database, port, everybody, provider)
