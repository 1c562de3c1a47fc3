"""What shoppers notice of 3 000 slow connections: `python -m tests.benchmarks.slow_clients` (docs/limits.md).

A thousand send a head, a thousand a body, and a thousand read an answer, each a byte every few seconds, from a hundred
loopback addresses; whoever is cut off comes again a second later. Beside them a few shoppers look at pages as ever. The
same is measured at the web server of `make run` and through Caddy as its file configures it. SECONDS=120.
"""

import asyncio
import multiprocessing
import os
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import quantiles

import httpx

import tests.conftest  # noqa: F401 - starts PostgreSQL and Valkey
from launch.ports import HOST
from tests import servers
from tests.proxy import caddy
from tests.slow_clients import UNFINISHED_BODY, UNFINISHED_HEAD, of_many, unread

EACH = 1000
SHOPPERS = 4
SECONDS = int(os.environ.get("SECONDS", "120"))
PAUSE = 5.0
BAR = 3.0
STAGE = """
from tests.factories import make_category, make_event, make_product, make_shop
main = make_shop("merchstand")
shelf = make_category(main, slug="hemden")
for number in range(40):
    make_product(main, slug=f"hemd-{number}", name=f"Hemd {number}")
make_event(main, slug="konzert")
"""
PAGES = ("/", "/products/hemd-1", "/events/konzert", "/search/hemd", "/search/nichts", "/events")


async def slow(port: int, tls: bool, sent: bytes, source: str, reads: bool) -> None:
    context = ssl._create_unverified_context() if tls else None
    name = "localhost" if tls else None
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(
                HOST, port, ssl=context, server_hostname=name, local_addr=(source, 0), limit=1024
            )
            writer.write(sent)
            while not (reader.at_eof() or writer.is_closing()):
                await asyncio.sleep(PAUSE)
                if reads:
                    await reader.read(1)
                else:
                    writer.write(b"a")
                    await writer.drain()
            writer.close()
        await asyncio.sleep(1)


def attack(port: int, tls: bool, sent: bytes, reads: bool) -> None:
    async def all_of_them() -> None:
        async with asyncio.TaskGroup() as group:
            for one in range(EACH):
                group.create_task(slow(port, tls, sent, of_many(one), reads))
                await asyncio.sleep(0.002)

    asyncio.run(all_of_them())


@contextmanager
def attacked(port: int, tls: bool) -> Iterator[None]:
    kinds = ((UNFINISHED_HEAD, False), (UNFINISHED_BODY, False), (unread("/events/konzert"), True))
    attackers = [multiprocessing.Process(target=attack, args=(port, tls, *kind), daemon=True) for kind in kinds]
    for one in attackers:
        one.start()
    try:
        time.sleep(10)
        assert all(one.is_alive() for one in attackers)
        yield
        assert all(one.is_alive() for one in attackers)
    finally:
        for one in attackers:
            one.terminate()


def shopper(number: int, url: str, seconds: float) -> list[float]:
    transport = httpx.HTTPTransport(local_address=f"127.0.9.{number + 1}", verify=False)
    took, ends = [], time.monotonic() + seconds
    with httpx.Client(transport=transport, base_url=url, timeout=30) as client:
        while time.monotonic() < ends:
            for page in PAGES:
                began = time.perf_counter()
                client.get(page).raise_for_status()
                took.append(time.perf_counter() - began)
                time.sleep(0.05)
    return took


def shoppers(url: str, seconds: float) -> tuple[int, float, float]:
    """How many pages they saw; the median and the 95th percentile in milliseconds."""
    with multiprocessing.Pool(SHOPPERS) as pool:
        found = pool.starmap(shopper, [(number, url, seconds) for number in range(SHOPPERS)])
    cuts = quantiles((took * 1000 for one in found for took in one), n=20)
    return sum(map(len, found)), cuts[9], cuts[18]


def measure(name: str, url: str, port: int, health: str, tls: bool) -> bool:
    shoppers(url, 3)
    quiet = shoppers(url, min(SECONDS, 20))
    with attacked(port, tls):
        under = shoppers(url, SECONDS)
        with httpx.Client() as client:
            began = time.perf_counter()
            assert client.get(health, timeout=5).text == "ok"
            answered = (time.perf_counter() - began) * 1000
    ratio = under[2] / quiet[2]
    print(f"{name}: quiet {quiet[0]} pages, median {quiet[1]:.1f} ms, p95 {quiet[2]:.1f} ms")
    print(f"{name}: under {3 * EACH} slow ones {under[0]} pages, median {under[1]:.1f} ms, p95 {under[2]:.1f} ms")
    print(f"{name}: p95 {ratio:.2f} times its quiet value (bar {BAR}), /healthz {answered:.0f} ms", flush=True)
    return ratio < BAR


def main() -> int:
    with servers.database() as database:
        servers.manage(database, "migrate", "-v", "0", "--skip-checks")
        servers.manage(database, "shell", "--no-imports", "-c", STAGE)
        env = {"ANSWER_CACHE_SECONDS": "300", "REDIS_URL": servers.redis_url(8)}
        with servers.web_server(database, env=env) as web:
            direct = measure("make run", web.url, web.port, f"{web.url}/healthz", tls=False)
        with servers.web_server(database, env=env | {"BEHIND_PROXY": "1"}) as web, caddy(web.port) as port:
            behind = measure("Caddy", f"https://localhost:{port}", port, f"{web.url}/healthz", tls=True)
    return 0 if direct and behind else 1


if __name__ == "__main__":
    raise SystemExit(main())
