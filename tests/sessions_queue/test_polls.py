"""Who waits and asks in front of Django is told what Django would tell, to the byte."""

import time
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from catalogue.events.waiting_rooms import room_for
from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import WaitingRoom
from sessions_queue.queries import session_cookie
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import close_room, draw_lots, lease_numbers, open_room, pause_room
from sessions_queue.waiting_room.polls import Polls, exchange, is_simple_poll
from sessions_queue.waiting_room.queue_copy import Bitmap
from sessions_queue.waiting_room.queue_place import QueuePlace, place_cookie_name, signature
from sessions_queue.waiting_room.rules import SEEN_SECONDS, SEEN_SLOTS, TURN_SECONDS, slot_at
from shop.core.valkey import valkey
from shop.models import AccessCode, Shop
from tests.factories import make_event, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.sessions_queue.rooms import admit, opened

pytestmark = pytest.mark.django_db
PATH = "/api/v2/shops/merchstand/session/queue"


@pytest.fixture
def room(shop: Shop) -> Iterator[WaitingRoom]:
    with opened(WaitingRoom.objects.create(shop=shop, capacity=3, rate=60)) as room:
        yield room


class Headers(dict[str, str]):
    """As granian has them."""

    def get_all(self, name: str) -> list[str]:
        return [self[name]] if name in self else []


def scope_of(client: Client, path: str = PATH, method: str = "GET", query: str = "", **headers: str) -> Any:
    cookie = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items() if one.value)
    found = Headers({"host": "localhost"} | ({"cookie": cookie} if cookie else {}) | headers)
    return SimpleNamespace(path=path, method=method, query_string=query, headers=found)


def polls() -> Polls:
    made = Polls()
    made.copies = exchange({})
    return made


def in_front(guest: Guest, query: str = "") -> tuple[dict[str, str], bytes] | None:
    """What is said without Django; its headers but the cookie, which holds the moment that it ends."""
    scope = scope_of(guest.client, f"{guest.base}/session/queue", query=query)
    answer = polls().answer(scope.headers, scope.path, query) if is_simple_poll(scope) else None
    return (dict(answer.headers), answer.content) if answer else None


def same(guest: Guest, query: str = "") -> dict[str, Any]:
    """Both ways say the same; what they say."""
    quick = in_front(guest, query)
    assert quick is not None
    slow = guest.get(f"session/queue?{query}")
    kept = {name.split("=")[1].split(";")[0] for name in [quick[0].pop("Set-Cookie", "")] if name}
    assert quick == (dict(slow.headers), slow.content)
    assert kept == {one.value for one in slow.cookies.values()}
    return dict(slow.json())


def waiting(shop: Shop, number: int = 1) -> list[Guest]:
    guests = [Guest(shop) for _guest in range(number)]
    for one in guests:
        assert one.get("session/queue").json()["active"]
    return guests


def place_of(guest: Guest, *places: QueuePlace) -> None:
    """Give the guest these places, signed."""
    text = "_".join(map(str, places))
    guest.client.cookies[place_cookie_name(guest.shop)] = f"{text}.{signature(guest.shop, text)}"


def test_bits_are_counted_wherever_one_looks() -> None:
    chance = Random(3)
    content = chance.randbytes(1000)
    every = "".join(f"{byte:08b}" for byte in content)
    bits = Bitmap(content)
    for place in [*range(1200), *(chance.randrange(9000) for _place in range(500)), 8000, 10_000]:
        assert bits.count_before(place) == every[:place].count("1")
        assert bits[place] == (every[place : place + 1] == "1")
    assert Bitmap(b"").count_before(7) == 0 and not Bitmap(b"")[0]


@proves(
    "purchase §4, docs/decisions/0064",
    "who waits in several lines is told of, and let in by, the one they came for; its refusal names the rooms",
)
def test_of_several_lines_only_the_named_ones_are_told(shop: Shop) -> None:
    now = room_for(event=make_event(shop, slug="now", capacity=4))
    later = room_for(event=make_event(shop, slug="later", capacity=4, presale_at=timezone.now() + timedelta(days=1)))
    WaitingRoom.objects.update(capacity=1, rate=60_000)
    with opened(now), opened(later):
        guest = Guest(shop)
        assert guest.get(f"session/queue?room={now.pk},{later.pk}").json()["active"]
        both, of_now, of_later = (f"room={named}" for named in (f"{now.pk},{later.pk}", now.pk, later.pk))
        assert [same(guest, query)["active"] for query in ("", both, of_now, of_later)] == [True] * 4
        assert admit() == 1
        assert [same(guest, query)["active"] for query in ("", both, of_now, of_later)] == [True, True, False, True]
        close_room(room=now)
        assert in_front(guest, of_now) is None  # Django says that nobody waits there
        assert guest.get(f"session/queue?{of_now}").json()["active"] is False
        for strange in ("room=", "room=x", "room=1,", "room=" + ",".join("1" * 9), "room=%31", "room=٣"):
            assert in_front(guest, strange) is None


