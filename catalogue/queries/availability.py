"""Free seats of an event for any number of visitors: read at most once a second (design §5)."""

import time
from collections.abc import Callable, Iterable
from threading import Lock
from typing import TypeVar

from django.core.cache import cache
from django.db.models import Max, Min
from redis.exceptions import RedisError

from catalogue.models import Event, Seat, SeatMap
from catalogue.seating.free_seats import free_seats
from shop.models import Shop

from . import visible

READ_EVERY = 1
"""Seconds."""
KEPT = 2
LONGEST_READ = 10
WAITS, WAIT = 250, 0.02
Value = TypeVar("Value")

_lock = Lock()
_own: dict[str, tuple[float, object]] = {}


def seat_status(event_id: int) -> bytes | None:
    """Return the map's version (8 bytes), then one bit per seat by its place, least significant first. None without a
    map.
    """
    return shared_reading(f"seat-status:{event_id}", lambda: _read_status(event_id))


def free_seat_ids(event_id: int) -> list[int]:
    return shared_reading(f"free-seats:{event_id}", lambda: _read_free(event_id)[1])


def is_listed(shop: Shop, event_id: int) -> bool:
    """True if the shop lists the event, as of at most two seconds ago."""
    return shared_reading(
        f"listed-event:{shop.pk}:{event_id}", lambda: visible.events(shop).filter(pk=event_id).exists()
    )


def _read_status(event_id: int) -> bytes | None:
    while True:
        seat_map, _ids, places = _read_free(event_id)
        if seat_map is None or not seat_map.version:
            return None
        # If the plan was replaced meanwhile, the places would be sent under the wrong version.
        if SeatMap.objects.filter(pk=seat_map.pk, version=seat_map.version).exists():
            return bytes.fromhex(seat_map.version) + bits(places, seat_map.size)


def _read_free(event_id: int) -> tuple[SeatMap | None, list[int], Iterable[int]]:
    seat_map = SeatMap.objects.filter(event=event_id).select_related("event").first()
    if seat_map is None:
        return None, [], []
    event: Event = seat_map.event
    free = free_seats(seat_map, distance=event.distancing_amount or 0)
    if not event.force_section:
        return seat_map, list(free.ids), free.places
    only = Seat.objects.filter(row__section__seat_map=seat_map, row__section__name_de=event.force_section)
    ends = only.aggregate(first=Min("place"), last=Max("place"))
    first, last = (0, -1) if ends["first"] is None else (ends["first"], ends["last"])
    kept = [(seat, place) for seat, place in zip(free.ids, free.places, strict=True) if first <= place <= last]
    return seat_map, [seat for seat, _place in kept], [place for _seat, place in kept]


def bits(places: Iterable[int], size: int) -> bytes:
    found = bytearray((size + 7) // 8)
    for place in places:
        found[place >> 3] |= 1 << (place & 7)
    return bytes(found)


def shared_reading(key: str, read: Callable[[], Value]) -> Value:
    """Return what `read` returns, at most two seconds old. Of all callers in all processes, one reads each second."""
    turn = f"{key}|read"
    try:
        if cache.add(turn, 1, timeout=LONGEST_READ):
            return _read_and_share(key, turn, read)
        for _turn in range(WAITS):
            if kept := cache.get(key):
                return kept[0]
            time.sleep(WAIT)
        return read()
    except RedisError:
        return _read_in_process(key, read)


def _read_and_share(key: str, turn: str, read: Callable[[], Value]) -> Value:
    began = time.monotonic()
    try:
        answer = read()
    except Exception:
        cache.delete(turn)
        raise
    cache.set(key, (answer,), timeout=KEPT)
    if time.monotonic() - began < READ_EVERY / 2:
        cache.touch(turn, READ_EVERY)
    else:  # a slow reading is old already
        cache.delete(turn)
    return answer


def _read_in_process(key: str, read: Callable[[], Value]) -> Value:
    """Without Valkey, each process reads for itself."""
    with _lock:
        kept = _own.get(key)
        if kept is None or time.monotonic() - kept[0] > READ_EVERY:
            if len(_own) > 1000:
                _own.clear()
            kept = _own[key] = (time.monotonic(), read())
        return kept[1]  # type: ignore[return-value]
