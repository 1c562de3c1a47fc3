"""Asking a web server for the same address over and over, and what each answer costs it."""

import json
import multiprocessing
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path
from subprocess import Popen
from typing import Any

import psutil

from launch import settings
from launch.node import DIST
from launch.ports import HOST, free_port
from launch.processes import end, spawn

CLIENTS = 2
SOCKETS = 4
SHOP, BARE = "config.rsgi:application", "tests.benchmarks.bare:application"


@dataclass(frozen=True, slots=True)
class Cost:
    """`cpu`: microseconds of the server's own CPU time an answer; `rate`: answers a second by the clock."""

    cpu: float
    rate: float


@dataclass(frozen=True, slots=True)
class Server:
    port: int
    process: psutil.Process

    def ask(self, path: str, headers: str = "") -> tuple[int, bytes]:
        """The status and the head of one answer."""
        with socket.create_connection((HOST, self.port)) as connection:
            connection.sendall(_request(path, headers))
            return _read(connection)

    def cost(self, path: str, *headers: str, seconds: float = 1.0) -> Cost:
        """Asked for by several processes over connections that stay open; with each of the headers in turn."""
        before = worked(self.process)
        requests = [_request(path, one) for one in headers or ("",)]
        with multiprocessing.Pool(CLIENTS) as pool:
            found = pool.starmap(_client, [(self.port, requests, seconds)] * CLIENTS)
        answers = sum(count for count, _seconds in found)
        return Cost((worked(self.process) - before) * 1e6 / answers, sum(count / took for count, took in found))


def worked(process: psutil.Process) -> float:
    """Seconds of CPU time of a process and all its children, those that have ended included: measured instead of the
    clock, as others work beside it.
    """
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(one.user + one.system + one.children_user + one.children_system for one in times)


@cache
def persisted(name: str) -> str:
    """The hash by which the built pages ask this operation."""
    operations: dict[str, str] = json.loads((DIST / "operations.json").read_text())
    return operations[name]


def write_figures(figures: dict[str, Any]) -> None:
    """Into the file that JSON names, beside those that are there."""
    if name := os.environ.get("JSON"):
        path = Path(name)
        before = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps(before | figures, indent=2))


def _request(path: str, headers: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{headers}\r\n".encode()


def _client(port: int, requests: list[bytes], seconds: float) -> tuple[int, float]:
    connections = [socket.create_connection((HOST, port)) for _ in range(SOCKETS)]
    each = cycle(requests)
    answers, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        for one in connections:
            one.sendall(next(each))
        for one in connections:
            _read(one)
        answers += len(connections)
    took = time.perf_counter() - began
    for one in connections:
        one.close()
    return answers, took


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


@contextmanager
def web(env: dict[str, str], application: str = SHOP, workers: int = 1) -> Iterator[Server]:
    """The shop's own server with so many processes, for the shop or for a WSGI application."""
    port = free_port()
    instead = {} if application == SHOP else {SHOP: application, "rsgi": "wsgi"}
    command = [instead.get(str(word), word) for word in settings.web_command(port, workers)]
    process: Popen[bytes] = spawn(command, env={**env, "PORT": str(port)})
    try:
        server = Server(port, psutil.Process(process.pid))
        deadline = time.monotonic() + 120
        while True:
            try:
                status, _head = server.ask("/healthz")
                break
            except (OSError, AssertionError):
                assert time.monotonic() < deadline and process.poll() is None, "the server did not start"
                time.sleep(0.1)
        assert status == 200, f"the server answers {status}"
        yield server
    finally:
        end(process)
