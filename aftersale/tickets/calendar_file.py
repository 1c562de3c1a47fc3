"""The events of an order's tickets as a calendar file."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import translation

from aftersale.models import Ticket
from catalogue.calendar.file import CalendarEntry, calendar
from catalogue.calendar.texts import place_of, status_of, tagged, times_of
from catalogue.models import Event
from checkout.models import Order
from checkout.orders.links import order_page
from checkout.orders.texts import seat_text

CALENDAR = "text/calendar; charset=utf-8"
FILE_NAME = "tickets.ics"


def tickets_calendar(order: Order, tickets: Iterable[Ticket]) -> str:
    """Return a calendar with an entry for each event whose date is public; empty without any. Entries have the id of
    the event's own calendar file, so that a calendar shows the event once.
    """
    seats: dict[Event, list[str]] = {}
    for ticket in tickets:
        event = ticket.line.variant.event
        if event is not None and not event.hide_date:
            seats.setdefault(event, []).append(seat_text(ticket.line))
    if not seats:
        return ""
    with translation.override(order.language):
        entries = [entry_of(order, event, [seat for seat in found if seat]) for event, found in seats.items()]
        return calendar(entries, language=order.language)


def entry_of(order: Order, event: Event, seats: list[str]) -> CalendarEntry:
    changed = max(event.changed_at, event.venue.changed_at)
    address = order_page(order.shop, order.access)
    return CalendarEntry(
        uid=f"event-{event.pk}@{urlsplit(settings.PUBLIC_URL).hostname}",
        sequence=max(0, int((changed - event.created_at).total_seconds())),
        changed=changed,
        begins=event.happening_from,
        ends=event.happening_until,
        title=tagged(str(event), event, order.language),
        place=place_of(event),
        text="\n".join([*times_of(event, order.language), *seats, address]),
        url=address,
        status=status_of(event),
    )
