"""Who asks the same at the same time does not wait for an answer that nobody keeps, through the real web server."""

import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import redis

from tests import servers
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.stage import on

VISITORS = 6
PAGES = ["nachtfalter/search/hemd", "nachtfalter/products/nichts", "nachtfalter/newsletter"]


def seconds_for(web: servers.Running, paths: list[str]) -> float:
    """How long the slowest of them takes who ask at the same moment."""
    start = Barrier(len(paths))

    def ask(path: str) -> float:
        start.wait()
        began = time.monotonic()
        try:
            with urllib.request.urlopen(f"{web.url}/{path}", timeout=20) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            assert error.code == 404
            error.close()
        return time.monotonic() - began

    with ThreadPoolExecutor(len(paths)) as pool:
        return max(pool.map(ask, paths))


def looks(valkey: Any) -> int:
    """How often somebody has looked whether an answer is there: once on the way in, and once per turn of waiting."""
    return int(valkey.info("commandstats").get("cmdstat_mget", {"calls": 0})["calls"])


@proves(
    "design §5",
    "who waits for an answer that turns out not to be kept is let go at once; nobody waits for what is "
    "known not to be kept: searches, carts, missing pages",
)
def test_the_same_page_that_is_not_kept_is_made_for_each_without_waiting(fresh_database: str) -> None:
    with on(fresh_database):
        make_shop("merchstand")
        make_product(make_shop("nachtfalter"), slug="hemd", name="Hemd")
    store = servers.redis_url(8)
    valkey = redis.Redis.from_url(store, decode_responses=True)
    with servers.web_server(fresh_database, env={"ANSWER_CACHE_SECONDS": "300", "REDIS_URL": store}) as web:
        for path in PAGES:
            seconds_for(web, [f"{path}?warm={number}" for number in range(VISITORS)])
        for path in PAGES:
            seconds_for(web, [path])
            before = looks(valkey)
            same = seconds_for(web, [path] * VISITORS)
            assert looks(valkey) - before <= VISITORS, path
            different = seconds_for(web, [f"{path}{number}" for number in range(VISITORS)])
            assert same < 3 * different + 0.5, (path, same, different)
