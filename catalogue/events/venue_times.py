"""What another time zone changes at events: their venue's was set right, or they move to another venue."""

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
    """Events at a venue whose zone was `before` begin when its clock shows what it did then."""
    move(venue.events.all(), TIMES, before=before, after=venue.time_zone)
    shift_rows_beside_events(events=venue.events.all(), before=before, after=venue.time_zone)


@transaction.atomic
def shift_rows_beside_events(*, events: QuerySet[Event], before: str, after: str) -> None:
    """What is kept beside events keeps its time of day, too: their waiting rooms' starts, as long as nobody waits
    there, and what other apps have.
    """
    closed = WaitingRoom.objects.filter(event_room__event__in=events, state=WaitingRoom.State.CLOSED)
    move(closed, ("starts_at",), before=before, after=after)
    hooks.above.time_zone_changed(events, before=before, after=after)


def move(rows: QuerySet[Any], columns: tuple[str, ...], *, before: str, after: str) -> None:
    """Moments to those at which a clock of the zone `after` shows what one of `before` did."""
    rows.update(**{name: _in_zone(after, _in_zone(before, F(name))) for name in columns})


def _in_zone(zone: str, moment: F | Func) -> Func:
    """Of a moment the local time, and of a local time the moment."""
    return Func(Value(zone), moment, function="timezone", output_field=DateTimeField())
