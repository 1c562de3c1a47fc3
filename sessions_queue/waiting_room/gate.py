"""What begins a visitor's session goes through here: while the shop's waiting room is open, only whose turn it is.

Who has a session goes on as before, whatever happens to the line: that is all it takes to pay, to come back from a
payment, or to be told of an order.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError

from sessions_queue.errors import InLine
from sessions_queue.limits import count_place
from sessions_queue.models import ONE_SESSION_PER_PLACE, WaitingRoom
from shop.database_errors import violates
from shop.models import Shop

from . import line
from .actions import take_place
from .place import Place, forget_place, keep_place, read_place
from .rules import SOONEST, Standing, told

# What is told while nobody knows the line.
UNKNOWN = {"waitingIndex": 1, "catalogWaitingIndex": 0, "waiting_percentage": 0, "trying_again_in": SOONEST}

# Where nobody waits.
NOBODY = {"waitingIndex": 0, "catalogWaitingIndex": 0, "waiting_percentage": 100, "trying_again_in": SOONEST}


@dataclass(frozen=True)
class Seen:
    """A visitor in line."""

    room: WaitingRoom
    place: Place
    standing: Standing

    @property
    def told(self) -> dict[str, int]:
        return told(self.standing, self.place.ahead, self.room.rate)


def room_of(shop: Shop) -> WaitingRoom | None:
    """The room that is open; without one in front of it, the shop costs nothing more."""
    if not shop.has_line:
        return None
    return WaitingRoom.objects.filter(shop=shop).exclude(state=WaitingRoom.State.CLOSED).first()


def seen_in(room: WaitingRoom, request: HttpRequest, response: HttpResponse) -> Seen:
    """The visitor at their place, or at a new one, which the response keeps. Raises InLine where nobody knows the line,
    TooManyAttempts.
    """
    shop = room.shop
    place = read_place(request, shop, room.opening)
    if place is None:
        count_place(request)
    try:
        standing = take_place(room=room, number=place.number if place else 0)
    except RedisError as error:
        raise InLine(**UNKNOWN) from error
    if place is None or place.number != standing.number:
        place = Place(room.opening, standing.number, standing.ahead)
        keep_place(response, shop, place)
    return Seen(room, place, standing)


@contextmanager
def through_gate(request: HttpRequest, response: HttpResponse, shop: Shop) -> Iterator[str | None]:
    """Around what begins a session: the place by which it comes in, None where nobody waits. Raises InLine."""
    room = room_of(shop)
    if room is None:
        yield None
        return
    seen = seen_in(room, request, response)
    if not seen.standing.is_admitted:
        raise InLine(**seen.told)
    try:
        yield seen.place.key
    except IntegrityError as error:
        if not violates(error, ONE_SESSION_PER_PLACE):
            raise
        # Another tab was faster: it is in, and this one finds itself in its session.
        raise InLine(**UNKNOWN) from error
    forget_place(response, shop)
    with suppress(RedisError):  # the session knows its place, and nobody else comes in by it
        line.use(room, seen.standing.number)