class TestTheSame:
    @proves(
        "docs/decisions/0064",
        "who waits and asks is answered in front of Django from memory, with the same bytes, and is seen by "
        "the line a second later; whatever is not plain Django answers",
    )
    def test_who_waits_and_whose_turn_it_is(self, shop: Shop, room: WaitingRoom) -> None:
        guests = waiting(shop, 6)
        assert [same(one)["waitingIndex"] for one in guests] == [1, 2, 3, 4, 5, 6]
        assert admit() == 3
        assert [same(one)["waitingIndex"] for one in guests] == [0, 0, 0, 1, 2, 3]
        assert [same(one)["active"] for one in guests] == [False] * 3 + [True] * 3

    def test_whose_turn_is_over_goes_to_django_and_stands_behind(self, shop: Shop, room: WaitingRoom) -> None:
        guests = waiting(shop, 5)
        assert admit() == 3
        late = time.time() - TURN_SECONDS - 1
        valkey().ask_all([("ZADD", queue_store.key(room, "turns"), "XX", repr(late), number) for number in (1, 2, 3)])
        for one in guests[:3]:
            assert in_front(one) is None
            assert one.get("session/queue").json()["active"]
        assert [same(one)["waitingIndex"] for one in guests] == [3, 4, 5, 1, 2]

    def test_who_left_counts_no_more(self, shop: Shop, room: WaitingRoom) -> None:
        guests = waiting(shop, 20)
        bits = [(number, number not in (3, 7)) for number in range(1, 21)]
        valkey().ask_all([("SETBIT", queue_store.key(room, "live"), number, int(bit)) for number, bit in bits])
        assert same(guests[19])["waitingIndex"] == 18

    def test_a_place_before_which_more_stand_is_kept_anew(self, shop: Shop, room: WaitingRoom) -> None:
        (*_others, last) = waiting(shop, 4)
        place_of(last, QueuePlace(room.opening, 4, 1))
        assert same(last)["waiting_percentage"] == 0
        assert same(last)["waiting_percentage"] == 0

    def test_before_and_after_a_draw(self, shop: Shop, room: WaitingRoom) -> None:
        WaitingRoom.objects.update(lots=None, starts_at="2026-01-01T00:00Z")
        room.refresh_from_db()
        valkey().ask("HSET", queue_store.key(room), "lots", queue_store.lots_of(room))
        guests = waiting(shop, 7)
        assert [same(one)["waitingIndex"] for one in guests] == [1, 2, 3, 4, 5, 6, 7]
        draw_lots(room_id=room.pk)
        assert admit() == 3
        assert sorted(same(one)["waitingIndex"] for one in guests) == [0, 0, 0, 1, 2, 3, 4]

    def test_paused_and_nothing_left(self, shop: Shop, room: WaitingRoom) -> None:
        guests = waiting(shop, 4)
        pause_room(room=room)
        assert [same(one)["waitingIndex"] for one in guests] == [1, 2, 3, 4]
        for left in TicketsLeft:
            queue_store.publish(room, left)
            assert [same(one)["active"] for one in guests] == [left != TicketsLeft.NOTHING] * 4

    def test_two_rooms_at_once(self, shop: Shop, room: WaitingRoom) -> None:
        event = WaitingRoom.objects.create(shop=shop, scope="event", name="Gala", capacity=1, rate=6)
        open_room(room=event)
        event.refresh_from_db()
        queue_store.publish(event)
        first, second = waiting(shop, 2)
        lease_numbers(room=event)
        valkey().ask("SET", queue_store.key(event, "next"), 90)
        valkey().ask("HSET", queue_store.key(event), "served", 10)
        place_of(first, QueuePlace(room.opening, 1, 5), QueuePlace(event.opening, 80, 70))
        place_of(second, QueuePlace(room.opening, 2, 5))
        for number in range(40, 70):
            queue_store.poll(event, number, time.time())
        told = same(first)
        assert (told["waitingIndex"], told["catalogWaitingIndex"]) == (1, 31)
        assert same(second)["catalogWaitingIndex"] == 0
        close_room(room=event)
        assert same(first)["catalogWaitingIndex"] == 0

    def test_of_a_million(self, shop: Shop, room: WaitingRoom) -> None:
        chance = Random(11)
        lease_numbers(room=room)
        queue_store.publish(room)
        valkey().ask_all(
            [
                ("SET", queue_store.key(room, "live"), chance.randbytes(125_000)),
                ("SET", queue_store.key(room, "next"), 999_999),
                ("HSET", queue_store.key(room), "served", 123_456),
            ]
        )
        guest = Guest(shop)
        for number in (123_457, 123_458, 500_000, 999_999, *(chance.randrange(123_457, 10**6) for _one in range(20))):
            place_of(guest, QueuePlace(room.opening, number, 10**6))
            assert same(guest)["active"]

    def test_through_a_proxy_that_ends_tls(self, shop: Shop, room: WaitingRoom, settings: Any) -> None:
        (guest,) = waiting(shop)
        guest.client.defaults["HTTP_X_FORWARDED_PROTO"] = "https"
        scope = scope_of(guest.client, **{"x-forwarded-proto": "https"})
        answer = polls().answer(scope.headers, scope.path)
        assert answer is not None and dict(answer.headers) == dict(guest.get("session/queue").headers)


