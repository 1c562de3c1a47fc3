"""The line: first come, first served, whoever leaves is passed over, and nothing of it is lost with Valkey."""

from collections.abc import Iterator

import pytest

from sessions_queue.models import WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import (
    PlaceUsed,
    admit_in_room,
    close_room,
    lease_numbers,
    open_room,
    pause_room,
    take_place,
)
from sessions_queue.waiting_room.rules import (
    BEGINS_WITHIN,
    SEEN_SECONDS,
    SEEN_SLOTS,
    TURN_SECONDS,
    QueuePosition,
    allowance,
    percentage,
    trying_again_in,
)
from shop.core.valkey import valkey
from tests.factories import make_shop
from tests.proofs import proves
from tests.sessions_queue import crowd
from tests.sessions_queue.crowd import START, admit

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Iterator[WaitingRoom]:
    made = WaitingRoom.objects.create(shop=make_shop("merchstand"), capacity=10, rate=60_000)
    open_room(room=made)
    WaitingRoom.objects.update(counted_at=0)
    made.refresh_from_db()
    queue_store.publish(made)
    yield made
    close_room(room=made)


def join(room: WaitingRoom, now: float = START) -> int:
    """By the room's own numbers; the first round is not over yet, so nobody comes in at once."""
    return take(room, 0, now).number


def take(room: WaitingRoom, number: int, now: float) -> QueuePosition:
    found = queue_store.poll(room, number, now)
    if found.number == queue_store.NO_LEASED_NUMBERS:
        lease_numbers(room=room)
        found = queue_store.poll(room, number, now)
    assert found.number > 0
    return found


class TestRules:
    @proves("purchase §4, §9", "how far the way is, and how often who is far behind asks")
    def test_the_way_is_told_in_percent_and_only_whose_turn_it_is_is_there(self) -> None:
        told = [percentage(ahead, 99) for ahead in range(99, -1, -1)]
        assert (told[0], told[-1]) == (0, 99) and told == sorted(told)
        assert percentage(150, 99) == 0

    def test_who_is_far_behind_asks_less_often_and_not_all_at_once(self) -> None:
        assert trying_again_in(QueuePosition(1, 0), 60) == trying_again_in(QueuePosition(7, 200), 60) == 30
        far = [trying_again_in(QueuePosition(number, 10_000), 60) for number in range(200)]
        assert 150 <= min(far) < max(far) <= 210

    def test_the_rate_is_kept_and_nothing_is_saved_up(self) -> None:
        assert allowance(60, START, START + 1).visitors == 1
        assert allowance(60, START, START + 0.4).visitors == 0
        assert allowance(60, START, START + 3600).visitors <= 5
        since, total = START, 0
        for tick in range(1, 601):
            found = allowance(100, since, START + tick)
            since, total = found.since, total + found.visitors
        assert 990 <= total <= 1000


@proves(
    "purchase §4",
    "first come, first served among those who stay; who was away when it was theirs comes next, who "
    "missed it stands behind; never more inside than the capacity; an order frees its slot",
)
def test_first_come_first_served_among_those_who_stay(room: WaitingRoom) -> None:
    """Three in ten leave; never more are inside than fit, and everybody is told exactly where they are."""
    found = crowd.play(room, visitors=600, capacity=10)
    assert (found.let_in, found.most_inside) == (420, 10)


def test_who_is_ahead_is_counted_without_those_who_left(room: WaitingRoom) -> None:
    first, second, third = (join(room) for _visitor in range(3))
    assert [take(room, one, START).ahead for one in (first, second, third)] == [0, 1, 2]
    later = START + SEEN_SECONDS * (SEEN_SLOTS + 1)
    for one in (first, third):
        take(room, one, later)
    admit(room, later, room_for=0)
    assert take(room, third, later).ahead == 1


def test_who_was_away_comes_next(room: WaitingRoom) -> None:
    """Not seen when their number was reached: they were passed over, and are first once they ask again."""
    first, second, third = join(room), join(room), join(room)
    later = START + SEEN_SECONDS * (SEEN_SLOTS + 1)
    take(room, second, later)
    take(room, third, later)
    assert admit(room, later, room_for=1).visitors == 1 and take(room, second, later).is_admitted
    assert not take(room, first, later).is_admitted
    queue_store.use_place(room, second)
    admit(room, later, room_for=1)
    assert take(room, first, later).is_admitted and not take(room, third, later).is_admitted


