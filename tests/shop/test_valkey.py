"""A Valkey that stalls: nobody waits long, guessing stays closed, buying goes on (design §5, §6)."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from django.core.cache.backends.base import BaseCache
from django_redis.cache import RedisCache

from launch import valkey as launched
from shop.core import valkey as module
from shop.core.limits.budgets import CountedAttempt, use_attempt
from shop.core.limits.counters import Limit
from shop.core.valkey import Valkey
from shop.models import AccessCode
from tests import servers
from tests.factories import make_product, make_shop, make_variant
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.stage import on

# Far below the five seconds that a client waits by itself, and far above what a busy machine needs.
SOON = 3.0


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[launched.Valkey]:
    running = launched.start(tmp_path)
    yield running
    running.stop()


@contextmanager
def stalled(server: launched.Valkey) -> Iterator[None]:
    """Connections are taken, and nothing is answered."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


def took(action: Callable[[], Any]) -> float:
    began = time.monotonic()
    action()
    return time.monotonic() - began


@proves("design §5, §6", "a Valkey that stalls costs one short wait a pause: pages and sales go on, guessing is closed")
@pytest.mark.whole
def test_a_stalled_valkey_stops_guessing_but_no_page_and_no_purchase(
    fresh_database: str, ours: launched.Valkey
) -> None:
    with on(fresh_database):
        AccessCode.objects.create(shop=make_shop("geheim"), code="ROTLICHT")
        shirt = make_product(make_shop("merchstand"), variants=(), slug="hemd")
        variant = make_variant(product=shirt, physical=False).pk
    env = {"REDIS_URL": ours.url(), "ANSWER_CACHE_SECONDS": "300"}
    with servers.web_server(fresh_database, workers=1, env=env) as web:
        buyer, headers = Buyer(web.url), {"Origin": web.url}
        newsletter = f"{web.url}/api/v2/shops/merchstand/newsletter"
        seconds: dict[str, float] = {}

        def ask(name: str, action: Callable[[], Any]) -> Any:
            found: list[Any] = []
            seconds[name] = took(lambda: found.append(action()))
            return found[0]

        def page() -> int:
            return httpx.get(f"{web.url}/products/hemd", timeout=60).status_code

        def subscribe(email: str) -> int:
            wish = {"email": email, "accepts_terms": True}
            return httpx.post(newsletter, json=wish, headers=headers, timeout=60).status_code

        def enter() -> int:
            code = {"code": "ROTLICHT", "wanted": "/geheim"}
            return httpx.post(f"{web.url}/geheim/access-code", data=code, headers=headers, timeout=60).status_code

        assert (page(), subscribe("a@example.org"), enter()) == (200, 202, 303)
        with stalled(ours):
            assert ask("page", page) == 200
            assert ask("newsletter", lambda: subscribe("b@example.org")) == 429
            assert ask("code", enter) == 429
            assert ask("cart", lambda: buyer.add(variant, 1))
            total = buyer.prepare()
            ask("order", lambda: buyer.place(total, "one attempt"))
            assert buyer.outcome.placed is not None, buyer.outcome
        assert max(seconds.values()) < SOON, seconds
        time.sleep(module.PAUSE)
        assert (subscribe("b@example.org"), enter()) == (202, 303)


@pytest.mark.whole
def test_while_it_stalls_a_process_waits_once_a_pause(ours: launched.Valkey) -> None:
    client, waits = Valkey(ours.url()), []

    def ask(_number: int) -> None:
        def failing() -> None:
            with pytest.raises(redis.RedisError):
                client.ask("GET", "x")

        waits.append(took(failing))

    assert client.ask("GET", "x") is None
    with stalled(ours):
        ask(0)
        for _pause in range(2):
            time.sleep(module.PAUSE)
            with ThreadPoolExecutor(20) as pool:
                list(pool.map(ask, range(20)))
    assert sum(wait > 0.3 for wait in waits) == 3, waits
    time.sleep(module.PAUSE)
    assert client.ask("GET", "x") is None


@pytest.mark.whole
def test_djangos_cache_waits_no_longer(ours: launched.Valkey, settings: Any) -> None:
    cache: BaseCache = RedisCache(ours.url(), settings.CACHES["default"])
    cache.set("a", 1)
    with stalled(ours):
        for longest in (SOON, 0.3):
            with pytest.raises(redis.RedisError):
                assert took(lambda: cache.get("a")) < longest
    time.sleep(module.PAUSE)
    assert cache.get("a") == 1


def test_a_command_over_an_ended_connection_is_asked_again(ours: launched.Valkey) -> None:
    client = Valkey(ours.url())
    assert client.ask("SET", "a", "1") == b"OK"
    with redis.Redis.from_url(ours.url()) as other:
        other.client_kill_filter(_type="normal", skipme=True)
    assert client.ask("GET", "a") == b"1"


@proves("design §6", "several limits are counted in one round trip and forget by themselves")
def test_several_limits_are_counted_in_one_round_trip_and_forget_by_themselves(
    ours: launched.Valkey, settings: Any
) -> None:
    settings.REDIS_URL = ours.url()
    limits = [(Limit("a", 2, 60), "x"), (Limit("b", 1, 3600), "y")]
    assert not CountedAttempt(*limits).exceeded
    second = CountedAttempt(*limits)
    assert [limit.name for limit in second.exceeded] == ["b"]
    second.take_back()
    with redis.Redis.from_url(ours.url()) as client:
        found = {str(key): (client.get(key), client.ttl(key)) for key in client.scan_iter()}
    assert sorted(number for number, _ttl in found.values()) == [b"1", b"1"]
    assert all(ttl > 0 for _number, ttl in found.values())


def test_limits_that_stay_open_are_counted_by_each_process_meanwhile(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    limit = Limit("own", 3, 3600, closed_when_down=False)
    assert [use_attempt(limit, "somebody") for _ in range(5)] == [True, True, True, False, False]
    assert use_attempt(limit, "somebody else")
