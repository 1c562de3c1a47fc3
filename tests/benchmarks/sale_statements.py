"""Of which statements and functions visits are made: `PROFILE=1 python -m tests.benchmarks.sale`.

This module runs once more in a process of its own, in which the shop answers as in a web process, one request after
the other; PostgreSQL counts the statements, and Python the calls.
"""

import cProfile
import os
import pstats
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from io import BytesIO
from itertools import count
from subprocess import run
from typing import Any
from urllib.parse import unquote

import psycopg

from launch.paths import ROOT, VENV_PYTHON
from tests.races.buyers import address_of

from .sale_guests import Hold, Order
from .sale_load import Answer, Play, cookies_in
from .sale_stage import stage

HOLDS, ORDERS, WARM = 200, 50, 30
FUNCTIONS, WIDTH = 40, 150
# With those that triggers send.
COUNTED = """
    SELECT calls, total_plan_time, total_exec_time, toplevel, regexp_replace(query, '\\s+', ' ', 'g')
    FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
    WHERE datname = current_database() AND query NOT LIKE '%pg_stat_%'
    ORDER BY total_plan_time + total_exec_time DESC
"""
# Of all connections, once they have told it.
FLUSHED = "SELECT sum(fsyncs), sum(fsync_time) FROM pg_stat_io WHERE object = 'wal'"


def profile() -> None:
    with stage(counting_statements=True) as on:
        with psycopg.connect(on.database, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION pg_stat_statements")
        tickets = [str(on.tickets[name]) for name in ("sold", "gone", "orders")]
        command = [str(VENV_PYTHON), "-m", "tests.benchmarks.sale_statements", *tickets]
        run(command, env=on.env, cwd=ROOT, check=True)


class Shop:
    """The whole shop in this process."""

    def __init__(self) -> None:
        from config.wsgi import application

        self.application = application

    def ask(self, request: bytes, address: str) -> Answer:
        head, _gap, body = request.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        method, target, _version = first.split(" ")
        path, _mark, query = target.partition("?")
        headers = {name.upper().replace("-", "_"): value for name, value in (line.split(": ", 1) for line in lines)}
        environ = {
            **{f"HTTP_{name}": value for name, value in headers.items()},
            "REQUEST_METHOD": method,
            "PATH_INFO": unquote(path),
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": address,
            "CONTENT_TYPE": headers.get("CONTENT_TYPE", ""),
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
        }
        status, named = "", list[tuple[str, str]]()

        def start_response(line: str, headers: list[tuple[str, str]], *_error: object) -> Callable[[bytes], object]:
            nonlocal status, named
            status, named = line, headers
            return bytes

        answer = self.application(environ, start_response)
        content = b"".join(answer)
        answer.close()
        found = [(name.lower(), value) for name, value in named]
        return Answer(int(status[:3]), dict(found), content, cookies_in(found))

    def visit(self, play: Play, expected: str, number: int) -> None:
        """A guest's whole visit, which ends with that code."""
        guest = play.guest(number)
        request = next(guest)
        try:
            while True:
                request = guest.send(self.ask(request, address_of(number)))
        except StopIteration as finished:
            assert finished.value == expected, finished.value


class Clock:
    """How many statements Django sends, and how many seconds it waits for them."""

    def __init__(self) -> None:
        self.statements, self.seconds = 0, 0.0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*arguments)
        finally:
            self.statements += 1
            self.seconds += time.perf_counter() - began


