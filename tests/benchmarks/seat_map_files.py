"""Sizes and times of seat maps' files and of who may have which seat, for stadiums of 20 000 and 80 000 seats.

    DATABASE_URL=… python -m tests.benchmarks.seat_map_files

reads a plan in for an event of that database and rolls it back. Ends with 1 if a file is larger than design §5 allows.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import brotli
import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import transaction  # noqa: E402

from catalogue.models import Event, Seat, SeatClaim, SeatMap  # noqa: E402
from catalogue.queries.availability import _read_status  # noqa: E402
from catalogue.seat_plans.generator import bowl  # noqa: E402
from catalogue.seat_plans.reading import read_plan  # noqa: E402
from catalogue.seating.importing import import_plan  # noqa: E402

# seats: bytes of the compact file, bytes of the availability; both by Brotli
ALLOWED = {20_000: (25 * 1024, 6 * 1024), 80_000: (60 * 1024, 10 * 1024)}


def timed(what: str, work: Callable[[], Any]) -> Any:
    clock, worked = time.perf_counter(), time.process_time()
    found = work()
    clock, worked = time.perf_counter() - clock, time.process_time() - worked
    print(f"    {what}: {clock:.2f} s, of which {worked:.2f} s are this process's")
    return found


def measure(seats: int) -> bool:
    print(f"{seats} seats")
    event = Event.objects.filter(seat_map=None).order_by("pk")[0]
    content = json.dumps(bowl(seats)).encode()
    reading = timed("read the plan", lambda: read_plan(content))
    timed("import it", lambda: import_plan(event=event, plan=reading.plan))
    timed("import it again", lambda: import_plan(event=event, plan=reading.plan))
    seat_map = SeatMap.objects.get(event=event)
    sizes = {one.kind: len(one.content) for one in seat_map.files.all()}
    # Groups that were sold here and there say more than a house that is empty.
    chance = Random(7)
    sold: set[int] = set()
    while len(sold) < seats * 0.4:
        start = chance.randrange(seats)
        sold |= set(range(start, min(seats, start + chance.choice((1, 2, 2, 2, 3, 4, 4, 6)))))
    ids = Seat.objects.filter(row__section__seat_map=seat_map, place__in=sold).values_list("pk", flat=True)
    SeatClaim.objects.bulk_create([SeatClaim(seat_id=seat, holder=uuid4()) for seat in ids], batch_size=5000)
    status = timed("who may have which", lambda: _read_status(event.pk))
    packed = len(brotli.compress(status, quality=5))
    print(f"    files: full {sizes['full']}, compact {sizes['compact']}; availability {len(status)}, packed {packed}")
    compact, availability = ALLOWED[seats]
    return sizes["compact"] <= compact and packed <= availability and len(status) <= availability


if __name__ == "__main__":
    fine = True
    for number in ALLOWED:
        with transaction.atomic():
            fine &= measure(number)
            transaction.set_rollback(True)
    sys.exit(not fine)
