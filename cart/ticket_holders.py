"""Ticket holders in both formats of the wire: parts joined by `+`, and JSON (purchase §3, §5)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import DateField, DateTimeField, F, Func, Manager, QuerySet
from django.db.models.functions import Cast, Coalesce
from django.utils import timezone

from catalogue.models import Event, ProductVariant
from shop.core.retention import TICKET_HOLDERS
from shop.mails.links import has_link_or_sign, one_line

from .errors import PersonalisationInvalid, PersonalisationLink, PersonalisationMissing
from .models import CartLine, TicketHolder
from .rules import Item

NAMES = ("first_name", "last_name")
PARTS = (*NAMES, "address", "phone")
REQUIRED_PARTS: Mapping[str, tuple[str, ...]] = {
    Event.Personalization.NONE: (),
    Event.Personalization.CHECK_IN: NAMES,
    Event.Personalization.CONTACT_TRACING: PARTS,
}
"""Required data of ticket holders, by the event's requirement (purchase §5, §6)."""
LONGEST = {field.name: field.max_length or 0 for field in TicketHolder._meta.fields if field.name in PARTS}
SIGN = "+"
LONGEST_JSON = 2000


def holder_text(holder: TicketHolder) -> str:
    """Return `first+last`, with `+address+phone` if known."""
    return SIGN.join(getattr(holder, part) for part in PARTS).rstrip(SIGN)


def checked_parts(text: str) -> dict[str, str]:
    """Split the text of `holder_text`; the last part may contain `+`. Raises PersonalisationInvalid if too long."""
    parts = split_holder(text)
    for part, value in parts.items():
        if len(value) > LONGEST[part]:
            raise PersonalisationInvalid(limit=LONGEST[part])
    return parts


def split_holder(text: str) -> dict[str, str]:
    return dict(zip(PARTS, (one_line(part) for part in text.split(SIGN, len(PARTS) - 1)), strict=False))


def entered_parts(text: str) -> dict[str, str]:
    """Read either format. Ignores other keys of the JSON. Raises PersonalisationInvalid if the JSON is no object or too
    long.
    """
    if not is_json(text):
        return split_holder(text)
    try:
        data = json.loads(text) if len(text) <= LONGEST_JSON else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise PersonalisationInvalid("personalisation is no JSON object")
    texts = {part: value for part in PARTS if isinstance(value := data.get(part), str)}
    # Only the last part may contain the separator.
    return {part: one_line(value if part == PARTS[-1] else value.replace(SIGN, " ")) for part, value in texts.items()}


def is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def text_for_line(text: str, variant: ProductVariant) -> str:
    """Return the text to store on a line, on one line of text. A ticket's holder is joined by `+`, whichever format was
    sent. Raises PersonalisationInvalid for invalid JSON.
    """
    if not variant.is_ticket or not is_json(text):
        return one_line(text)
    given = entered_parts(text)
    return SIGN.join(given.get(part, "") for part in PARTS).rstrip(SIGN)


def is_same_name(one: str, other: str) -> bool:
    """Compare names, ignoring case and repeated blanks."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def missing_parts(item: Item) -> list[str]:
    """Return the required parts of the holder that are missing."""
    return missing_holder_parts(item.personal_identifier, item.ticket.holder_parts) if item.ticket else []


def missing_holder_parts(text: str, required: Iterable[str]) -> list[str]:
    """Return the required parts that are missing. One of the two names is enough."""
    given = split_holder(text)
    known = NAMES if any(given.get(name) for name in NAMES) else ()
    return [part for part in required if not given.get(part) and part not in known]


def check_holder(item: Item) -> None:
    """Check an item's holder. Raises the errors of `check_holder_parts`."""
    _check(item.personal_identifier, item.ticket.holder_parts if item.ticket else ())


def check_holder_parts(text: str, requirement: str) -> None:
    """Raises PersonalisationInvalid for a part that is too long, PersonalisationLink for a link,
    PersonalisationMissing if a part required by the event is missing.
    """
    _check(text, REQUIRED_PARTS[requirement])


def _check(text: str, required: Iterable[str]) -> None:
    if any(has_link_or_sign(part) for part in checked_parts(text).values()):
        raise PersonalisationLink
    missing = missing_holder_parts(text, required)
    if missing:
        raise PersonalisationMissing(missing=missing)


def holder_json(holder: TicketHolder | None, *, checked_in: bool, expires_on: date) -> str:
    """Return the JSON of a ticket (purchase §3 "Ticket"), also without a holder."""
    names = {part: getattr(holder, part) for part in PARTS} if holder else {}
    return json.dumps({**names, "checked_in": checked_in, "expires_on": expires_on.isoformat()})


def holders_kept_until(event: Event) -> date:
    """Return the last day on which the event's ticket holders are stored."""
    return event.ends_on + TICKET_HOLDERS.span


def events_within_retention(today: date | None = None, span: timedelta = TICKET_HOLDERS.span) -> QuerySet[Event]:
    """Return events whose data is still within its retention period, by their current date. `span`: that period."""
    local = Func(
        F("venue__time_zone"), Coalesce("happening_until", "happening_from"), function="timezone",
        output_field=DateTimeField(),
    )  # fmt: skip
    last_day = Cast(local, DateField())
    covered = (today or timezone.localdate()) - span
    return Event.objects.annotate(last_day=last_day).filter(last_day__gte=covered)


def new_holder(text: str, event: Event) -> TicketHolder:
    return TicketHolder(**checked_parts(text), erase_after=holders_kept_until(event))


def create_holders(lines: Iterable[tuple[CartLine, Item]]) -> None:
    """Create the holders that new ticket lines name. The lines must have their variants."""
    named = []
    for line, item in lines:
        if item.personal_identifier and line.variant.event is not None:
            line.ticket_holder = new_holder(item.personal_identifier, line.variant.event)
            named.append(line.ticket_holder)
    if named:
        TicketHolder.objects.bulk_create(named)


def rename_holders(lines: Manager[Any], named: Sequence[tuple[Any, str]]) -> None:
    """Replace the holders of stored tickets among a cart's or an order's `lines`. An empty text removes the holder. The
    number of statements does not depend on the number of lines.
    """
    former = [line.ticket_holder_id for line, _text in named if line.ticket_holder_id]
    for line, text in named:
        line.ticket_holder = new_holder(text, line.variant.event) if text else None
    TicketHolder.objects.bulk_create([line.ticket_holder for line, _text in named if line.ticket_holder])
    lines.bulk_update([line for line, _text in named], ["ticket_holder"])
    TicketHolder.objects.filter(pk__in=former).delete()
