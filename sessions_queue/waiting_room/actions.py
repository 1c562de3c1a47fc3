"""Actions of waiting rooms: staff open, pause and close them; visitors take places, are admitted in order, and come in
once each.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from redis.exceptions import RedisError

from sessions_queue import hooks
from sessions_queue.locks import lock_room, lock_room_if_free
from sessions_queue.models import Admission, RoomMinute, VisitorSession, WaitingRoom, new_opening, new_seed

from . import queue_store
from .place_claims import claim_of
from .queue_place import QueuePlace
from .rehearsal import is_over, rehearse
from .rooms import IN_USE, inside_of, tickets_left_for, update_shop_flags
from .rules import QueuePosition, allowance, drawn_number

State = WaitingRoom.State
LEASE = 10_000
# Valkey learns of a stored draw within this time.
DRAWING_SECONDS = 0.05


@transaction.atomic
def open_room(*, room: WaitingRoom, is_by_load: bool = False) -> None:
    """Open the room with a new queue, or go on after a pause. If the sale begins later, there will be a draw. Ends a
    rehearsal. Locks the room.
    """
    locked_room = lock_room(room.pk)
    if locked_room.state in (State.CLOSED, State.REHEARSAL):
        begin_queue(locked_room)
        locked_room.lots = None if locked_room.starts_at and locked_room.starts_at > timezone.now() else 0
        locked_room.is_by_load = is_by_load
    set_state(locked_room, State.OPEN)


@transaction.atomic
def begin_rehearsal(*, room: WaitingRoom, visitors: int) -> None:
    """Begin a rehearsal if the room is closed. It ends by itself. Locks the room."""
    locked_room = lock_room(room.pk)
    if locked_room.state == State.CLOSED:
        begin_queue(locked_room)
        locked_room.lots, locked_room.rehearsed, locked_room.leased = 0, visitors, visitors
        set_state(locked_room, State.REHEARSAL)


def begin_queue(room: WaitingRoom) -> None:
    forget_queue(room)
    room.opening, room.seed = new_opening(), new_seed()
    room.leased, room.served, room.opened_at = 0, 0, timezone.now()
    room.counted_at = time.time()


def forget_queue(room: WaitingRoom) -> None:
    """Delete the queue of the last opening from Valkey. Ignores errors: Valkey may lose it anyway."""
    with suppress(RedisError):
        queue_store.forget(room)


@transaction.atomic
def pause_room(*, room: WaitingRoom) -> None:
    """Pause the room: visitors keep their places and may use their turn, but no more are admitted. Locks the room."""
    locked_room = lock_room(room.pk)
    if locked_room.state == State.OPEN:
        set_state(locked_room, State.PAUSED)


@transaction.atomic
def close_room(*, room: WaitingRoom) -> None:
    """Close the room: nobody has to wait any more. Locks the room."""
    locked_room = lock_room(room.pk)
    forget_queue(locked_room)
    set_state(locked_room, State.CLOSED)


def set_state(room: WaitingRoom, state: State) -> None:
    room.state = state
    room.save()
    update_shop_flags()
    hooks.above.room_state_changed(room)


class PlaceUsed(Exception):
    """A session came in by this number, or the number missed its turn."""


class PlaceClaimed(Exception):
    """All of these claims have had a place before."""


def take_place(*, room: WaitingRoom, number: int, claims: Sequence[str] = ()) -> QueuePosition:
    """Return the position that the draw gave to `number` (as it was given out), or that of a new one (0). A new
    number is for the first of the claims that has had none. Raises PlaceUsed, PlaceClaimed.
    """
    by = [claim_of(one) for one in claims]
    for _attempt in range(4):
        position = queue_store.poll(room, drawn_number(room.seed, number, room.lots or 0), time.time(), by)
        match position.number:
            case queue_store.QUEUE_NOT_PUBLISHED:
                queue_store.publish(WaitingRoom.objects.get(pk=room.pk))
            case queue_store.DRAW_OUTDATED:
                known = room.lots
                room.refresh_from_db(fields=["lots", "seed"])
                if room.lots == known:
                    time.sleep(DRAWING_SECONDS)
            case queue_store.NO_LEASED_NUMBERS:
                lease_numbers(room=room)
            case queue_store.PLACE_USED:
                raise PlaceUsed
            case queue_store.ALREADY_CLAIMED:
                raise PlaceClaimed
            case _:
                return position
    raise RedisError("the line is lost again and again")


@transaction.atomic
def lease_numbers(*, room: WaitingRoom) -> None:
    """Lease the next numbers. They are stored in PostgreSQL before any is given out, so no number is given twice,
    whatever Valkey loses. Locks the room.
    """
    locked_room = lock_room(room.pk)
    if queue_store.has_leased_numbers(locked_room):
        return
    first = locked_room.leased
    locked_room.leased += LEASE
    locked_room.save(update_fields=["leased"])
    queue_store.lease(locked_room, first, locked_room.leased)


def admit_next() -> int:
    """Run one round in every room in use, after opening and closing the rooms that do so by themselves. Returns how
    many visitors were admitted. The sweep calls this every second in any number of workers; a room's lock lets one of
    them at a time do its round.
    """
    for pk in WaitingRoom.objects.filter(opens_by_load=True).values_list("pk", flat=True):
        switch_by_load(room_id=pk)
    rooms = list(WaitingRoom.objects.filter(IN_USE).values_list("pk", flat=True))
    if rooms:
        update_shop_flags()  # an event may have come into another shop
    return sum(admit_in_room(room_id=pk) for pk in rooms)


@transaction.atomic
def switch_by_load(*, room_id: int) -> None:
    room = lock_room_if_free(room_id)
    if room is None:
        return
    if room.state == State.CLOSED and inside_of(room) >= room.capacity:
        open_room(room=room, is_by_load=True)
    elif room.is_by_load and room.state == State.OPEN and queue_store.is_quiet(room, time.time()):
        close_room(room=room)


def admit_in_room(*, room_id: int) -> int:
    """Run one round of a room. If its sale begins, draw the lots first."""
    draw_lots(room_id=room_id)
    return admit_round(room_id=room_id)


@transaction.atomic
def draw_lots(*, room_id: int) -> None:
    """Draw the lots when the sale begins; later numbers stand behind. The draw is stored in PostgreSQL first, and the
    next round publishes it in Valkey, so that there is never a second draw.
    """
    room, now = lock_room_if_free(room_id), time.time()
    if room is None or room.state != State.OPEN or room.lots is not None:
        return
    if room.starts_at is not None and now >= room.starts_at.timestamp():
        room.lots, room.counted_at = queue_store.numbers_given(room), now - 1
        room.save(update_fields=["lots", "counted_at"])


@transaction.atomic
def admit_round(*, room_id: int) -> int:
    room = lock_room_if_free(room_id)
    if room is None or room.state == State.CLOSED:
        return 0
    now = time.time()
    queue_store.publish(room, tickets_left_for(room))
    if room.state == State.REHEARSAL:
        rehearse(room, now)
    if room.lots is None:
        queue_store.count_waiting(room, now)
        return 0
    if not queue_store.is_drawn(room):
        queue_store.draw(room, now)
    allowed = allowance(0 if room.state == State.PAUSED else room.rate, room.counted_at, now)
    turns, inside = queue_store.expire_turns(room, now), inside_of(room)
    admitted = queue_store.admit(
        room, by_rate=allowed.visitors, room_for=max(room.capacity - turns - inside, 0), now=now
    )
    room.served, room.counted_at = max(room.served, admitted.served), allowed.since
    room.leased = max(room.leased, room.served)
    room.save(update_fields=["served", "counted_at", "leased"])
    record_minute(room, admitted, inside)
    if room.state == State.REHEARSAL and is_over(room, admitted, now):
        close_room(room=room)
    return admitted.visitors


def record_minute(room: WaitingRoom, admitted: queue_store.AdmissionRound, inside: int) -> None:
    """Add a round to the staff's chart. A day of it is kept."""
    minute = timezone.now().replace(second=0, microsecond=0)
    minute_row, is_new = RoomMinute.objects.get_or_create(room=room, minute=minute)
    minute_row.waiting = max(minute_row.waiting, admitted.waiting)
    minute_row.inside = max(minute_row.inside, inside)
    minute_row.admitted += admitted.visitors + admitted.at_once
    minute_row.save()
    if is_new:
        RoomMinute.objects.filter(minute__lt=minute - timedelta(days=1)).delete()


def end_turns(*, session_id: UUID) -> None:
    """End the turns of a session that has ordered: its next cart needs a turn of its own."""
    Admission.objects.filter(session=session_id).update(is_over=True)


def admit_session(session: VisitorSession, places: Sequence[QueuePlace]) -> None:
    """Record by which places a session came in. Violates ONE_SESSION_PER_PLACE if another session used one of them."""
    if places:
        Admission.objects.bulk_create(
            Admission(session=session, opening=one.opening, number=one.number) for one in places
        )
