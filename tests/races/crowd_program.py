"""A program that comes with a crowd of fans, in a process of its own: nothing of the shop is known to it."""

import time
from http.client import HTTPConnection
from threading import Thread
from typing import Any

CARRIER = "127.200.0.1"
# Requests a minute that it would make, over so many connections; it is answered as often as its turn comes.
PROGRAM, CONNECTIONS = 10_000, 16


def ask_on_and_on(address: str, path: str, body: bytes, over: Any, asked: Any) -> None:
    """As a new visitor with each request, as much as a line takes; it computes nothing. A process of its own."""
    host = address.removeprefix("http://")

    def ask_on() -> None:
        connection = HTTPConnection(host, timeout=60, source_address=(CARRIER, 0))
        headers = {"Content-Type": "application/json", "Origin": address, "Sec-Fetch-Site": "same-origin"}
        while not over.is_set():
            begun = time.monotonic()
            connection.request("POST", path, body, headers)
            connection.getresponse().read()
            with asked.get_lock():
                asked.value += 1
            over.wait(max(0.0, CONNECTIONS * 60 / PROGRAM - (time.monotonic() - begun)))

    threads = [Thread(target=ask_on) for _number in range(CONNECTIONS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
