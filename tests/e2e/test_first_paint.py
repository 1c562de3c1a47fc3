"""What a page loads before its first paint: few requests, and what a new connection carries at once (design §5)."""

import re
from functools import cache
from http.client import HTTPConnection

import pytest

from tests.e2e.conftest import Site
from tests.e2e.places import STOPS, Stop

pytestmark = pytest.mark.slow

# Ten packets, the first round trip of a connection (RFC 6928), less what the headers take.
FIRST_TRIP = 14_600 - 1_000
STYLES, FACES = 13_000, 27_000


@cache
def size_and_text(host: str, port: int, address: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        headers = {"Host": f"{host}:{port}", "Accept-Language": "de"}
        connection.request("GET", address, headers={**headers, "Accept-Encoding": "br"})
        size = len(connection.getresponse().read())
        connection.request("GET", address, headers=headers)
        return size, connection.getresponse().read().decode(errors="replace")
    finally:
        connection.close()


@pytest.mark.parametrize("stop", STOPS, ids=str)
def test_little_comes_before_the_first_paint(site: Site, stop: Stop) -> None:
    host, port = stop.place.host, site.port

    def size(address: str) -> int:
        return size_and_text(host, port, address)[0]

    page, html = size_and_text(host, port, stop.address)
    head = html.partition("</head>")[0]
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', head)
    faces = re.findall(r'<link rel="preload" as="font"[^>]* href="([^"]+)"', head)
    scripts = re.findall(r'<script[^>]* src="([^"]+)"', html)
    assert page <= FIRST_TRIP
    assert (len(sheets), len(faces), len(scripts)) == (1, 2, 0)
    assert size(sheets[0]) <= STYLES
    assert sum(map(size, faces)) <= FACES
