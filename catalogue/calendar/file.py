"""Calendar files as RFC 5545 has them, written by `icalendar`, with times in UTC."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import icalendar

UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
REFRESH_INTERVAL = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An event. `uid` never changes; `sequence` rises with each change. `ends`: None if unknown. `status`: CONFIRMED,
    TENTATIVE or CANCELLED.
    """

    uid: str
    sequence: int
    changed: datetime
    begins: datetime
    ends: datetime | None
    title: str
    place: str
    text: str
    url: str
    status: str = "CONFIRMED"


def calendar(entries: Iterable[CalendarEntry], *, language: str, name: str = "", source: str = "") -> str:
    """Return a calendar file. `name` and `source` (its own address) make it a feed to subscribe to."""
    made = icalendar.Calendar()
    made.add("VERSION", "2.0")
    made.add("PRODID", f"-//Merchstand//Tickets//{language.upper()}")
    made.add("CALSCALE", "GREGORIAN")
    made.add("METHOD", "PUBLISH")
    if name:
        # The library does not know the type of these properties.
        made.add("NAME", icalendar.vText(printable(name)))
        made.add("X-WR-CALNAME", icalendar.vText(printable(name)))
    if source:
        made.add("SOURCE", source, {"VALUE": "URI"})
        made.add("REFRESH-INTERVAL", REFRESH_INTERVAL, {"VALUE": "DURATION"})
        made.add("X-PUBLISHED-TTL", icalendar.vDuration(REFRESH_INTERVAL))
    for entry in entries:
        made.add_component(_event(entry, language))
    return made.to_ical(sorted=False).decode()


def _event(entry: CalendarEntry, language: str) -> icalendar.Event:
    event, spoken = icalendar.Event(), {"LANGUAGE": language}
    event.add("UID", entry.uid)
    event.add("SEQUENCE", entry.sequence)
    event.add("DTSTAMP", entry.changed.astimezone(UTC))
    event.add("LAST-MODIFIED", entry.changed.astimezone(UTC))
    event.add("DTSTART", entry.begins.astimezone(UTC))
    if entry.ends is not None:
        event.add("DTEND", entry.ends.astimezone(UTC))
    event.add("SUMMARY", printable(entry.title), spoken)
    event.add("LOCATION", printable(entry.place))
    event.add("DESCRIPTION", printable(entry.text), spoken)
    event.add("URL", entry.url)
    event.add("STATUS", entry.status)
    event.add("TRANSP", "TRANSPARENT" if entry.status == "CANCELLED" else "OPAQUE")
    return event


def printable(text: str) -> str:
    """Remove characters that calendar programs refuse."""
    return UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
