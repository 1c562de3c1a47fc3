"""A waiting room is opened, paused and closed by staff; visitors take a place, are let in in their order, and come in
once each.
"""

import time
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone
from redis.exceptions import RedisError

from sessions_queue.locks import lock_idle_room, lock_room
from sessions_queue.models import VisitorSession, WaitingRoom, new_opening
from shop.models import Shop

from . import line
from .rules import Standing, allowance

State = WaitingRoom.State
LEASE = 10_000

# From the apps above: how many of a shop's visitors take a slot; else all whose session lives.
INSIDE: list[Callable[[Shop], int]] = []


@transaction.atomic
def open_room(*, room: WaitingRoom) -> None:
    """A new line, unless it is only paused."""
    there = lock_room(room.pk)
    if there.state == State.CLOSED:
        there.opening, there.leased, there.served, there.opened_at = new_opening(), 0, 0, timezone.now()
        there.counted_at = time.time()
    turn(there, State.OPEN)


@transaction.atomic
def pause_room(*, room: WaitingRoom) -> None:
    """All keep their places, whose turn it is may begin, nobody else is let in."""
    there = lock_room(room.pk)
    if there.state == State.OPEN:
        turn(there, State.PAUSED)


@transaction.atomic
def close_room(*, room: WaitingRoom) -> None:
    """Nobody waits any more."""
    turn(lock_room(room.pk), State.CLOSED)


def turn(room: WaitingRoom, state: State) -> None:
    room.state = state
    room.save()
    Shop.objects.filter(pk=room.shop_id).update(has_line=state != State.CLOSED)


def take_place(*, room: WaitingRoom, number: int) -> Standing:
    """Where a number stands, or a new one (0), or one in the place of a number that is used up."""
    for _attempt in range(4):
        standing = line.visit(room, number, time.time())
        match standing.number:
            case line.NOT_PUBLISHED:
                line.publish(WaitingRoom.objects.get(pk=room.pk))
            case line.NO_NUMBERS:
                lease_numbers(room=room)
            case line.USED:
                number = 0
            case _:
                return standing
    raise RedisError("the line is lost again and again")


@transaction.atomic
def lease_numbers(*, room: WaitingRoom) -> None:
    """Stored before any of them is given out: whatever Valkey loses, none is given twice."""
    there = lock_room(room.pk)
    if line.has_numbers(there):
        return
    first = there.leased
    there.leased += LEASE
    there.save(update_fields=["leased"])
    line.lease(there, first, there.leased)


def admit_next() -> int:
    """Let in who is next, in every shop that has a line; how many. The sweep calls this every second, on any number of
    workers: one at a time looks after a room.
    """
    rooms = WaitingRoom.objects.exclude(state=State.CLOSED).values_list("pk", flat=True)
    return sum(admit_of(room_id=pk) for pk in rooms)


@transaction.atomic
def admit_of(*, room_id: int) -> int:
    room = lock_idle_room(room_id)
    if room is None or room.state == State.CLOSED:
        return 0
    line.publish(room)
    now = time.time()
    allowed = allowance(room.rate if room.state == State.OPEN else 0, room.counted_at, now)
    inside = inside_of(room.shop)
    admitted = line.admit(room, by_rate=allowed.visitors, room_for=max(room.capacity - inside, 0), now=now)
    room.served, room.counted_at = max(room.served, admitted.served), allowed.since
    room.leased = max(room.leased, room.served)
    room.save(update_fields=["served", "counted_at", "leased"])
    return admitted.visitors


def inside_of(shop: Shop) -> int:
    if INSIDE:
        return INSIDE[0](shop)
    return VisitorSession.objects.alive().filter(shop=shop).count()
