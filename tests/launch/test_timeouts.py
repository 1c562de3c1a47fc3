"""How long a statement may take: requests and jobs are ended, commands are not; nobody waits long for a lock."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import psycopg
import pytest

from tests.proofs import proves
from tests.servers import manage, web_server, worker

pytestmark = pytest.mark.whole

SHOW = """
from django.db import connection
with connection.cursor() as cursor:
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        cursor.execute(f"SHOW {name}")
        print(cursor.fetchone()[0])
"""


@contextmanager
def locked(database: str, table: str) -> Iterator[None]:
    """Everybody else waits for that table."""
    with psycopg.connect(database) as connection:
        connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
        yield


@proves(
    "design §6", "a long statement of a request or job is ended, not one of a command; nobody waits long for a lock"
)
def test_a_command_takes_the_time_it_needs_but_waits_for_no_lock(fresh_database: str) -> None:
    assert manage(fresh_database, "shell", "-v", "0", "-c", SHOW).split() == ["0", "5s", "0"]


def take_back_the_last(database: str) -> None:
    """Its tables refer to those of orders."""
    manage(database, "migrate", "-v", "0", "--skip-checks", "aftersale", "zero")


def test_a_migration_goes_on_where_a_request_would_be_ended(fresh_database: str) -> None:
    take_back_the_last(fresh_database)
    with psycopg.connect(fresh_database) as connection:
        connection.execute(
            b"CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(2); RETURN NEW; END';"
            b"CREATE TRIGGER slow BEFORE INSERT ON django_migrations FOR EACH ROW EXECUTE FUNCTION wait()"
        )
    began = time.monotonic()
    manage(fresh_database, "migrate", "-v", "0", "--skip-checks", env={"STATEMENT_SECONDS": "1"})
    assert time.monotonic() - began > 2


def test_a_migration_that_meets_a_lock_gives_up_before_the_shop_waits_behind_it(fresh_database: str) -> None:
    take_back_the_last(fresh_database)
    with locked(fresh_database, "checkout_order"), pytest.raises(AssertionError, match="lock timeout"):
        manage(fresh_database, "migrate", "-v", "0", "--skip-checks")


def test_a_statement_of_a_request_is_ended(fresh_database: str) -> None:
    with web_server(fresh_database, workers=1, env={"STATEMENT_SECONDS": "1"}) as web:
        with locked(fresh_database, "shop_shop"):
            assert httpx.get(web.url, timeout=30).status_code == 500
        assert "statement timeout" in web.log()


def test_a_statement_of_a_job_is_ended(fresh_database: str) -> None:
    with (
        worker(fresh_database, env={"STATEMENT_SECONDS": "1"}) as running,
        locked(fresh_database, "sessions_queue_visitorsession"),
    ):
        deadline = time.monotonic() + 30
        while "statement timeout" not in running.log() and time.monotonic() < deadline:
            time.sleep(0.2)
        assert "statement timeout" in running.log()