def test_a_turn_that_was_missed_is_gone_and_holds_nobody_up(room: WaitingRoom) -> None:
    """Else a few who never begin could keep a room shut for all others."""
    idle, waiting = [join(room) for _visitor in range(5)], [join(room) for _visitor in range(3)]
    admit(room, START, room_for=5)
    assert all(take(room, number, START).is_admitted for number in idle)
    late = START + TURN_SECONDS + 1
    for number in waiting:
        take(room, number, late)
    for number in idle[:3]:
        assert queue_store.poll(room, number, late).number == queue_store.PLACE_USED
    admit(room, late, room_for=5)
    assert sum(take(room, number, late).is_admitted for number in waiting) == 3
    late += BEGINS_WITHIN
    admit(room, late, room_for=5)
    assert {queue_store.poll(room, number, late).number for number in idle} == {queue_store.PLACE_USED}


def test_where_nobody_waits_there_is_no_waiting(room: WaitingRoom) -> None:
    admit(room, START, room_for=2)
    positions = [take(room, 0, START) for _visitor in range(3)]
    assert [one.is_admitted for one in positions] == [True, True, False]
    assert admit(room, START, room_for=2).visitors == 0


@proves(
    "docs/decisions/0064",
    "ways around the line are refused: no place, an edited one, another shop's, an older opening's, a "
    "copied one, aliases and batches, a session that ended",
)
def test_a_place_that_was_used_is_nobodys(room: WaitingRoom) -> None:
    number = join(room)
    admit(room, START)
    queue_store.use_place(room, number)
    assert queue_store.poll(room, number, START).number == queue_store.PLACE_USED
    with pytest.raises(PlaceUsed):
        take_place(room=room, number=number)


@proves(
    "docs/decisions/0064",
    "Valkey loses everything and no place is lost or given twice; while it is down nobody new comes in",
)
def test_valkey_loses_everything_and_no_number_is_given_twice(room: WaitingRoom) -> None:
    numbers = [take_place(room=room, number=0).number for _visitor in range(20)]
    assert admit_in_room(room_id=room.pk) == 10
    valkey().ask("FLUSHALL")
    room.refresh_from_db()
    assert room.served == numbers[9]
    later = [take_place(room=room, number=0).number for _visitor in range(5)]
    assert min(later) > max(numbers) and len(set(later)) == 5
    stayed = numbers[10:]
    for number in reversed(stayed):
        take_place(room=room, number=number)
    order = list[int]()
    for _round in range(4):
        admit(room, START, room_for=5)
        turn = [one for one in stayed if one not in order and queue_store.poll(room, one, START).is_admitted]
        order += turn
        for one in turn:
            queue_store.use_place(room, one)
    assert order == stayed


def test_valkey_loses_everything_and_the_line_goes_on_though_nobody_new_comes(room: WaitingRoom) -> None:
    numbers = [take_place(room=room, number=0).number for _visitor in range(15)]
    assert admit_in_room(room_id=room.pk) == 10
    valkey().ask("FLUSHALL")
    for number in numbers[10:]:
        take_place(room=room, number=number)
    WaitingRoom.objects.update(counted_at=0)
    assert admit_in_room(room_id=room.pk) == 5
    assert all(take_place(room=room, number=number).is_admitted for number in numbers[10:])
    valkey().ask("FLUSHALL")
    assert admit_in_room(room_id=room.pk) == 0
    room.refresh_from_db()
    assert room.served == numbers[-1]


@proves("docs/decisions/0064", "staff open, pause and close a waiting room and see its line")
def test_paused_nobody_is_let_in_and_all_keep_their_places(room: WaitingRoom) -> None:
    numbers = [take_place(room=room, number=0).number for _visitor in range(3)]
    pause_room(room=room)
    assert admit_in_room(room_id=room.pk) == 0
    open_room(room=room)
    WaitingRoom.objects.update(counted_at=0)
    room.refresh_from_db()
    assert [take_place(room=room, number=one).number for one in numbers] == numbers
    assert admit_in_room(room_id=room.pk) == 3


def test_opened_anew_it_is_another_line(room: WaitingRoom) -> None:
    take_place(room=room, number=0)
    opening = room.opening
    close_room(room=room)
    open_room(room=room)
    room.refresh_from_db()
    assert room.opening != opening and (room.leased, room.served) == (0, 0)
    assert take_place(room=room, number=0).number == 1


@proves("design §5", "a million wait in less than 5 MB")
def test_a_million_wait_in_five_megabytes(room: WaitingRoom) -> None:
    million = 1_000_000
    take_place(room=room, number=0)
    valkey().ask_all(
        [("SET", queue_store.key(room, "next"), million - 1), ("SET", queue_store.key(room, "lease"), million + 10)]
    )
    for slot in range(2 * SEEN_SLOTS):  # those that count, and those that are about to be forgotten
        take(room, million, START + slot * SEEN_SECONDS)
    queue_store.use_place(room, million)
    assert 2 * SEEN_SLOTS * million / 8 < crowd.bytes_of(room) < 5_000_000
