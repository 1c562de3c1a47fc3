"""Links to the check-in of an order's tickets, for its page and the mail with tickets."""

from collections.abc import Iterable

from aftersale.models import Ticket
from catalogue.models import Event
from catalogue.queries import visible
from checkout.hooks import CheckInLink
from checkout.models import OrderLine
from shop.core.database.clock import database_now
from shop.models import Shop
from shop.queries import shop_url

from .queries import opens_at, window_of


def check_in_page(shop: Shop, number: str) -> str:
    return f"{shop_url(shop)}/checkin?id={number}"


def links_of_lines(shop: Shop, lines: Iterable[OrderLine]) -> list[CheckInLink]:
    """Of the valid tickets of lines."""
    events = events_with_check_in(shop, (line.variant.event_id for line in lines))
    if not events:
        return []
    tickets = Ticket.objects.valid().filter(line__in=[line.pk for line in lines]).in_order()
    return links(tickets.select_related("line__variant", "check_in"), events)


def links_of_tickets(shop: Shop, tickets: Iterable[Ticket]) -> list[CheckInLink]:
    """Return links for tickets read by `aftersale.tickets.queries`."""
    events = [event for one in tickets if (event := one.line.variant.event) and event.checkin]
    return links(tickets, events_with_check_in(shop, [event.pk for event in events])) if events else []


def events_with_check_in(shop: Shop, keys: Iterable[int | None]) -> dict[int, Event]:
    """Return events whose check-in is not closed yet, by id."""
    now = database_now()
    found = visible.events(shop).filter(pk__in=set(keys), checkin=True).select_related("venue")
    on = found.exclude(state__in=[Event.State.CANCELLED, Event.State.POSTPONED])
    return {event.pk: event for event in on if not window_of(event).is_over(now)}


def links(tickets: Iterable[Ticket], events: dict[int, Event]) -> list[CheckInLink]:
    now = database_now()
    return [
        CheckInLink(
            one.number, one.line.name, event.venue, opens_at(event), window_of(event).is_open(now),
            getattr(one, "check_in", None) is not None,
        )
        for one in tickets
        if (event := events.get(one.line.variant.event_id or 0)) is not None
    ]  # fmt: skip
