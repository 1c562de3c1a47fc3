"""The moments at which a shop's pages change without a write; cached answers expire then (design §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from threading import Lock
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection

from shop import hooks
from shop.hooks import TurningPoints

# Days begin at midnight, the calendar's doors open at 18:00.
EVERY_DAY = (time(0, 0), time(18, 0))
OWN_TURNING_POINTS: Mapping[str, TurningPoints] = {
    "shop_news": (("published_from", "published_until"), "x.shop_id = %(shop)s"),
    "shop_legaltextversion": (
        ("valid_from",),
        "EXISTS (SELECT 1 FROM shop_legaltext t WHERE t.id = x.text_id AND t.shop_id = %(shop)s)",
    ),
}


def turning_points() -> dict[str, TurningPoints]:
    """Of this app's tables and of those above."""
    return {**OWN_TURNING_POINTS, **hooks.above.turning_points()}


def next_daily(now: datetime) -> datetime:
    local = now.astimezone(ZoneInfo(settings.TIME_ZONE))
    days = (local.date(), local.date() + timedelta(days=1))
    moments = [datetime.combine(day, at, local.tzinfo) for day in days for at in EVERY_DAY]
    return min(moment for moment in moments if moment > now)


def next_dated(shop_id: int) -> datetime | None:
    """Return the next scheduled moment of anything that the shop shows. None without one."""
    parts = [
        f"SELECT min(moment) FROM {table} x CROSS JOIN LATERAL (VALUES {values}) v (moment) "  # noqa: S608
        f"WHERE moment > now() AND {where}"
        for table, (columns, where) in turning_points().items()
        for values in [", ".join(f"(x.{column})" for column in columns)]
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT min(min) FROM ({' UNION ALL '.join(parts)}) r", {"shop": shop_id})  # noqa: S608
        (moment,) = cursor.fetchone()
    return moment if isinstance(moment, datetime) else None


@dataclass(slots=True)
class NextMoment:
    version: int
    moment: datetime | None


class NextChanges:
    """Each shop's next moment, read once per catalogue version."""

    def __init__(self) -> None:
        self._cached: dict[int, NextMoment] = {}
        self._lock = Lock()

    def next(self, shop_id: int, version: int, now: datetime) -> datetime:
        cached = self._cached.get(shop_id)
        if cached is None or cached.version != version or (cached.moment is not None and cached.moment <= now):
            cached = NextMoment(version, next_dated(shop_id))
            with self._lock:
                self._cached[shop_id] = cached
        daily = next_daily(now)
        return daily if cached.moment is None else min(daily, cached.moment)
