"""The real web server answers who waits before Django does, and tells the line of them afterwards."""

import time
from collections.abc import Iterator

import httpx
import pytest
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from sessions_queue.models import WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import open_room
from sessions_queue.waiting_room.rules import slot_at
from shop.core.valkey import valkey
from tests import servers
from tests.factories import make_shop
from tests.proofs import proves
from tests.stage import on

STORE = servers.redis_url(9)
PATH = "/api/v2/shops/merchstand/session/queue"


@pytest.fixture(scope="module")
def room(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[WaitingRoom, str]]:
    with servers.database(template_database) as url, override_settings(REDIS_URL=STORE):
        with django_db_blocker.unblock(), on(url):
            made = WaitingRoom.objects.create(shop=make_shop("merchstand"), capacity=5, rate=60)
            open_room(room=made)
            made.refresh_from_db()
        with servers.web_server(url, workers=1, env={"REDIS_URL": STORE}) as web:
            yield made, web.url


def is_seen(room: WaitingRoom, number: int) -> bool:
    now = slot_at(time.time())
    asked = [("GETBIT", queue_store.key(room, "seen", slot), number) for slot in (now, now - 1)]
    return any(valkey().ask_all(asked))


def forget(room: WaitingRoom) -> None:
    now = slot_at(time.time())
    valkey().ask("DEL", *(queue_store.key(room, "seen", slot) for slot in (now, now - 1)))


@proves(
    "docs/decisions/0064",
    "who waits and asks is answered in front of Django from memory, with the same bytes, and is seen by "
    "the line a second later; whatever is not plain Django answers",
)
def test_it_is_told_at_once_and_seen_a_second_later(room: tuple[WaitingRoom, str]) -> None:
    made, url = room
    with httpx.Client(base_url=url) as client:
        first = client.get(PATH)
        assert first.json()["waitingIndex"] == 1 and is_seen(made, 1)
        time.sleep(0.5)
        told_before_seen = 0
        for _time in range(10):
            forget(made)
            answer = client.get(PATH)
            told_before_seen += not is_seen(made, 1)
            assert answer.content == first.content
            assert {*answer.headers} == {*first.headers} - {"set-cookie"}
            time.sleep(0.1)
        assert told_before_seen >= 8
        time.sleep(2)
        assert is_seen(made, 1)
        head = client.head(PATH)
        assert (head.status_code, head.content) == (200, b"")
