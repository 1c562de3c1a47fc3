"""The waiting-room gate. Adding to a cart must pass here while the shop's waiting room is open, or that of an event
whose tickets are added: only visitors whose turn it is get through.

A session that came in by a turn goes on until it has ordered, whatever happens to the queue. A session from before the
opening keeps what it holds: paying, coming back from a payment and reading about an order need no turn.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Self

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError

from sessions_queue.errors import InQueue, QueueStatus
from sessions_queue.hooks import TicketsLeft
from sessions_queue.limits import counted_place
from sessions_queue.models import ONE_SESSION_PER_PLACE, VisitorSession, WaitingRoom
from shop.core.database.database_errors import violates
from shop.core.limits.budgets import WorkNeeded
from shop.core.limits.visitors import Visitor, visitor_of
from shop.core.values.numbers import whole_number
from shop.models import Shop

from . import queue_store
from .actions import PlaceClaimed, PlaceUsed, take_place
from .queue_place import QueuePlace, read_places, set_place_cookie
from .rooms import holds, open_rooms
from .rules import (
    SOONEST,
    CombinedStatus,
    QueueAnswer,
    QueuePosition,
    combined_status,
    minutes_left,
    queue_status,
)

# The answer while Valkey does not know the queue.
UNKNOWN_STATUS: CombinedStatus = {
    "waitingIndex": 1, "catalogWaitingIndex": 0, "waiting_percentage": 0, "trying_again_in": SOONEST,
}  # fmt: skip

Scope = WaitingRoom.Scope
ROOM = "room"


@dataclass(frozen=True)
class VisitorInQueue:
    """A visitor in one queue."""

    room: WaitingRoom
    place: QueuePlace
    position: QueuePosition

    @classmethod
    def of(cls, room: WaitingRoom, before: QueuePlace | None, position: QueuePosition) -> Self:
        """`before`: the place that the visitor had before this poll."""
        number = position.number if before is None else before.number
        return cls(room, QueuePlace(room.opening, number, max(position.ahead, before.ahead if before else 0)), position)

    @property
    def may_pass(self) -> bool:
        """True if it is the visitor's turn, or if nothing is left to wait for: then the stock refuses the purchase."""
        return self.position.is_admitted or self.position.left == TicketsLeft.NOTHING

    @property
    def minutes_left(self) -> int:
        return minutes_left(self.position, self.room.rate)

    @property
    def queue_status(self) -> QueueStatus:
        return queue_status(self.position, self.place.ahead, self.room.rate)


@dataclass(frozen=True)
class VisitorInQueues:
    """A visitor in all queues at once. The queues move on independently."""

    seen: Sequence[VisitorInQueue]

    def of(self, rooms: Collection[int]) -> Self:
        """Return the status without the queues of other events, which do not block these rooms. All queues if no room
        is named.
        """
        named = [one for one in self.seen if one.room.scope == Scope.SHOP or one.room.pk in rooms]
        return type(self)(named) if rooms else self

    @property
    def blocking_rooms(self) -> list[int]:
        return [one.room.pk for one in self.seen if not one.may_pass]

    @property
    def is_over(self) -> bool:
        return all(one.may_pass for one in self.seen)

    @property
    def queue_status(self) -> CombinedStatus:
        of = {scope: [one.queue_status for one in self.seen if one.room.scope == scope] for scope in Scope}
        return combined_status(of[Scope.SHOP], of[Scope.EVENT])

    @property
    def poll_answer(self) -> QueueAnswer:
        """Return the answer to a poll, as the wire has it (purchase §7)."""
        return {"active": not self.is_over, **self.queue_status}

    @property
    def slowest(self) -> VisitorInQueue:
        """Return the queue with the longest waiting time of those that are not over."""
        return max((one for one in self.seen if not one.may_pass), key=lambda one: one.minutes_left)


def rooms_to_pass(
    rooms: Sequence[WaitingRoom], session: VisitorSession | None, of_events: Collection[int]
) -> list[WaitingRoom]:
    """Return the open rooms that a visitor must pass to get more: the shop's, and those of the wanted events. A room
    that the session came in through at this opening is not among them until the session has ordered.
    """
    requested = [room for room in rooms if room.scope == Scope.EVENT and room.pk in of_events]
    before = [*(room for room in rooms if room.scope == Scope.SHOP), *requested]
    if session is None or not rooms:
        return before
    turns = dict(session.admissions.order_by("-is_over").values_list("opening", "is_over"))
    return [room for room in before if not has_turn(room, session, turns)]


