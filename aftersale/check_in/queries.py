"""Reads of check-ins, each with a fixed number of SQL statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from aftersale.models import CheckIn, CheckInItem, Ticket
from aftersale.numbers.tickets import sent_number
from aftersale.tickets.queries import ticket_by_number
from catalogue.errors import TicketNotFound
from catalogue.models import Event
from catalogue.queries import visible
from catalogue.rules import check_in_starts, event_ends
from shop.core.database.clock import database_now
from shop.core.values.numbers import whole_number
from shop.models import Shop

from .errors import CheckInNotFound
from .rules import Field, Window

# Ids of events have fewer digits.
SHORTEST_NUMBER = 12


@dataclass(frozen=True)
class EventCheckIn:
    """The check-in of an event, with a ticket and its answers if one was named."""

    event: Event
    window: Window
    now: datetime
    allow_retake: bool
    items: Sequence[CheckInItem]
    ticket: Ticket | None = None
    check_in: CheckIn | None = None

    @property
    def fields(self) -> list[Field]:
        asked = (item for item in self.items if item.kind == CheckInItem.Kind.FORM)
        return [Field(item.name or "", item.form_type, item.required) for item in asked]


def window_of(event: Event) -> Window:
    """Return when check-in is open: from five days before the event to its end, unless staff set other times."""
    closes = event.check_in_end_at or event_ends(event.happening_from, event.happening_until)
    return Window(check_in_starts(event.happening_from, event.check_in_start_at), closes)


def opens_at(event: Event) -> datetime | None:
    """Return when it opens. None for a hidden date, which it would reveal."""
    return None if event.hide_date else window_of(event).opens


def check_in_of_event(shop: Shop, which: Q, ticket: Ticket | None = None) -> EventCheckIn:
    """Return the check-in. Raises CheckInNotFound if the shop has no such event, or the event has no
    online check-in.
    """
    found = visible.events(shop).filter(which, checkin=True).select_related("venue", "check_in_form").first()
    if found is None:
        raise CheckInNotFound
    form = getattr(found, "check_in_form", None)
    return EventCheckIn(
        event=found, window=window_of(found), now=database_now(), allow_retake=bool(form and form.allow_retake),
        items=list(form.items.all()) if form else [], ticket=ticket,
        check_in=CheckIn.objects.filter(ticket=ticket).first() if ticket else None,
    )  # fmt: skip


def check_in_named(shop: Shop, text: str) -> EventCheckIn:
    """Return the check-in of a ticket's number, with or without check digit, or of an event's id or slug.

    Raises TicketNotFound for any wrong number, CheckInNotFound.
    """
    digits = "".join(text.split())
    if digits.isdigit() and len(digits) >= SHORTEST_NUMBER:
        return check_in_of_ticket(shop, text)
    return check_in_of_event(shop, Q(slug=text) | Q(pk=whole_number(text)))


def check_in_of_ticket(shop: Shop, code: str) -> EventCheckIn:
    """Raises TicketNotFound, CheckInNotFound."""
    ticket = ticket_by_number(shop, sent_number(code) or "")
    if ticket is None:
        raise TicketNotFound
    return check_in_of_event(shop, Q(pk=ticket.line.variant.event_id), ticket)
