"""Staff rehearse a room with simulated visitors, and see in a chart how a room does."""

import time
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from catalogue.models import ProductVariant
from sessions_queue.models import RoomMinute, WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import admit_in_room, begin_rehearsal, open_room
from sessions_queue.waiting_room.rehearsal import ALL_ARE_THERE_AFTER, simulated_inside
from shop.core.valkey import valkey
from shop.models import Shop
from tests.guest import Guest
from tests.proofs import proves
from tests.staff import as_member, clerk_with, text_at

pytestmark = pytest.mark.django_db
ADMIN = "/admin/sessions_queue/waitingroom/"


@pytest.fixture
def room(shop: Shop) -> WaitingRoom:
    return WaitingRoom.objects.create(shop=shop, capacity=20, rate=600)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds since now; what looks at the time sees it."""
    begun, passed = time.time(), [0.0]
    monkeypatch.setattr("sessions_queue.waiting_room.actions.time.time", lambda: begun + passed[0])
    return passed


@proves(
    "docs/decisions/0064",
    "staff rehearse a room with simulated visitors while nobody real waits, and see its last hour in a chart",
)
def test_visitors_come_wait_begin_give_up_and_leave(room: WaitingRoom, clock: list[float]) -> None:
    begin_rehearsal(room=room, visitors=200)
    waited, admitted, most = [], 0, 0
    while WaitingRoom.objects.get().state == "rehearsal" and clock[0] < 3600:
        clock[0] += 1
        admitted += admit_in_room(room_id=room.pk)
        room.refresh_from_db()
        if room.state == "rehearsal":
            waiting, turns = queue_store.figures(room)
            waited.append(waiting)
            most = max(most, turns + simulated_inside(room))
    assert room.state == "closed" and clock[0] > ALL_ARE_THERE_AFTER
    assert max(waited) > 100 and waited[-1] == 0
    assert most == 20
    assert 140 <= admitted < 200  # the others gave up
    kept = valkey().ask("KEYS", f"line:{room.opening}*")
    assert all(b":seen:" in name and valkey().ask("TTL", name) > 0 for name in kept)


def test_nobody_real_waits_meanwhile(shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
    begin_rehearsal(room=room, visitors=1000)
    admit_in_room(room_id=room.pk)
    shop.refresh_from_db()
    assert not shop.has_line
    assert Guest(shop).add((shirt, 1)).data["cart"]["items"]
    open_room(room=room)  # the sale itself ends it
    room.refresh_from_db()
    assert (room.state, room.leased) == ("open", 0)


def test_a_room_that_is_open_is_not_rehearsed(room: WaitingRoom) -> None:
    open_room(room=room)
    begin_rehearsal(room=room, visitors=1000)
    room.refresh_from_db()
    assert room.state == "open"


class TestStaff:
    def test_it_is_begun_with_a_number_of_visitors(self, room: WaitingRoom) -> None:
        client = as_member(User.objects.create_superuser("boss"))
        address = f"{ADMIN}{room.pk}/rehearse/"
        assert client.get(address).status_code == 200
        for wrong in ("0", "20001", "x", ""):
            assert client.post(address, {"visitors": wrong}).status_code == 200
        assert WaitingRoom.objects.get().state == "closed"
        client.post(address, {"visitors": "50"})
        found = WaitingRoom.objects.get()
        assert (found.state, found.rehearsed) == ("rehearsal", 50)
        client.post(f"{ADMIN}{room.pk}/close/")
        assert WaitingRoom.objects.get().state == "closed"

    def test_only_with_the_right(self, room: WaitingRoom) -> None:
        assert clerk_with("view_waitingroom").post(f"{ADMIN}{room.pk}/rehearse/", {"visitors": "5"}).status_code == 403

    def test_a_chart_shows_the_last_hour(self, room: WaitingRoom) -> None:
        client = as_member(User.objects.create_superuser("boss"))
        now = timezone.now()
        for minutes, waiting in ((0, 30), (5, 120), (70, 999)):
            RoomMinute.objects.create(room=room, minute=now - timedelta(minutes=minutes), waiting=waiting, inside=7)
        page = text_at(client, f"{ADMIN}{room.pk}/change/")
        assert "at most 120" in page and "120 waited, 7 inside" in page and "999" not in page

    def test_a_day_of_it_is_kept(self, room: WaitingRoom) -> None:
        RoomMinute.objects.create(room=room, minute=timezone.now() - timedelta(days=2))
        open_room(room=room)
        for _second in range(3):
            admit_in_room(room_id=room.pk)
        assert 1 <= RoomMinute.objects.count() <= 2  # a minute may end meanwhile
