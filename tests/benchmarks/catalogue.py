"""`make bench`: the catalogue rows of design §5 beside a bare Django view on the same server, in the same run.

Rates are ratios to the bare view, because machines differ. SCALE=large measures the large catalogue, too.
"""

import json
import multiprocessing
import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen, run
from urllib.parse import quote

from launch import servers, settings
from launch.paths import LOCAL, ROOT, VENV_PYTHON
from launch.ports import HOST, free_port
from launch.processes import end, spawn

SECONDS = 3.0
CLIENTS = 2
SOCKETS = 4
PERSISTED = ROOT / "frontend" / "persisted-queries.json"
# Prints the query's CPU milliseconds and its number of statements.
QUERY = """
import json, statistics, time
from django.db import connection
from django.db.models import Count
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from catalogue.models import Category
from config.schema import execute
from shop.graphql import WireContext
from shop.models import Shop
shop = Shop.objects.for_page().get(slug="merchstand")
shelves = Category.objects.listed_in(shop).annotate(size=Count("placements")).filter(size__gte=18)
slug = shelves.order_by("-pk").values_list("slug", flat=True)[0]
context = WireContext(shop, "de", RequestFactory().get("/"))
with CaptureQueriesContext(connection) as queries:
    execute("CATEGORY", {"slug": slug}, context)
times = []
for _ in range(40):
    began = time.process_time()
    execute("CATEGORY", {"slug": slug}, context)
    times.append((time.process_time() - began) * 1000)
print(json.dumps({"slug": slug, "cpu": statistics.median(times), "queries": len(queries)}))
"""


def requests_of(port: int, path: str, headers: str) -> float:
    """Answers a second, asked for by several processes over connections that stay open."""
    with multiprocessing.Pool(CLIENTS) as pool:
        return sum(pool.starmap(_client, [(port, path, headers)] * CLIENTS))


def _client(port: int, path: str, headers: str) -> float:
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{headers}\r\n".encode()
    connections = [socket.create_connection((HOST, port)) for _ in range(SOCKETS)]
    answers, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for one in connections:
            one.sendall(request)
        for one in connections:
            _read(one)
        answers += len(connections)
    for one in connections:
        one.close()
    return answers / (time.perf_counter() - began)


def _read(connection: socket.socket) -> tuple[int, bytes]:
    """One answer: its status and its head."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += _some(connection)
    head, _gap, body = received.partition(b"\r\n\r\n")
    lines = {name.lower(): value for name, _colon, value in (line.partition(b":") for line in head.split(b"\r\n"))}
    missing = int(lines.get(b"content-length", b"0")) - len(body)
    while missing > 0:
        missing -= len(_some(connection))
    return int(head.split(b" ", 2)[1]), head


def _some(connection: socket.socket) -> bytes:
    found = connection.recv(65536)
    assert found, "the server closed the connection"
    return found


def ask(port: int, path: str, headers: str = "") -> tuple[int, bytes]:
    with socket.create_connection((HOST, port)) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{headers}\r\n".encode())
        return _read(connection)


@contextmanager
def web(env: dict[str, str], application: str = "") -> Iterator[int]:
    port = free_port()
    command = [application if str(one) == "config.wsgi:application" and application else one
               for one in settings.web_command(port, 1)]  # fmt: skip
    process: Popen[bytes] = spawn(command, env={**env, "PORT": str(port)})
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                ask(port, "/healthz")
                break
            except (OSError, AssertionError):
                assert time.monotonic() < deadline and process.poll() is None, "the server did not start"
                time.sleep(0.1)
        yield port
    finally:
        end(process)


def manage(env: dict[str, str], *arguments: str) -> str:
    done = run([VENV_PYTHON, "-W", "ignore", "manage.py", *arguments], env=env, cwd=ROOT, stdout=PIPE, check=True)
    return done.stdout.decode()


def document(slug: str) -> str:
    newest = {one["name"]: key for key, one in json.loads(PERSISTED.read_text()).items()}
    extensions = json.dumps({"persistedQuery": {"version": 1, "sha256Hash": newest["CATEGORY"]}})
    variables = json.dumps({"slug": slug})
    return f"/api/graphql?locale=de&extensions={quote(extensions)}&variables={quote(variables)}"


def measure(env: dict[str, str], bare: float) -> dict[str, float]:
    query = json.loads(manage(env, "shell", "--no-imports", "-c", QUERY).strip().splitlines()[-1])
    page, asked = f"/categories/{query['slug']}", document(query["slug"])
    with web(env) as port:
        status, head = ask(port, page)
        assert status == 200 and ask(port, asked)[0] == 200, (page, status)
        etag = next(line[6:].decode() for line in head.split(b"\r\n") if line.lower().startswith(b"etag: "))
        known = f"If-None-Match: {etag}\r\n"
        assert ask(port, page, known)[0] == 304
        found = {"cached page": page, "cached persisted GET": asked}
        rates = {name: requests_of(port, path, "") / bare for name, path in found.items()}
        rates["304"] = requests_of(port, page, known) / bare
    return {**rates, "query, CPU ms": query["cpu"], "query, statements": query["queries"]}


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="merchstand-bench-") as folder:
        parts = servers.start(Path(folder), {}, durable=False)
        try:
            env = {**os.environ, **parts.environment(), "DEBUG": "1", "MEDIA_ROOT": f"{folder}/media"}
            env |= {"ANSWER_CACHE_SECONDS": "300", "OUTBOX_DIR": f"{folder}/outbox", "PYTHONPATH": str(ROOT)}
            (LOCAL / "static").mkdir(parents=True, exist_ok=True)
            manage(env, "migrate", "-v", "0")
            manage(env, "seed", "--no-pictures", "-v", "0")
            with web(env, "tests.benchmarks.bare:application") as port:
                bare = requests_of(port, "/", "")
            columns = {"small": measure(env, bare)}
            if os.environ.get("SCALE") == "large":
                manage(env, "seed", "--no-pictures", "--scale", "large")
                columns["large"] = measure(env, bare)
        finally:
            parts.stop()
    show(bare, columns)


BARS = {"cached page": "≥ 0.45", "cached persisted GET": "≥ 0.45", "304": "", "query, CPU ms": "≤ 8",
        "query, statements": "≤ 6"}  # fmt: skip


def show(bare: float, columns: dict[str, dict[str, float]]) -> None:
    print(f"\nbare Django view: {bare:.0f} answers a second; rates are ratios to it\n")
    print(f"{'':24}" + "".join(f"{name:>10}" for name in columns) + f"{'bar':>10}")
    for row, bar in BARS.items():
        print(f"{row:24}" + "".join(f"{column[row]:10.2f}" for column in columns.values()) + f"{bar:>10}")
    if "large" in columns:
        grown = columns["large"]["query, CPU ms"] / columns["small"]["query, CPU ms"]
        print(f"{'query, large to small':24}{'':10}{grown:10.2f}{'≤ 1.2':>10}")
    if path := os.environ.get("JSON"):
        Path(path).write_text(json.dumps({"bare": bare, **columns}, indent=2))


if __name__ == "__main__":
    main()
