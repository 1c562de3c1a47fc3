"""Connections that send or read as slowly as they like, from any loopback address."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from launch.ports import HOST

Wrap = Callable[[socket.socket], socket.socket]
UNFINISHED_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Sl"
UNFINISHED_BODY = (
    b"POST /api/v2/shops/merchstand/graphql HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
)


def unread(path: str) -> bytes:
    """A whole request, for a connection whose answers nobody reads."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n".encode()


def connect(port: int, sent: bytes, source: str = HOST, wrap: Wrap = lambda plain: plain) -> socket.socket:
    connection = socket.socket()
    # As little as possible of an answer fits, should nobody read it.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    connection.settimeout(20)
    connection.bind((source, 0))
    connection.connect((HOST, port))
    connection = wrap(connection)
    connection.sendall(sent)
    return connection


@contextmanager
def slow_clients(
    number: int,
    port: int,
    sent: bytes,
    source: Callable[[int], str] = lambda _one: HOST,
    wrap: Wrap = lambda plain: plain,
) -> Iterator[list[socket.socket]]:
    """So many connections that have sent this much and go on as the test wants; `source` names each one's address."""
    with ExitStack() as stack:
        yield [stack.enter_context(connect(port, sent, source(one), wrap)) for one in range(number)]


def of_many(one: int) -> str:
    """A loopback address of each ten's own."""
    return f"127.0.{1 + one // 2000}.{1 + one // 10 % 200}"


def answer_of(connection: socket.socket) -> bytes:
    """All that comes until the connection ends."""
    received = b""
    with suppress(ConnectionResetError):
        while some := connection.recv(65536):
            received += some
    return received
