"""Days on which banks execute transfers in euros: those of the TARGET calendar."""

from datetime import date, timedelta

from dateutil.easter import easter

SATURDAY = 5
CLOSED = ((1, 1), (5, 1), (12, 25), (12, 26))
GOOD_FRIDAY, EASTER_MONDAY = timedelta(days=-2), timedelta(days=1)


def is_business_day(day: date) -> bool:
    return (
        day.weekday() < SATURDAY
        and (day.month, day.day) not in CLOSED
        and day - easter(day.year) not in (GOOD_FRIDAY, EASTER_MONDAY)
    )


def business_day_from(day: date) -> date:
    """Return the day itself, or the next business day."""
    while not is_business_day(day):
        day += timedelta(days=1)
    return day
