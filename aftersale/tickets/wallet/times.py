"""The times on a pass."""

from datetime import datetime, timedelta

from django.utils.translation import gettext

from aftersale.tickets.words import time_of
from catalogue.models import Event
from shop.core.values.zones import with_zone_note

# The assumed length of an event without an end.
LONG = timedelta(hours=12)


def door_fact(event: Event) -> list[str]:
    """Return the time of admission. Empty if the date is hidden."""
    if event.hide_date:
        return ["", ""]
    word = gettext("Doors") if event.door_time else gettext("Begins")
    return [word, with_zone_note(time_of(event.at_venue(event.door_time or event.happening_from)), event.venue.zone)]


def relevant_at(event: Event) -> str:
    """Return when phones show the pass automatically."""
    return written(event, event.door_time or event.happening_from)


def is_over_at(event: Event) -> str:
    return written(event, event.happening_until or event.happening_from + LONG)


def written(event: Event, moment: datetime) -> str:
    """Format a moment by RFC 3339, in the venue's time zone."""
    return event.at_venue(moment).isoformat(timespec="seconds")
