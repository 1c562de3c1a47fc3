"""Who comes before a sale begins takes part in a draw, which nobody can choose and everybody can check."""

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from statistics import correlation
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from redis.exceptions import RedisError

from sessions_queue.models import WaitingRoom, new_seed
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import (
    admit_in_room,
    admit_next,
    admit_round,
    close_room,
    draw_lots,
    open_room,
    take_place,
)
from sessions_queue.waiting_room.rules import drawn_number
from shop.core.valkey import valkey
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Iterator[WaitingRoom]:
    """Its sale begins in an hour."""
    shop = make_shop("merchstand")
    made = WaitingRoom.objects.create(
        shop=shop, capacity=1000, rate=60_000, starts_at=timezone.now() + timedelta(hours=1)
    )
    open_room(room=made)
    made.refresh_from_db()
    admit_next()
    yield made
    close_room(room=made)


def begin(room: WaitingRoom) -> None:
    """An hour later."""
    WaitingRoom.objects.update(starts_at=timezone.now() - timedelta(seconds=1))
    admit_in_room(room_id=room.pk)
    room.refresh_from_db()


class TestRule:
    @proves(
        "docs/decisions/0064",
        "who comes before a sale begins takes part in a draw, published before as a hash and after it as its "
        "secret; who comes later stands behind",
    )
    @pytest.mark.parametrize("lots", [1, 2, 3, 7, 64, 1000, 4097])
    def test_all_numbers_are_drawn_once(self, lots: int) -> None:
        assert sorted(drawn_number("seed", number, lots) for number in range(1, lots + 1)) == [*range(1, lots + 1)]

    def test_who_comes_later_keeps_the_number(self) -> None:
        assert drawn_number("seed", 11, 10) == 11 and drawn_number("seed", 5, 0) == 5

    def test_coming_early_is_of_no_use(self) -> None:
        """Over many draws no place is likelier than another, and the first are not before the last."""
        lots, draws = 50, 400
        drawn = [[drawn_number(new_seed(), number, lots) for number in range(1, lots + 1)] for _draw in range(20)]
        assert all(abs(correlation(range(lots), one)) < 0.6 for one in drawn)
        firsts = [0] * 10
        for draw in range(draws):
            firsts[(drawn_number(f"seed {draw}", 1, lots) - 1) // 5] += 1
        chi = sum((count - draws / 10) ** 2 / (draws / 10) for count in firsts)
        assert chi < 27.9  # p > 0.001 at 9 degrees of freedom; the seeds are the same in every run


def test_nobody_comes_in_before_the_sale_begins(room: WaitingRoom) -> None:
    assert room.lots is None
    positions = [take_place(room=room, number=0) for _visitor in range(5)]
    assert admit_next() == 0
    assert not any(take_place(room=room, number=one.number).is_admitted for one in positions)
    assert queue_store.figures(room) == (5, 0)


def test_then_all_who_are_there_stand_as_drawn_and_later_ones_behind(room: WaitingRoom) -> None:
    numbers = [take_place(room=room, number=0).number for _visitor in range(40)]
    WaitingRoom.objects.update(capacity=10)
    begin(room)
    assert room.lots == 40
    late = take_place(room=room, number=0)
    assert late.number == 41 and not late.is_admitted
    positions = [take_place(room=room, number=number) for number in numbers]
    assert sorted(one.number for one in positions) == numbers
    assert [one.number for one in positions] == [drawn_number(room.seed, number, 40) for number in numbers]
    admitted = {one.number for one in positions if one.is_admitted}
    assert admitted == set(range(1, len(admitted) + 1)) and 1 <= len(admitted) <= 10
    assert queue_store.numbers_given(room) == 41  # nobody needed another one


def test_who_is_away_when_it_begins_is_passed_over(room: WaitingRoom) -> None:
    numbers = [take_place(room=room, number=0).number for _visitor in range(3)]
    valkey().ask("DEL", *queue_store.recently_seen_keys(room, time.time()))
    here = take_place(room=room, number=numbers[1])
    begin(room)
    assert here.number == numbers[1] and room.lots == 3
    assert take_place(room=room, number=numbers[1]).is_admitted
    assert not take_place(room=room, number=numbers[0]).is_admitted  # back, and next


def test_a_draw_survives_the_loss_of_valkey(room: WaitingRoom) -> None:
    numbers = [take_place(room=room, number=0).number for _visitor in range(6)]
    begin(room)
    stood = [take_place(room=room, number=number).number for number in numbers]
    valkey().ask("FLUSHALL")
    admit_in_room(room_id=room.pk)
    assert [take_place(room=room, number=number).number for number in numbers] == stood
    assert take_place(room=room, number=0).number > 6


@proves("docs/decisions/0064", "a draw is stored before the line hears of it, and made once")
def test_a_round_that_fails_behind_the_draw_makes_no_second_one(room: WaitingRoom) -> None:
    numbers = [take_place(room=room, number=0).number for _visitor in range(6)]
    WaitingRoom.objects.update(starts_at=timezone.now() - timedelta(seconds=1), capacity=2)
    draw_lots(room_id=room.pk)
    room.refresh_from_db()
    assert room.lots == 6 and not queue_store.is_drawn(room)  # stored, and Valkey hears of it in the next round
    with pytest.raises(RedisError):
        take_place(room=room, number=1)
    with suppress(ZeroDivisionError), transaction.atomic():
        admit_round(room_id=room.pk)
        1 / 0  # noqa: B018
    room.refresh_from_db()
    assert room.lots == 6 and queue_store.is_drawn(room)
    stood = [take_place(room=room, number=number).number for number in numbers]
    assert stood == [drawn_number(room.seed, number, 6) for number in numbers]
    admit_in_room(room_id=room.pk)
    assert [take_place(room=room, number=number).number for number in numbers] == stood
    waiting, turns = queue_store.figures(room)
    assert waiting + turns == 6


def test_whoever_knew_the_room_before_the_draw_learns_of_it(room: WaitingRoom) -> None:
    """Another process has read it a moment ago."""
    older = WaitingRoom.objects.get(pk=room.pk)
    number = take_place(room=room, number=0).number
    begin(room)
    assert older.lots is None
    assert take_place(room=older, number=number).number == drawn_number(room.seed, number, 1)
    assert older.lots == 1


def test_a_sale_that_has_begun_is_not_drawn() -> None:
    past = timezone.now() - timedelta(minutes=1)
    made = WaitingRoom.objects.create(shop=make_shop("merchstand"), starts_at=past)
    open_room(room=made)
    made.refresh_from_db()
    assert made.lots == 0
    close_room(room=made)


def test_the_page_shows_the_commitment_before_and_the_secret_after(room: WaitingRoom) -> None:
    client = Client(SERVER_NAME="localhost")
    client.cookies["locale"] = "en"
    before = client.get("/queue").content.decode()
    assert "The sale has not begun yet" in before and "Your number in the draw is 1." in before
    assert room.commitment == sha256(room.seed.encode()).hexdigest()
    assert room.commitment in before and room.seed not in before and len(before) < 15_000
    WaitingRoom.objects.update(rate=1, capacity=1)
    take_place(room=room, number=0)
    begin(room)
    first, second = client.get("/queue"), Client(SERVER_NAME="localhost")
    second.cookies["locale"] = "en"
    shown = [answer.content.decode() for answer in (first, second.get("/queue"))]
    behind = next(one for one in shown if "Your place in line" in one)
    assert room.seed in behind and room.commitment in behind


def test_the_wire_keeps_the_secret_too(room: WaitingRoom) -> None:
    client: Any = Client(SERVER_NAME="localhost")
    told = client.get("/api/v2/shops/merchstand/session/queue")
    assert told.json()["waiting_percentage"] == 0 and told.json()["active"] is True
    assert room.seed not in told.content.decode()