class TestDjangoAnswers:
    """Whatever is not plain."""

    def test_no_place_a_forged_one_a_used_one_and_a_session(self, shop: Shop, room: WaitingRoom) -> None:
        (guest,) = waiting(shop)
        value = guest.client.cookies[place_cookie_name(shop)].value
        assert in_front(Guest(shop)) is None
        for forged in (value[:-1] + "x", value.replace(".1.", ".2."), "...", "x" * 400, "x" * 5000):
            stranger = Guest(shop)
            stranger.client.cookies[place_cookie_name(shop)] = forged
            assert in_front(stranger) is None
        guest.client.cookies[session_cookie(shop)] = "any"
        assert in_front(guest) is None
        del guest.client.cookies[session_cookie(shop)]
        assert in_front(guest)
        queue_store.use_place(room, 1)
        assert in_front(guest) is None

    def test_a_line_that_is_lost_or_closed(self, shop: Shop, room: WaitingRoom) -> None:
        (guest,) = waiting(shop)
        valkey().ask("FLUSHALL")
        assert in_front(guest) is None
        assert same_after(guest)
        close_room(room=room)
        assert in_front(guest) is None
        open_room(room=room)
        assert in_front(guest) is None

    def test_another_shops_and_one_with_a_code(self, shop: Shop, room: WaitingRoom) -> None:
        (guest,) = waiting(shop)
        other = make_shop("other")
        visitor = Guest(other)
        visitor.client.cookies = guest.client.cookies
        assert in_front(visitor) is None
        AccessCode.objects.create(shop=shop, code="backstage")
        assert in_front(guest) is None

    @pytest.mark.parametrize(
        "odd",
        [
            {"method": "HEAD"}, {"method": "POST"}, {"query": "format=xml"}, {"query": "locale=de&format=xml"},
            {"path": f"{PATH}/"}, {"path": "/api/v2/shops/mer.ch/session/queue"}, {"accept": "text/html"},
            {"accept": "application/json; indent=8"}, {"accept": "application/jsonl"}, {"content-length": "0"},
            {"transfer-encoding": "chunked"}, {"x-forwarded-proto": "x"}, {"accept": "*/*," * 2000},
        ],
    )  # fmt: skip
    def test_odd_requests(self, shop: Shop, room: WaitingRoom, odd: dict[str, str]) -> None:
        (guest,) = waiting(shop)
        assert is_simple_poll(scope_of(guest.client)) and is_simple_poll(scope_of(guest.client, query="locale=en"))
        assert not is_simple_poll(scope_of(guest.client, **odd))

    def test_hosts_that_are_not_ours(self, shop: Shop, room: WaitingRoom) -> None:
        (guest,) = waiting(shop)
        for host in ("evil.example", "", "local host", "localhost:80:80"):
            scope = scope_of(guest.client, host=host)
            assert polls().answer(scope.headers, scope.path) is None


def same_after(guest: Guest) -> bool:
    """Once Django was asked, the line is known again."""
    assert in_front(guest) is None
    guest.get("session/queue")
    return in_front(guest) is not None


class TestSeen:
    def seen(self, room: WaitingRoom) -> set[int]:
        slot = valkey().ask("GET", queue_store.key(room, "seen", slot_at(time.time())))
        return set(queue_store.numbers_in(slot or b""))

    def test_who_asked_is_seen_by_the_next_round(self, shop: Shop, room: WaitingRoom) -> None:
        guests = waiting(shop, 20)
        in_process = polls()
        before = {queue_store.key(room, "seen", slot_at(time.time()) - back) for back in range(SEEN_SLOTS)}
        valkey().ask("DEL", queue_store.key(room, "live"), *before)
        for one in guests[5:15]:
            scope = scope_of(one.client)
            assert in_process.answer(scope.headers, scope.path)
        assert not self.seen(room)
        exchange(in_process.marks)
        assert self.seen(room) == set(range(6, 16))
        (slot,) = [name for name in before if valkey().ask("EXISTS", name)]
        assert SEEN_SECONDS * SEEN_SLOTS < valkey().ask("TTL", slot) <= 2 * SEEN_SECONDS * SEEN_SLOTS
        assert admit() == 3
        assert [same(one)["active"] for one in guests[5:10]] == [False, False, False, True, True]

    def test_of_before_a_draw_nothing_is_said_after_it(self, shop: Shop, room: WaitingRoom) -> None:
        waiting(shop)
        valkey().ask("DEL", queue_store.key(room, "seen", slot_at(time.time())))
        exchange({(room.opening, -1): set(range(8)), (room.opening, 0): {1}})
        assert self.seen(room) == {1}

    def test_it_takes_two_statements(self, shop: Shop, room: WaitingRoom, django_assert_num_queries: Any) -> None:
        for number in range(3):
            open_room(room=WaitingRoom.objects.create(shop=shop, scope="event", name=str(number)))
        with django_assert_num_queries(2):
            assert len(exchange({}).rooms) == 4
