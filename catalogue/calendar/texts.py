"""Texts about an event in calendar entries, besides its name."""

from catalogue.models import Event
from shop.core.values.zones import zone_note
from shop.texts import lang_text


def place_of(event: Event) -> str:
    venue = event.venue
    city = f"{venue.post_code} {venue.city}".strip()
    return ", ".join(part for part in (venue.name, venue.address, city) if part)


STATUS = {Event.State.CANCELLED: "CANCELLED", Event.State.POSTPONED: "TENTATIVE"}
TAGS = {Event.State.CANCELLED: "LANG_TICKET_TAG_CANCELLED", Event.State.POSTPONED: "LANG_TICKET_TAG_POSTPONED"}


def status_of(event: Event) -> str:
    """Return the STATUS of RFC 5545."""
    return STATUS.get(event.state, "CONFIRMED")  # type: ignore[call-overload]


def tagged(title: str, event: Event, language: str) -> str:
    """Return the title with such as “Abgesagt: ” in front, because many calendars show no status."""
    key = TAGS.get(event.state)  # type: ignore[call-overload]
    return f"{lang_text(key, language)}: {title}" if key else title


def times_of(event: Event, language: str) -> list[str]:
    """Return such as “Einlass 19:00 Uhr” and the beginning, on the venue's clock."""
    note = zone_note(event.venue.time_zone, language)
    times = (("LANG_EVENT_DOORS", event.door_time), ("LANG_EVENT_START", event.happening_from))
    texts = [
        f"{lang_text(key, language)} {lang_text('LANG_EVENT_TIME', language, time=f'{event.at_venue(at):%H:%M}')}"
        for key, at in times
        if at is not None
    ]
    return [f"{text} ({note})" for text in texts] if note else texts
