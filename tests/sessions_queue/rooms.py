"""Waiting rooms in tests: opened, a round of them, and who comes in."""

from collections.abc import Iterator
from contextlib import contextmanager

from catalogue.models import ProductVariant
from sessions_queue.models import WaitingRoom
from sessions_queue.waiting_room.actions import admit_next, close_room, open_room
from tests.guest import Guest


@contextmanager
def opened(room: WaitingRoom) -> Iterator[WaitingRoom]:
    open_room(room=room)
    room.refresh_from_db()
    yield room
    close_room(room=room)


def admit() -> int:
    """A round, as if the one before had been long ago."""
    WaitingRoom.objects.update(counted_at=0)
    return admit_next()


def inside(guest: Guest, thing: ProductVariant) -> Guest:
    assert guest.add((thing, 1)).data["cart"]["items"]
    return guest
