"""Time zones of places, by their IANA names, and what is said of one whose clock is not the shop's."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import get_timezone_location
from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import get_language, gettext

# The database of zones has older names, too, which say no place.
AREAS = (
    "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/",
    "Pacific/",
)  # fmt: skip


@cache
def zone_names() -> tuple[str, ...]:
    """Those that staff can choose."""
    return tuple(sorted(name for name in available_timezones() if name.startswith(AREAS)))


def shop_zone() -> ZoneInfo:
    return ZoneInfo(settings.TIME_ZONE)


def zone_note(name: str, language: str | None = None) -> str:
    """What stands behind a time there, as “Ortszeit London”; empty where the clock shows what the shop's does, all the
    year round.
    """
    return _note(name, language or get_language() or "de", timezone.now().year)


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
    """A time at a place, as text, and the place where its clock is not the shop's."""
    note = zone_note(zone.key) if zone else ""
    return f"{text} ({note})" if note else text
