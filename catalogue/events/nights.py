"""The day of a show in words. Of a show after midnight, buyers read which night it is in."""

from datetime import datetime, timedelta

from catalogue.models import Event
from catalogue.rules import is_after_midnight
from shop.core.values.formats import full_date, time_text, weekday
from shop.core.values.languages import active_language
from shop.core.values.zones import with_zone_note
from shop.texts import lang_text


def show_day(event: Event) -> str:
    """Return the show's day with its weekday, of a show after midnight such as “Night from Saturday to Sunday, …”."""
    begins = event.at_venue(event.happening_from)
    return _night_of(begins) if is_after_midnight(begins) else full_date(begins)


def show_day_and_time(event: Event) -> str:
    """Return the show's day and the time when it begins, on the venue's clock."""
    begins = event.at_venue(event.happening_from)
    return with_zone_note(f"{show_day(event)}, {time_text(begins)}", event.venue.zone)


def _night_of(begins: datetime) -> str:
    before = weekday(begins - timedelta(days=1))
    return lang_text("LANG_EVENT_NIGHT", active_language(), before=before, weekday=full_date(begins))
