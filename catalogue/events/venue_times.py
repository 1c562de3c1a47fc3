"""Shifts of events' times when their time zone changes: a venue's zone was corrected, or an event moved to another
venue.
"""

from typing import Any

from django.db import transaction
from django.db.models import DateTimeField, F, Func, QuerySet, Value

from catalogue import hooks
from catalogue.models import Event, Venue
from sessions_queue.models import WaitingRoom

TIMES = (
    "happening_from", "happening_until", "door_time", "stage_time", "presale_at", "check_in_start_at",
    "check_in_end_at",
)  # fmt: skip


@transaction.atomic
def shift_events_of_venue(*, venue: Venue, before: str) -> None:
    """Shift the times of a venue's events so that its clock shows what it showed in the zone `before`."""
    move(venue.events.all(), TIMES, before=before, after=venue.time_zone)
    shift_rows_beside_events(events=venue.events.all(), before=before, after=venue.time_zone)


@transaction.atomic
def shift_rows_beside_events(*, events: QuerySet[Event], before: str, after: str) -> None:
    """Shift what is stored beside events in the same way: the start of their waiting rooms, if closed, and rows of
    other apps (`time_zone_changed`).
    """
    closed = WaitingRoom.objects.filter(event_room__event__in=events, state=WaitingRoom.State.CLOSED)
    move(closed, ("starts_at",), before=before, after=after)
    hooks.above.time_zone_changed(events, before=before, after=after)


def move(rows: QuerySet[Any], columns: tuple[str, ...], *, before: str, after: str) -> None:
    """Shift moments so that a clock of the zone `after` shows what a clock of the zone `before` showed."""
    rows.update(**{name: _in_zone(after, _in_zone(before, F(name))) for name in columns})


def _in_zone(zone: str, moment: F | Func) -> Func:
    """Return the local time of a moment, or the moment of a local time."""
    return Func(Value(zone), moment, function="timezone", output_field=DateTimeField())