def statements(name: str, visit: Callable[[], None], times: int) -> None:
    """Of so many visits each statement: how often one visit sends it, and its mean time in PostgreSQL."""
    from django.db import connection

    clock = Clock()
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as beside:
        beside.execute("SELECT pg_stat_statements_reset(), pg_stat_reset_shared('io')")
        began, worked = time.perf_counter(), time.process_time()
        with connection.execute_wrapper(clock):
            for _visit in range(times):
                visit()
        took, worked = time.perf_counter() - began, time.process_time() - worked
        connection.close()  # it tells what it flushed
        rows = beside.execute(COUNTED).fetchall()
        fsyncs, flushing = beside.execute(FLUSHED).fetchone() or (0, 0.0)
    spent = sum(planning + executing for _calls, planning, executing, is_sent, _text in rows if is_sent)
    each = 1000 / times
    print(f"\n{name}, mean of {times}, one after the other: {took * each:.1f} ms, of which {worked * each:.1f} ms CPU")
    flushes = f"{(fsyncs or 0) / times:.1f} flushes of {(flushing or 0) / times:.2f} ms"
    sent = f"{clock.statements / times:.1f} statements, waited for {clock.seconds * each:.1f} ms"
    print(f"{sent}; in PostgreSQL {spent / times:.1f} ms, and {flushes}\n")
    print(f"{'a visit':>9}{'ms each':>9}{'planning':>9}{'ms':>9}  statement (› sent by a trigger)")
    for calls, planning, executing, is_sent, text in rows:
        if calls >= times / 20:
            both = planning + executing
            figures = f"{calls / times:9.2f}{both / calls:9.3f}{planning / calls:9.3f}{both / times:9.3f}"
            print(f"{figures}  {'' if is_sent else '› '}{shortened(text.strip())}")


def shortened(text: str) -> str:
    """Lists of columns are long and tell little."""
    text = re.sub(r'"(\w+)"', r"\1", text)
    return re.sub(r"SELECT (?:\w+\.\w+,? ?(?:AS \w+,? ?)?){4,}", "SELECT … ", text)[:WIDTH]


def functions(name: str, visit: Callable[[], None], times: int) -> None:
    """Of so many visits the functions that took most time, by themselves and with all that they call."""
    profiler = cProfile.Profile()
    profiler.enable()
    for _visit in range(times):
        visit()
    profiler.disable()
    found: dict[tuple[str, int, str], Any] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    for what, column in (("own time", 2), ("with all that they call", 3)):
        print(f"\n{name}, functions by {what}; the profiler slows all of it down\n")
        print(f"{'a visit':>9}{'own ms':>9}{'with all':>9}")
        for (file, number, function), figures in sorted(found.items(), key=lambda one: -one[1][column])[:FUNCTIONS]:
            calls, own, whole = figures[1] / times, figures[2] * 1000 / times, figures[3] * 1000 / times
            print(f"{calls:9.1f}{own:9.3f}{whole:9.3f}  {place(file)}:{number} {function}")


def place(file: str) -> str:
    return file.rpartition("site-packages/")[2].removeprefix(f"{ROOT}/")


def main(sold: str, gone: str, orders: str) -> None:
    shop, numbers = Shop(), count()
    for name, play, expected, times in (
        ("A hold", Hold(80, int(sold)), "", HOLDS),
        ("A refusal", Hold(80, int(gone)), "SOLD_OUT", HOLDS),
        ("An order", Order(80, int(orders), "bank_transfer"), "", ORDERS),
    ):
        visit = partial(next_visit, shop, play, expected, numbers)
        for tell in (statements, functions):
            for _visit in range(WARM):
                visit()
            tell(name, visit, times)
    paid_orders()


def paid_orders() -> None:
    """What follows from an order: its payment is booked, then its jobs run. All of them once to warm up."""
    from checkout.models import Payment
    from checkout.payments.ledger import record_capture
    from tests.checkout.payments.jobs import run_jobs

    payments = iter(list(Payment.objects.filter(state=Payment.State.PENDING)))

    def book() -> None:
        payment = next(payments)
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")

    def do_jobs() -> None:
        run_jobs(every=True, after=timedelta(minutes=1))

    do_jobs()
    for _order in range(WARM):
        book()
    do_jobs()
    for tell in (statements, functions):
        for name, visit, times in (("The booking of its payment", book, ORDERS), ("The jobs of as many", do_jobs, 1)):
            tell(name, visit, times)


def next_visit(shop: Shop, play: Play, expected: str, numbers: Iterator[int]) -> None:
    shop.visit(play, expected, next(numbers))


if __name__ == "__main__":
    main(*sys.argv[1:])
