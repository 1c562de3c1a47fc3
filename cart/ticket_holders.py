"""The two ways in which the specs write a ticket's holder: parts joined by `+`, and JSON (purchase §3, §5)."""

import json
from collections.abc import Iterable
from datetime import timedelta

from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from catalogue.models import Event

from .errors import PersonalisationInvalid
from .models import CartLine, TicketHolder
from .rules import Item

PARTS = ("first_name", "last_name", "address", "phone")
LONGEST = {field.name: field.max_length or 0 for field in TicketHolder._meta.fields if field.name in PARTS}
# A check-in counts as long (purchase §4 "Other after-sale states").
KEPT = timedelta(days=28)


def joined(holder: TicketHolder) -> str:
    """`first+last`, and where they were asked for, `+address+phone`."""
    return "+".join(getattr(holder, part) for part in PARTS).rstrip("+")


def parts_of(text: str) -> dict[str, str]:
    """What `joined` made: the last part may hold a `+` itself. Raises PersonalisationInvalid."""
    parts = dict(zip(PARTS, (part.strip() for part in text.split("+", len(PARTS) - 1)), strict=False))
    for part, value in parts.items():
        if len(value) > LONGEST[part]:
            raise PersonalisationInvalid(limit=LONGEST[part])
    return parts


def as_json(holder: TicketHolder, *, checked_in: bool) -> str:
    """As a ticket says it (purchase §3 "Ticket")."""
    names = {part: getattr(holder, part) for part in PARTS}
    return json.dumps({**names, "checked_in": checked_in, "expires_on": holder.erase_after.isoformat()})


def new_holder(text: str, event: Event) -> TicketHolder:
    last_day = timezone.localdate(event.happening_until or event.happening_from)
    return TicketHolder(**parts_of(text), erase_after=last_day + KEPT)


def name_holders(lines: Iterable[tuple[CartLine, Item]]) -> None:
    """Give new lines of tickets, which have their variants, the holders that their items name."""
    named = []
    for line, item in lines:
        if item.personal_identifier and line.variant.event is not None:
            line.ticket_holder = new_holder(item.personal_identifier, line.variant.event)
            named.append(line.ticket_holder)
    if named:
        TicketHolder.objects.bulk_create(named)


def rename_holder(line: CartLine, text: str) -> None:
    """Of a stored line of a ticket; nobody for an empty text."""
    former, event = line.ticket_holder, line.variant.event
    assert event is not None
    line.ticket_holder = None
    if text:
        line.ticket_holder = new_holder(text, event)
        line.ticket_holder.save()
    line.save(update_fields=["ticket_holder"])
    if former is not None:
        former.delete()


def erase_old_holders() -> int:
    """Erase those whose events, which may have been postponed, are long over; how many."""
    last_day = TruncDate(Coalesce("happening_until", "happening_from"))
    recent = Event.objects.annotate(last_day=last_day).filter(last_day__gte=timezone.localdate() - KEPT)
    over = TicketHolder.objects.filter(erase_after__lt=timezone.localdate())
    return over.exclude(cart_line__variant__event__in=recent).delete()[1].get("cart.TicketHolder", 0)
