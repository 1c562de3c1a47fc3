"""A client that asks for dear things over many connections at once, and another one beside it who wants a page."""

import asyncio
import json
import multiprocessing
import socket
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from urllib.parse import quote

from launch.node import DIST
from launch.ports import HOST

SPAWN: SpawnContext = multiprocessing.get_context("spawn")  # a process that holds nothing of the test's
OTHER = "127.0.9.1"
# Whose connection was closed opens another one after so many seconds.
AGAIN = 0.25
SHOP = "/api/v2/shops/merchstand"
SEARCHED = ("shirt", "live", "konzert", "tour", "rot", "a", "e", "band", "ticket", "der")


@dataclass(frozen=True)
class Greedy:
    """So many connections from each of the addresses; `each`: requests as they are sent, in turn."""

    each: tuple[bytes, ...]
    connections: int = 150
    addresses: tuple[str, ...] = ("127.0.5.1",)


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body:
        lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def searches() -> tuple[bytes, ...]:
    return tuple(search(f"{one} {number}") for one in SEARCHED for number in range(5))


def search(text: str) -> bytes:
    extensions = json.dumps(
        {"persistedQuery": {"version": 1, "sha256Hash": json.loads((DIST / "operations.json").read_text())["SEARCH"]}}
    )
    variables = json.dumps({"query": [text]})
    return request("GET", f"{SHOP}/graphql?locale=de&extensions={quote(extensions)}&variables={quote(variables)}")


def json_of(size: int) -> bytes:
    fields = [f'"field{number}":[1,2,3,"abc"]' for number in range(size)]
    body = "{" + ",".join(fields)[: size - 40].rpartition(",")[0] + "}"
    return request("POST", f"{SHOP}/newsletter", body.encode())


def order(secret: str) -> bytes:
    return request("GET", f"{SHOP}/orders/{secret}", Accept="application/json")


async def answer(reader: asyncio.StreamReader, answers: Counter[int]) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
    await reader.readexactly(int(lines.get(b"content-length", b"0")))
    answers[int(head.split(b" ", 2)[1])] += 1
    if lines.get(b"connection") == b"close":
        raise ConnectionResetError


async def connection(port: int, address: str, greedy: Greedy, first: int, answers: Counter[int]) -> None:
    number = first
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
            try:
                while True:
                    number += 1
                    writer.write(greedy.each[number % len(greedy.each)])
                    await writer.drain()
                    await answer(reader, answers)
            finally:
                writer.close()
        await asyncio.sleep(AGAIN)


def flood(port: int, greedy: Greedy, said: Connection) -> None:
    """Say so once the first answer is there, and ask until told to end; then say what was answered."""

    async def ask() -> Counter[int]:
        answers: Counter[int] = Counter()
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(connection(port, address, greedy, one * 7, answers))
                for address in greedy.addresses
                for one in range(greedy.connections)
            ]
            while tasks and not answers:
                await asyncio.sleep(0.05)
            said.send(None)
            while not said.poll():
                await asyncio.sleep(0.05)
            for one in tasks:
                one.cancel()
        return answers

    said.send(asyncio.run(ask()))


@contextmanager
def flooded(port: int, greedy: Greedy, answers: Counter[int]) -> Iterator[None]:
    """Meanwhile the client asks, from a process of its own; `answers` has its statuses afterwards."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=flood, args=(port, greedy, theirs), daemon=True)
    process.start()
    try:
        ours.recv()
        yield
        ours.send(None)
        answers.update(ours.recv())
    finally:
        process.kill()
        process.join()


def seconds_for(port: int, asked: bytes, address: str = OTHER) -> float:
    """Until somebody with a new connection has the whole answer, which must be a 200."""
    began = time.perf_counter()
    with socket.socket() as client:
        client.settimeout(60)
        client.bind((address, 0))
        client.connect((HOST, port))
        client.sendall(asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        received = b""
        while some := client.recv(65536):
            received += some
    assert received.startswith(b"HTTP/1.1 200"), received[:200]
    return time.perf_counter() - began


def waits(port: int, wanted: Mapping[str, bytes], seconds: float, pause: float = 0.25) -> dict[str, list[float]]:
    """How long others waited for each, asked in turns for so long, in milliseconds."""
    found: dict[str, list[float]] = {name: [] for name in wanted}
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for name, asked in wanted.items():
            found[name].append(seconds_for(port, asked) * 1000)
        time.sleep(pause)
    return found
