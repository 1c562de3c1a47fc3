"""Formats of money, days and times in mails, documents and the staff area (on pages: frontend/src/lib/money.ts)."""

from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from zoneinfo import ZoneInfo

from babel.dates import format_date
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

from shop.core.values.languages import LOCALES, active_language
from shop.core.values.zones import with_zone_note

# From this value on prices are not shown (catalogue §9).
UNSHOWN_FROM = 100_000
NO_BREAK = "\u00a0"


def euros(amount: Decimal, trim: bool = False) -> str:
    """Return `29,90 €`, in every language. `trim`: `29 €` for 29.00 (the shop's `trim_zero_decimals`)."""
    text = f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))
    return (text.removesuffix(",00") if trim else text) + NO_BREAK + "€"


def money(amount: Decimal | str | None, trim: bool = False) -> str:
    """Return a price like `euros`; "" without a price and for prices that are not shown."""
    try:
        value = Decimal(amount if amount is not None else "")
    except InvalidOperation:
        return ""
    return "" if value >= UNSHOWN_FROM else euros(value, trim)


def moment_text(moment: datetime, zone: ZoneInfo | None = None) -> str:
    """Return day and time in figures, in the active language and the shop's time zone, or in `zone`."""
    return with_zone_note(date_format(timezone.localtime(moment, zone), "SHORT_DATETIME_FORMAT"), zone)


def long_date(day: date) -> str:
    return str(format_date(day, "long", locale=LOCALES[active_language()]))


def full_date(day: date) -> str:
    """Like `long_date`, with the day of the week."""
    return str(format_date(day, "full", locale=LOCALES[active_language()]))


def weekday(day: date) -> str:
    return str(format_date(day, "EEEE", locale=LOCALES[active_language()]))


def time_text(local: datetime) -> str:
    """Return `14:30`, in German `14:30 Uhr`."""
    return pgettext("time of day", "%(time)s") % {"time": f"{local:%H:%M}"}


def date_and_time(moment: datetime, zone: ZoneInfo | None = None) -> str:
    """Like `moment_text`, in words."""
    local = timezone.localtime(moment, zone)
    return with_zone_note(f"{full_date(local)}, {time_text(local)}", zone)
