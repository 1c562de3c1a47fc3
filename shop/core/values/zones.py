"""Time zones of venues by their IANA names, and the note for venues whose clock differs from the shop's."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import get_timezone_location
from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext

from shop.core.values.languages import active_language

# The database of zones has older names, too, which say no place.
AREAS = (
    "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/",
    "Pacific/",
)  # fmt: skip


@cache
def zone_names() -> tuple[str, ...]:
    """Return the zones that staff can choose."""
    return tuple(sorted(name for name in available_timezones() if name.startswith(AREAS)))


def shop_zone() -> ZoneInfo:
    return ZoneInfo(settings.TIME_ZONE)


def zone_note(name: str, language: str | None = None) -> str:
    """Return the note behind a time in the zone, such as “Ortszeit London”. Empty if its clock equals the shop's all
    year.
    """
    return _note(name, language or active_language(), timezone.now().year)


@cache
def _note(name: str, language: str, year: int) -> str:
    there, here = ZoneInfo(name), shop_zone()
    months = (datetime(year, month, 1, 12, tzinfo=UTC) for month in range(1, 13))
    if all(one.astimezone(there).utcoffset() == one.astimezone(here).utcoffset() for one in months):
        return ""
    city = str(get_timezone_location(there, locale=language, return_city=True)).rpartition("/")[2]
    with translation.override(language):
        return gettext("%(city)s time") % {"city": city}


def with_zone_note(text: str, zone: ZoneInfo | None) -> str:
    """Return the time's text, followed by the zone's note if its clock differs from the shop's."""
    note = zone_note(zone.key) if zone else ""
    return f"{text} ({note})" if note else text
