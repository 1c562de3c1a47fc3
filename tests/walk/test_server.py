"""The same against the real web server, which passes on what Django's test client cannot send."""

import socket
from collections.abc import Iterator
from itertools import product

import httpx

from launch.ports import HOST
from tests import servers
from tests.addresses import patterns
from tests.proofs import proves
from tests.sampling import how_many, how_to_repeat, sampled
from tests.stage import on
from tests.walk.ground import THING, make_ground
from tests.walk.values import ADDRESS_VALUES, BODIES, CHARSETS, HOSTS

SECONDS = 5
RAW_PATHS = (
    b"/\0",
    b"/\xff\xfe",
    b"/products/\xed\xa0\x80",
    b"/search/\xc3\x28",
    b"//evil.example",
    b"/merchstand//evil.example",
    b"/\\evil.example",
    b"*",
    b"",
    b"http://evil.example/",
    b"http://localhost//evil.example",
    b"/a b",
    b"/a\tb",
    b"/\x7f",
    b"/" + b"x" * 100_000,
    b"/?" + b"a=1&" * 20_000,
    b"/search/\x01",
    b"/?q=\0",
    b"/?after=\xff",
    b"#",
    b"/#\0",
)
RAW_HEADERS = (
    b"X: \0",
    b"X: " + b"x" * 200_000,
    b"X: 1\r\n" * 500 + b"Y: 1",
    b"Host: localhost",
    b"X : 1",
    b": 1",
    b"X\0: 1",
    b"Cookie: ms_session_merchstand=\xff\xfe",
    b"Cookie: " + b"a=b; " * 5000,
    b"Accept-Language: \xc3\x28",
    b"X:\r\n folded",
    b"Content-Length: -1",
    b"Content-Length: abc",
    b"Content-Length: 9" * 2,
    b"Content-Length: " + b"9" * 5000,
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: chunked\r\nContent-Length: 3",
    b"Content-Length: 3\r\nContent-Length: 4",
    b"If-None-Match: \xff",
    b"If-None-Match: " + b'"x",' * 5000,
    b"Range: bytes=0-1,9-" + b"9" * 5000,
    b"Expect: 100-continue",
    b"Upgrade: h2c",
    *(b"Content-Type: application/json; charset=" + one.encode() for one in CHARSETS),
)

FIRST_LINES = (
    b"GET / HTTP/1.1\r\n", b"GET /\r\n", b"get / HTTP/1.1\r\n", b"\0 / HTTP/1.1\r\n", b"GET / HTTP/9.9\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\0\x01\0", b"\r\n" * 100, b"OPTIONS * HTTP/1.1\r\n",
    b"TRACE / HTTP/1.1\r\n", b"CONNECT evil.example:80 HTTP/1.1\r\n",
)  # fmt: skip


def answered(port: int, request: bytes) -> bytes:
    """What comes back until the server hangs up; nothing where it hangs up at once."""
    with socket.create_connection((HOST, port), timeout=SECONDS) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))
        except OSError:
            return b""


HOST_LINE, END = b"Host: localhost\r\n", b"Connection: close\r\n\r\n"
TO = (b"GET / HTTP/1.1\r\n", b"POST /api/v2/shops/merchstand/newsletter HTTP/1.1\r\n")
ANSWERING = (b"/api/graphql", b"/api/v2/shops/merchstand/discount", b"/newsletter")


def requests() -> Iterator[bytes]:
    for path in (*RAW_PATHS, *(f"/{value}".encode() for value in ADDRESS_VALUES)):
        yield b"GET " + path + b" HTTP/1.1\r\n" + HOST_LINE + END
    for header in RAW_HEADERS:
        for first in sampled(TO, "header", repr(header[:50])):
            yield first + HOST_LINE + header + b"\r\n" + END + b"{}"
    for name in HOSTS:
        yield b"GET / HTTP/1.1\r\nHost: " + name.encode() + b"\r\n" + END
    for first in FIRST_LINES:
        yield first + END
    for number, body in enumerate(BODIES):
        length = f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n".encode()
        for path, sent in sampled(list(product(ANSWERING, (len(body), len(body) // 2))), "body", str(number)):
            yield b"POST " + path + b" HTTP/1.1\r\n" + HOST_LINE + length + END + body[:sent]


def pages() -> Iterator[bytes]:
    """Every pattern with NUL, bytes that are no UTF-8, and too many digits in its place."""
    for pattern in patterns():
        head, parameter, rest = pattern.partition("<")
        for value in sampled((b"%00", b"\xff", b"\0", b"9" * 5000), "page", pattern) if parameter else ():
            path = b"/" + head.encode() + value + rest.partition(">")[2].replace("<", "").replace(">", "").encode()
            yield b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@proves("design §6", "nor what only a raw connection can send to the web server")
def test_nothing_that_can_be_sent_breaks_the_web_server(fresh_database: str) -> None:
    with on(fresh_database):
        make_ground()
    with servers.web_server(fresh_database, workers=1, env={"ANSWER_CACHE_SECONDS": "300", "DEBUG": "0"}) as web:
        sent, broken = 0, []
        for request in (*requests(), *pages()):
            sent += 1
            answer = answered(web.port, request)
            if answer[:12].startswith(b"HTTP/1.1 5"):
                broken.append((answer[:30], request[:300]))
        assert not broken, (broken[:20], how_to_repeat())
        assert sent > how_many(300, 150)
        assert httpx.get(f"{web.url}/products/{THING}").status_code == 200
        assert web.process.poll() is None
        assert "Traceback" not in web.log() and "panicked" not in web.log()
