"""The advent calendar as it may be read now (catalogue §4, §9). The database's clock decides."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.db.models.expressions import Combinable
from django.db.models.functions import Now
from django.utils import timezone

from catalogue.models import AdventCalendar, AdventDoor
from catalogue.rules import DOORS, door_opens, doors_open, next_evening
from shop.models import Shop

CLOCK: Combinable = Now()


@dataclass(frozen=True, slots=True)
class OpenCalendar:
    """A calendar with the doors that are open; nothing of the others has been read. `years`: what can be looked at."""

    row: AdventCalendar
    years: list[int]
    doors: dict[int, AdventDoor]
    opened: int
    next_opening: datetime | None
    # when it reads differently: the next evening, also before the first door
    until: datetime | None


def zone() -> ZoneInfo:
    return ZoneInfo(settings.TIME_ZONE)


def open_calendar(shop: Shop, year: int | None = None) -> OpenCalendar | None:
    """The shop's calendar of that year; without one this year's, else the newest before, else the next."""
    rows = {row.year: row for row in AdventCalendar.objects.filter(shop=shop).annotate(now=CLOCK)}
    if not rows:
        return None
    now: datetime = next(iter(rows.values())).now
    years = sorted((one for one in rows if one <= now.astimezone(zone()).year), reverse=True)
    wanted = year if year is not None else years[0] if years else min(rows)
    row = rows.get(wanted)
    if row is None:
        return None
    opened = doors_open(wanted, now, zone())
    doors = AdventDoor.objects.filter(calendar=row, day__lte=opened) if opened else AdventDoor.objects.none()
    following = door_opens(wanted, opened + 1, zone()) if opened < DOORS else None
    return OpenCalendar(
        row=row,
        years=years,
        doors={door.day: door for door in doors},
        opened=opened,
        next_opening=following,
        until=min(following, next_evening(now, zone())) if following else None,
    )


def has_calendar() -> Exists:
    """Of a shop's row: whether there is a calendar to look at."""
    return Exists(AdventCalendar.objects.filter(shop=OuterRef("pk")))


def contest_year(shop: Shop) -> int | None:
    """The year of the shop's newest contest, else of its next one; None where it has no calendar, so no contest."""
    years = set(AdventCalendar.objects.filter(shop=shop).values_list("year", flat=True))
    begun = [year for year in years if year <= timezone.localdate().year]
    return max(begun) if begun else min(years, default=None)
