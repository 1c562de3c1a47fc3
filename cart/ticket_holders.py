"""The two ways in which the wire writes a ticket's holder: parts joined by `+`, and JSON (purchase §3, §5)."""

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
"""What an event must know of each ticket's holder, by its requirement (purchase §5, §6)."""
LONGEST = {field.name: field.max_length or 0 for field in TicketHolder._meta.fields if field.name in PARTS}
SIGN = "+"
LONGEST_JSON = 2000


def holder_text(holder: TicketHolder) -> str:
    """`first+last`, and where they were asked for, `+address+phone`."""
    return SIGN.join(getattr(holder, part) for part in PARTS).rstrip(SIGN)


def checked_parts(text: str) -> dict[str, str]:
    """What `holder_text` made: the last part may hold a `+` itself. Raises PersonalisationInvalid."""
    parts = split_holder(text)
    for part, value in parts.items():
        if len(value) > LONGEST[part]:
            raise PersonalisationInvalid(limit=LONGEST[part])
    return parts


def split_holder(text: str) -> dict[str, str]:
    return dict(zip(PARTS, (one_line(part) for part in text.split(SIGN, len(PARTS) - 1)), strict=False))


def entered_parts(text: str) -> dict[str, str]:
    """Either of the two ways, by parts; what else a JSON holds is not looked at. Raises PersonalisationInvalid for what
    is neither.
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
    # Of what is joined only the last part may hold the sign.
    return {part: one_line(value if part == PARTS[-1] else value.replace(SIGN, " ")) for part, value in texts.items()}


def is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def text_for_line(text: str, variant: ProductVariant) -> str:
    """What stands on a line: one line of text, of a ticket its holder's parts by `+`, in whichever way they came.
    Raises PersonalisationInvalid for a JSON that is none.
    """
    if not variant.is_ticket or not is_json(text):
        return one_line(text)
    given = entered_parts(text)
    return SIGN.join(given.get(part, "") for part in PARTS).rstrip(SIGN)


def is_same_name(one: str, other: str) -> bool:
    """Without a difference of capitals and blanks."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def missing_parts(item: Item) -> list[str]:
    """What its event must know of a ticket's holder and does not."""
    return missing_holder_parts(item.personal_identifier, item.ticket.holder_parts) if item.ticket else []


def missing_holder_parts(text: str, required: Iterable[str]) -> list[str]:
    """Of the two names either is enough: some people have one."""
    given = split_holder(text)
    known = NAMES if any(given.get(name) for name in NAMES) else ()
    return [part for part in required if not given.get(part) and part not in known]


def check_holder(item: Item) -> None:
    """As `check_holder_parts`, for a ticket as the rules see it."""
    _check(item.personal_identifier, item.ticket.holder_parts if item.ticket else ())


def check_holder_parts(text: str, requirement: str) -> None:
    """Raises PersonalisationInvalid for a part that is too long, PersonalisationLink for one that leads somewhere,
    PersonalisationMissing for one that an event of this requirement must know.
    """
    _check(text, REQUIRED_PARTS[requirement])


def _check(text: str, required: Iterable[str]) -> None:
    if any(has_link_or_sign(part) for part in checked_parts(text).values()):
        raise PersonalisationLink
    missing = missing_holder_parts(text, required)
    if missing:
        raise PersonalisationMissing(missing=missing)


def holder_json(holder: TicketHolder | None, *, checked_in: bool, expires_on: date) -> str:
    """As a ticket says it (purchase §3 "Ticket"), also one that names nobody."""
    names = {part: getattr(holder, part) for part in PARTS} if holder else {}
    return json.dumps({**names, "checked_in": checked_in, "expires_on": expires_on.isoformat()})


def holders_kept_until(event: Event) -> date:
    """The last day on which the shop knows who comes."""
    return event.ends_on + TICKET_HOLDERS.span


def events_within_retention(today: date | None = None, span: timedelta = TICKET_HOLDERS.span) -> QuerySet[Event]:
    """Events, which may have been postponed, that `holders_kept_until` of today still covers, or for another span."""
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
    """Give new lines of tickets, which have their variants, the holders that their items name."""
    named = []
    for line, item in lines:
        if item.personal_identifier and line.variant.event is not None:
            line.ticket_holder = new_holder(item.personal_identifier, line.variant.event)
            named.append(line.ticket_holder)
    if named:
        TicketHolder.objects.bulk_create(named)


def rename_holders(lines: Manager[Any], named: Sequence[tuple[Any, str]]) -> None:
    """Of stored tickets among a cart's or an order's `lines`; nobody for an empty text. The same statements for one as
    for many.
    """
    former = [line.ticket_holder_id for line, _text in named if line.ticket_holder_id]
    for line, text in named:
        line.ticket_holder = new_holder(text, line.variant.event) if text else None
    TicketHolder.objects.bulk_create([line.ticket_holder for line, _text in named if line.ticket_holder])
    lines.bulk_update([line for line, _text in named], ["ticket_holder"])
    TicketHolder.objects.filter(pk__in=former).delete()
