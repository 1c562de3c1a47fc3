"""Visitors of a sale with a waiting room: they come before it begins, ask where they stand as they are told to, and buy
when it is their turn. Many of them share a few connections, as behind a proxy.
"""

import socket
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from random import Random
from selectors import EVENT_READ, DefaultSelector
from typing import Self

from launch.ports import HOST

from .sale_guests import BASE, SHOP, Order
from .sale_load import Answer

CONNECTIONS = 24
PLACE = f"ms_place_{SHOP}"
IN_QUEUE, SOLD_OUT, BOUGHT = "IN_QUEUE", "SOLD_OUT", ""
# Until what got no answer is asked again.
AGAIN_SECONDS = 0.5


@dataclass(frozen=True)
class Wait:
    seconds: float


Visitor = Generator[bytes | Wait, Answer, str]


@dataclass
class Seen:
    """What visitors met. `codes`: how it ended for each; `failures`: answers of 5xx but the waiting room's; moments
    (monotonic) at which pieces were asked for that were held then, orders were placed, and "sold out" was told; seconds
    that polls took; how many answers were lost, and how often somebody had another place than before.
    """

    codes: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    held: list[float] = field(default_factory=list)
    ordered: list[float] = field(default_factory=list)
    sold_out: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    lost: int = 0
    moved: int = 0
    cpu: float = 0.0

    def __add__(self, other: Self) -> "Seen":
        names = ("codes", "failures", "held", "ordered", "sold_out", "polls", "lost", "moved", "cpu")
        return Seen(*(getattr(self, name) + getattr(other, name) for name in names))


@dataclass(frozen=True)
class Sale:
    """`arriving`: seconds in which all come; `pace`: how much sooner they ask than told to; `patience`: how many
    seconds it may take.
    """

    port: int
    ticket: int
    visitors: int
    arriving: float
    pace: float = 1.0
    processes: int = 1
    patience: float = 900.0

    def play(self, share: int) -> Seen:
        """One process's share of them."""
        worked, seen = time.process_time(), Seen()
        numbers = range(share, self.visitors, self.processes)
        over = time.monotonic() + self.patience
        Connections(self.port, seen).play((self.visitor(number, seen) for number in numbers), over)
        seen.cpu = time.process_time() - worked
        return seen

    def visitor(self, number: int, seen: Seen) -> Visitor:
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        pages = Order(self.port, self.ticket, "bank_transfer", forwarded=address)
        jar: dict[str, str] = {}
        yield Wait(Random(number).random() * self.arriving)
        while True:
            asked = time.monotonic()
            answer = yield pages.add(self.ticket, cookie=cookie_of(jar))
            code = told(answer, jar, seen)
            if code != IN_QUEUE:
                break
            yield from self.wait(pages, answer, jar, seen)
        if code:
            seen.sold_out += [time.monotonic()] * (code == SOLD_OUT)
            return code
        seen.held.append(asked)
        if code := (yield from pages.ordering(number, cookie_of(jar))):
            return code
        seen.ordered.append(time.monotonic())
        return BOUGHT

    def wait(self, pages: Order, answer: Answer, jar: dict[str, str], seen: Seen) -> Visitor:
        """Until it is their turn."""
        again = float(answer.headers["retry-after"])
        while True:
            yield Wait(again / self.pace)
            asked = time.monotonic()
            answer = yield pages.request("GET", f"{BASE}/session/queue", cookie=cookie_of(jar))
            seen.polls.append(time.monotonic() - asked)
            told(answer, jar, seen)
            if answer.status == 200:
                if not answer.json()["active"]:
                    return ""
                again = answer.json()["trying_again_in"]


def cookie_of(jar: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in jar.items() if value)


def told(answer: Answer, jar: dict[str, str], seen: Seen) -> str:
    """The code of what refused it; "" if nothing did."""
    if answer.cookies.get(PLACE):
        seen.moved += jar.get(PLACE, answer.cookies[PLACE]).split(".")[:2] != answer.cookies[PLACE].split(".")[:2]
    jar.update(answer.cookies)
    found = answer.json()
    errors = found.get("errors") if isinstance(found, dict) else None
    code = str(errors[0]["extensions"]["code"] if errors else found.get("code", ""))
    if answer.status >= 500 and code != IN_QUEUE:
        seen.failures[f"{answer.status} {code}"] += 1
    return code


class Connections:
    """Each carries one request at a time; one that ends without an answer is asked again over another."""

    def __init__(self, port: int, seen: Seen) -> None:
        self.port, self.seen = port, seen
        self.order = count()
        self.sleeping: list[tuple[float, int, Visitor, bytes | None]] = []
        self.ready: deque[tuple[Visitor, bytes]] = deque()
        self.idle: list[socket.socket] = []
        self.selector = DefaultSelector()

    def play(self, visitors: Iterable[Visitor], over: float) -> None:
        for one in visitors:
            self.go_on(one, None)
        busy = 0
        while self.sleeping or self.ready or busy:
            now = time.monotonic()
            assert now < over, f"some still wait: {self.seen.codes}"
            while self.sleeping and self.sleeping[0][0] <= now:
                _due, _order, visitor, request = heappop(self.sleeping)
                if request is None:
                    self.go_on(visitor, None)
                else:
                    self.ready.append((visitor, request))
            while self.ready and busy < CONNECTIONS:
                busy += self.send(*self.ready.popleft())
            until = self.sleeping[0][0] - time.monotonic() if self.sleeping else 1.0
            if not busy:
                time.sleep(min(max(until, 0), 1))
                continue
            for key, _events in self.selector.select(max(until, 0)):
                busy -= self.receive(key.fileobj, *key.data)  # type: ignore[arg-type]

    def go_on(self, visitor: Visitor, answer: Answer | None) -> None:
        try:
            wanted = next(visitor) if answer is None else visitor.send(answer)
        except StopIteration as finished:
            self.seen.codes[finished.value] += 1
            return
        if isinstance(wanted, Wait):
            self.sleep(wanted.seconds, visitor)
        else:
            self.ready.append((visitor, wanted))

    def sleep(self, seconds: float, visitor: Visitor, request: bytes | None = None) -> None:
        heappush(self.sleeping, (time.monotonic() + seconds, next(self.order), visitor, request))

    def send(self, visitor: Visitor, request: bytes) -> bool:
        try:
            connection = self.idle.pop() if self.idle else socket.create_connection((HOST, self.port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(request)
        except OSError:
            self.sleep(AGAIN_SECONDS, visitor, request)
            return False
        self.selector.register(connection, EVENT_READ, (visitor, request, bytearray()))
        return True

    def receive(self, connection: socket.socket, visitor: Visitor, request: bytes, received: bytearray) -> bool:
        """Whether it is done with."""
        try:
            some = connection.recv(65536)
        except OSError:
            some = b""
        received += some
        answer = Answer.of(bytes(received)) if some else None
        if some and answer is None:
            return False
        self.selector.unregister(connection)
        if answer is None:
            connection.close()
            self.seen.lost += 1
            self.sleep(AGAIN_SECONDS, visitor, request)
        else:
            self.idle.append(connection)
            self.go_on(visitor, answer)
        return True
