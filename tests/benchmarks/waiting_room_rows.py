"""A waiting room with its visitors while it is measured; for processes with Django.

Their callers start them as `manage.py shell` and read what they print.
"""

import json
import os
import time
from dataclasses import asdict
from random import Random
from statistics import mean, quantiles

from sessions_queue.models import WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import close_room, open_room
from sessions_queue.waiting_room.queue_place import QueuePlace, place_cookie_name, signature
from shop.core.valkey import valkey
from tests.factories import make_shop
from tests.sessions_queue.crowd import LEAVING, join, play

VISITORS = int(os.environ.get("VISITORS", "1000000"))
CAPACITY = 20_000
COOKIES = 500


def opened(room: WaitingRoom) -> WaitingRoom:
    """A new line."""
    close_room(room=room)
    open_room(room=room)
    room.refresh_from_db()
    queue_store.publish(room)
    return room


def wait() -> None:
    """All have come and three in ten have left; print cookies of some who stay."""
    chance, shop = Random(5), make_shop("merchstand")
    room = opened(WaitingRoom.objects.create(shop=shop, capacity=CAPACITY, rate=60_000))
    numbers = join(room, VISITORS)
    stay = sorted(chance.sample(numbers, int(VISITORS * (1 - LEAVING))))
    valkey().ask("SET", queue_store.key(room, "live"), queue_store.bitmap_of(stay))
    texts = [str(QueuePlace(room.opening, number, number)) for number in chance.sample(stay, COOKIES)]
    print(json.dumps([f"{place_cookie_name(shop)}={text}.{signature(shop, text)}" for text in texts]))


def seen() -> None:
    """Print how many were seen in the last minute."""
    room, now = WaitingRoom.objects.get(), time.time()
    slots = [queue_store.key(room, "seen", queue_store.slot_at(now) - back) for back in range(2)]
    print(sum(valkey().ask_all([("BITCOUNT", name) for name in slots])))


def simulate() -> None:
    found = asdict(play(opened(WaitingRoom.objects.get()), VISITORS, CAPACITY))
    for name in ("rounds", "exchanges"):
        times = [seconds * 1000 for seconds in found.pop(name)]
        found |= {f"{name} mean": mean(times), f"{name} p95": quantiles(times, n=20)[-1], name: len(times)}
    print(json.dumps(found))