def has_turn(room: WaitingRoom, session: VisitorSession, turns: Mapping[str, bool]) -> bool:
    """True if the session has a turn that is not over. `turns`: whether the turn is over, by opening. A room that
    opened by its load did so because of the sessions inside: they count as admitted while they hold something, unless
    the places of the sale are drawn.
    """
    if room.opening in turns:
        return not turns[room.opening]
    return room.is_by_load and room.lots == 0 and holds(session)


def named_rooms(request: HttpRequest) -> set[int]:
    """Return the rooms that the request asks about, as the refusal named them: `room=1,2`."""
    return parsed_room_ids(request.GET.get(ROOM, ""))


def parsed_room_ids(text: str) -> set[int]:
    return {number for part in text.split(",") if (number := whole_number(part)) is not None}


def rooms_to_poll(
    request: HttpRequest, shop: Shop, session: VisitorSession | None, named: Collection[int] = ()
) -> list[WaitingRoom]:
    """Return the rooms that the visitor waits for. Their places tell which events they want; `named`: further rooms."""
    rooms = open_rooms(shop)
    places = read_places(request, shop) if rooms else {}
    requested = rooms_of_places(rooms, places) | set(named)
    before = rooms_to_pass(rooms, session, requested)
    # A visitor with a session needs a turn only to get more.
    return [room for room in before if session is None or room.pk in requested or room.opening in places]


def rooms_of_places(rooms: Iterable[WaitingRoom], places: Collection[str]) -> set[int]:
    """Return the rooms of events for which the visitor has places. `places`: their openings."""
    return {room.pk for room in rooms if room.scope == Scope.EVENT and room.opening in places}


def poll_rooms(
    rooms: Sequence[WaitingRoom], request: HttpRequest, response: HttpResponse, shop: Shop
) -> VisitorInQueues:
    """Poll the rooms with the visitor's places, or take new ones, and store them in the response's cookie. Raises
    InQueue if Valkey does not know the queue, TooManyAttempts and WorkNeeded; the cookie then holds the places so far.
    """
    kept, seen = read_places(request, shop), list[VisitorInQueue]()
    try:
        for room in rooms:
            seen.append(poll_room(room, kept.get(room.opening), request))
    finally:
        save_places(response, shop, kept, seen)
    return VisitorInQueues(seen)


def save_places(
    response: HttpResponse, shop: Shop, kept: Mapping[str, QueuePlace], seen: Iterable[VisitorInQueue]
) -> None:
    now = {**kept, **{one.place.opening: one.place for one in seen}}
    if now != kept:
        set_place_cookie(response, shop, now.values())


def poll_room(room: WaitingRoom, place: QueuePlace | None, request: HttpRequest) -> VisitorInQueue:
    try:
        if place:
            with suppress(PlaceUsed):
                return VisitorInQueue.of(room, place, take_place(room=room, number=place.number))
        return VisitorInQueue.of(room, None, take_new_place(room, place, visitor_of(request)))
    except RedisError as error:
        raise InQueue(UNKNOWN_STATUS) from error


def take_new_place(room: WaitingRoom, used: QueuePlace | None, visitor: Visitor) -> QueuePosition:
    """Take a new place. `used`: the place that it follows; only one new place may follow a used one, for any
    browser.
    """
    followed = [f"after {used.number}"] if used else []
    with counted_place(visitor, room.opening):
        try:
            return take_place(room=room, number=0, claims=[*followed, visitor.claim])
        except PlaceClaimed:
            raise WorkNeeded(visitor) from None


@contextmanager
def through_gate(
    request: HttpRequest,
    response: HttpResponse,
    shop: Shop,
    session: VisitorSession | None,
    rooms_of_events: Collection[int] = (),
) -> Iterator[list[QueuePlace]]:
    """Pass the gate around a write that adds to a cart; `rooms_of_events`: the rooms of events whose tickets are added.
    Yields the places by which the session comes in. Raises InQueue.
    """
    rooms = rooms_to_pass(open_rooms(shop), session, rooms_of_events)
    if not rooms:
        yield []
        return
    waiting = poll_rooms(rooms, request, response, shop)
    if not waiting.is_over:
        raise InQueue(waiting.queue_status, waiting.blocking_rooms)
    used = [one for one in waiting.seen if one.position.is_admitted]
    try:
        yield [one.place for one in used]
    except IntegrityError as error:
        if not violates(error, ONE_SESSION_PER_PLACE):
            raise
        # Another tab was faster: it came in, and both share its session.
        raise InQueue(UNKNOWN_STATUS) from error
    if used:
        visitor_of(request).exempt()
    openings = {one.place.opening for one in used}
    kept = read_places(request, shop)
    set_place_cookie(response, shop, [place for place in kept.values() if place.opening not in openings])
    with suppress(RedisError):  # the session has stored its places: nobody else can use them
        for one in used:
            queue_store.use_place(one.room, one.position.number)
