"""Many guests of a web server at once, in two processes that spend little, since they share the machine with it.

A guest is a generator: it yields a request's bytes, is sent the answer, and returns the code of what refused it, "" if
nothing did. Connections stay open for a few guests, then another address comes.
"""

import gzip
import json
import multiprocessing
import socket
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from selectors import EVENT_READ, DefaultSelector
from statistics import quantiles
from typing import Any, Protocol, Self

import brotli
import psycopg

from launch.ports import HOST
from tests.races.buyers import address_of

PROCESSES = 2
# Far below what one address may do (docs/limits.md): 90 new sessions in 10 minutes, 270 pieces of a large stock.
GUESTS_OF_ADDRESS = 20
ADDRESSES = 60_000
PATIENCE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Answer:
    """`headers`: by their names in small letters; of several of one name the last. `cookies`: that it sets; those that
    are empty it takes back.
    """

    status: int
    headers: dict[str, str]
    content: bytes
    cookies: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, received: bytes) -> Self | None:
        """None while some of it is missing."""
        head, gap, content = received.partition(b"\r\n\r\n")
        if not gap:
            return None
        status, *lines = head.decode().split("\r\n")
        named = [(name.lower(), value.strip()) for name, _colon, value in (line.partition(":") for line in lines)]
        headers = dict(named)
        if len(content) < int(headers.get("content-length", "0")):
            return None
        return cls(int(status.split(" ", 2)[1]), headers, content, cookies_in(named))

    def json(self) -> Any:
        coding = self.headers.get("content-encoding", "")
        content = brotli.decompress(self.content) if coding == "br" else self.content
        return json.loads(gzip.decompress(content) if coding == "gzip" else content)

    @property
    def cookie(self) -> str:
        """All that it sets, as they are sent back."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items() if value)


def cookies_in(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """That these set; their names in small letters."""
    kept = [value.partition(";")[0].partition("=") for name, value in headers if name == "set-cookie"]
    return {name: value.strip('"') for name, _equals, value in kept}


Guest = Generator[bytes, Answer, str]


class Play(Protocol):
    """What each guest does; numbers are never given twice."""

    def guest(self, number: int) -> Guest: ...


@dataclass(frozen=True, slots=True)
class Load:
    """So many guests at once for so many seconds; those who have begun then go on to their end. `first`: the number of
    the first one.
    """

    play: Play
    port: int
    clients: int
    seconds: float
    first: int


@dataclass(slots=True)
class Ran:
    """What guests met: seconds that each `took`, the codes that they returned, and CPU seconds of their processes.

    `began`, `ended`: by the monotonic clock; `next`: the first number that no guest had.
    """

    began: float
    ended: float = 0.0
    took: list[float] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    cpu: float = 0.0
    next: int = 0

    def __add__(self, other: Self) -> "Ran":
        return Ran(
            min(self.began, other.began),
            max(self.ended, other.ended),
            self.took + other.took,
            self.codes + other.codes,
            self.cpu + other.cpu,
            max(self.next, other.next),
        )

    @property
    def rate(self) -> float:
        """Guests a second."""
        return len(self.took) / (self.ended - self.began)

    @property
    def p95(self) -> float:
        """Seconds that 19 of 20 guests took at most."""
        return quantiles(self.took, n=20)[-1]


class Client:
    """One guest after the other."""

    def __init__(self, load: Load, numbers: Iterator[int], ran: Ran, selector: DefaultSelector) -> None:
        self.load, self.numbers, self.ran, self.selector = load, numbers, ran, selector
        self.guests_left, self.received = 0, b""
        self.begin()

    def begin(self) -> None:
        number = next(self.numbers)
        if not self.guests_left:
            self.connect(address_of(number % ADDRESSES))
        self.guests_left -= 1
        self.began = time.monotonic()
        self.guest = self.load.play.guest(number)
        self.connection.sendall(next(self.guest))

    def connect(self, address: str) -> None:
        if hasattr(self, "connection"):
            self.leave()
        self.connection = socket.create_connection((HOST, self.load.port), source_address=(address, 0))
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.guests_left = GUESTS_OF_ADDRESS
        self.selector.register(self.connection, EVENT_READ, self)

    def leave(self) -> None:
        self.selector.unregister(self.connection)
        self.connection.close()

    def receive(self) -> None:
        some = self.connection.recv(65536)
        assert some, "the server closed the connection"
        self.received += some
        answer = Answer.of(self.received)
        if answer is None:
            return
        self.received = b""
        try:
            self.connection.sendall(self.guest.send(answer))
        except StopIteration as finished:
            self.finish(finished.value)

    def finish(self, code: str) -> None:
        now = time.monotonic()
        self.ran.took.append(now - self.began)
        self.ran.codes[code] += 1
        if now - self.ran.began < self.load.seconds:
            self.begin()
        else:
            self.leave()


def play(load: Load, share: int) -> Ran:
    """One process's share of a load."""
    ran, numbers, worked = Ran(time.monotonic()), count(load.first + share, PROCESSES), time.process_time()
    with DefaultSelector() as selector:
        for _client in range(load.clients // PROCESSES):
            Client(load, numbers, ran, selector)
        while selector.get_map():
            ready = selector.select(PATIENCE_SECONDS)
            assert ready, f"nothing was answered for {PATIENCE_SECONDS} s"
            for key, _events in ready:
                key.data.receive()
    ran.ended, ran.cpu, ran.next = time.monotonic(), time.process_time() - worked, next(numbers)
    return ran


def insert(database: str, clients: int, seconds: float, _share: int) -> Ran:
    """One process's share of rows, each committed by itself, into the table `bare (number)`."""
    ran, worked = Ran(time.monotonic()), time.process_time()

    def one_client(_client: int) -> None:
        with psycopg.connect(database) as connection:
            while (began := time.monotonic()) - ran.began < seconds:
                connection.execute("INSERT INTO bare VALUES (1)")
                connection.commit()
                ran.took.append(time.monotonic() - began)

    with ThreadPoolExecutor(clients // PROCESSES) as pool:
        list(pool.map(one_client, range(clients // PROCESSES)))
    ran.codes[""] = len(ran.took)
    ran.ended, ran.cpu = time.monotonic(), time.process_time() - worked
    return ran


class Crowd:
    """The processes that the guests come from."""

    def __init__(self) -> None:
        self.pool = ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn"))
        self.next = 0

    def run(self, share: Callable[[int], Ran]) -> Ran:
        first, *others = self.pool.map(share, range(PROCESSES))
        return sum(others, start=first)

    def play(self, play_: Play, port: int, clients: int, seconds: float) -> Ran:
        ran = self.run(partial(play, Load(play_, port, clients, seconds, self.next)))
        self.next = ran.next
        return ran

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.pool.shutdown()
