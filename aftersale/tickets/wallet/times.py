"""When a pass is of use."""

from datetime import datetime, timedelta

from django.utils.translation import gettext

from aftersale.tickets.words import time_of
from catalogue.models import Event
from shop.core.values.zones import with_zone_note

# Of an evening that nobody has said the end of.
LONG = timedelta(hours=12)


def door_fact(event: Event) -> list[str]:
    """When to be there; empty where the date is not told."""
    if event.hide_date:
        return ["", ""]
    word = gettext("Doors") if event.door_time else gettext("Begins")
    return [word, with_zone_note(time_of(event.at_venue(event.door_time or event.happening_from)), event.venue.zone)]


def relevant_at(event: Event) -> str:
    """When phones show it by themselves."""
    return written(event, event.door_time or event.happening_from)


def is_over_at(event: Event) -> str:
    return written(event, event.happening_until or event.happening_from + LONG)


def written(event: Event, moment: datetime) -> str:
    """As RFC 3339, in the time zone of the venue."""
    return event.at_venue(moment).isoformat(timespec="seconds")
