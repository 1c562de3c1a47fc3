"""Calendar files as RFC 5545 has them: lines of at most 75 octets, texts escaped, times in UTC."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

FOLD_AT = 75
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event. `uid` stays its own for ever; `sequence` grows with each change. Without `ends` it has none."""

    uid: str
    sequence: int
    changed: datetime
    begins: datetime
    ends: datetime | None
    title: str
    place: str
    text: str
    url: str


def calendar(entries: Iterable[Entry], *, language: str, name: str = "", source: str = "") -> str:
    """A calendar of entries. `name` and `source`, the file's own address, make it a feed to subscribe to."""
    return "".join(f"{fold(line)}\r\n" for line in _lines(entries, language, name, source))


def _lines(entries: Iterable[Entry], language: str, name: str, source: str) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//Merchstand//Tickets//{language.upper()}")
    yield from ("CALSCALE:GREGORIAN", "METHOD:PUBLISH")
    if name:
        yield from (f"NAME:{escape(name)}", f"X-WR-CALNAME:{escape(name)}")
    if source:
        yield from (f"SOURCE;VALUE=URI:{source}", "REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H")
    for entry in entries:
        yield from _entry_lines(entry, language)
    yield "END:VCALENDAR"


def _entry_lines(entry: Entry, language: str) -> Iterator[str]:
    changed = moment(entry.changed)
    yield from ("BEGIN:VEVENT", f"UID:{entry.uid}", f"SEQUENCE:{entry.sequence}")
    yield from (f"DTSTAMP:{changed}", f"LAST-MODIFIED:{changed}", f"DTSTART:{moment(entry.begins)}")
    if entry.ends is not None:
        yield f"DTEND:{moment(entry.ends)}"
    yield f"SUMMARY;LANGUAGE={language}:{escape(entry.title)}"
    yield f"LOCATION:{escape(entry.place)}"
    yield f"DESCRIPTION;LANGUAGE={language}:{escape(entry.text)}"
    yield from (f"URL:{entry.url}", "STATUS:CONFIRMED", "TRANSP:OPAQUE", "END:VEVENT")


def moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escape(text: str) -> str:
    """RFC 5545 §3.3.11."""
    plain = UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return re.sub(r"([\\;,])", r"\\\1", plain).replace("\n", "\\n")


def fold(line: str) -> str:
    """RFC 5545 §3.1: further lines begin with a space; no character is cut."""
    parts, octets = [""], 0
    for sign in line:
        size = len(sign.encode())
        if octets + size > FOLD_AT:
            parts.append(" ")
            octets = 1
        parts[-1] += sign
        octets += size
    return "\r\n".join(parts)
