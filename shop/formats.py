"""Money and dates as pages show them; frontend/src/lib/{money,dates}.ts write the same."""

import math
from datetime import UTC, date, datetime, time
from decimal import Decimal, InvalidOperation
from urllib.parse import quote
from zoneinfo import ZoneInfo

from babel.dates import get_day_names, get_month_names
from django.conf import settings
from django.utils import timezone

# From this value on prices are not shown (catalogue §9).
UNSHOWN_FROM = 100_000
NO_BREAK = "\u00a0"
BABEL_LOCALES = {"de": "de_DE", "en": "en_GB"}
SHORT_WEEKDAY = {"de": 2, "en": 3}
SECONDS_A_DAY = 24 * 60 * 60


def money(amount: Decimal | str | None, trim_zero_decimals: bool = False) -> str:
    """`29,90 €` in every language; nothing for no price and for those that are not shown."""
    try:
        value = Decimal(amount if amount is not None else "")
    except InvalidOperation:
        return ""
    if value >= UNSHOWN_FROM:
        return ""
    text = f"{value:,.2f}".translate(str.maketrans(",.", ".,"))
    return (text.removesuffix(",00") if trim_zero_decimals else text) + NO_BREAK + "€"


def moment(value: str | date | datetime) -> datetime:
    """A date or a time of the wire where the shows are. A plain date means that day, whatever the zone."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value) if len(value) > len("2026-01-01") else date.fromisoformat(value)
    zone = ZoneInfo(settings.TIME_ZONE)
    if not isinstance(value, datetime):
        return datetime.combine(value, time(12), zone)
    return value.astimezone(zone)


def month(value: datetime, language: str) -> str:
    return get_month_names("wide", locale=BABEL_LOCALES[language])[value.month]


def weekday(value: datetime, language: str) -> str:
    return get_day_names("wide", locale=BABEL_LOCALES[language])[value.weekday()]


def date_parts(value: str | date | datetime, language: str) -> dict[str, str]:
    """`day month month_short year weekday weekday_short time`, and `medium` and `long` dates of them."""
    at = moment(value)
    day, year, dot = str(at.day), str(at.year), "." if language == "de" else ""
    names = {"month": month(at, language), "weekday": weekday(at, language)}
    medium = f"{day}{dot} {names['month']} {year}"
    return {
        **names,
        "day": day,
        "year": year,
        "month_short": names["month"][:3],
        "weekday_short": names["weekday"][: SHORT_WEEKDAY[language]],
        "time": f"{at:%H:%M}",
        "medium": medium,
        "long": f"{names['weekday']}, {medium}",
        "day_month": f"{day}{dot} {names['month'][:3]}",
    }


def days_until(value: str | date | datetime) -> int:
    """Whole days until then, rounded up; below 1 when it is past. A plain date begins at midnight UTC."""
    plain = (isinstance(value, str) and len(value) == len("2026-01-01")) or not isinstance(value, str | datetime)
    at = moment(value)
    if plain:
        at = datetime.combine(at.date(), time(), UTC)
    return math.ceil((at - timezone.now()).total_seconds() / SECONDS_A_DAY)


def video_address(video: str) -> str:
    """At which YouTube sets no cookie before the video plays."""
    return f"https://www.youtube-nocookie.com/embed/{quote(video, safe='')}"
