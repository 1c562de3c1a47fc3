"""Reads of the ticket service: which events offer a form, and which tickets an entry means. Each has a fixed number of
SQL statements.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from aftersale.models import (
    Admission,
    PrintedNumber,
    RequestedTicket,
    Ticket,
    TicketServiceItem,
    TicketServicePeriod,
    TicketServiceRequest,
)
from aftersale.numbers.printed import SHORTEST_ASKED
from aftersale.numbers.tickets import sent_number
from aftersale.printed_tickets.rules import number_key
from cart.ticket_holders import REQUIRED_PARTS, is_same_name
from catalogue.models import Event
from checkout.models import BoxOfficeMethod, Order, OrderLine
from checkout.payments.references import order_reference
from shop.core.database.clock import database_now
from shop.models import Shop

from .errors import TicketServiceClosed, TicketsUnknown
from .rules import closes_at

Kind, Type = TicketServiceRequest.Kind, TicketServiceItem.Type
LINE = ("line__placement__order__billing_address", "line__variant__event__venue", "line__ticket_holder")


@dataclass(frozen=True)
class OpenEvent:
    """`until`: None if the event's date is hidden, because the deadline would reveal it."""

    event: Event
    until: datetime | None


@dataclass(frozen=True)
class TicketEntry:
    """One ticket in a guest's input."""

    type: str
    number: str
    name: str
    name_new: str = ""
    file: str = ""


@dataclass(frozen=True)
class MatchedTicket:
    """An entry with its online or printed ticket."""

    entry: TicketEntry
    ticket: Ticket | None = None
    printed: PrintedNumber | None = None

    @property
    def line(self) -> OrderLine:
        line = self.ticket.line if self.ticket else self.printed.line if self.printed else None
        assert line is not None
        return line


def is_offered(shop: Shop, kind: str) -> bool:
    """True if the shop offers the form. Only shops of a band offer cancellation (purchase §2)."""
    return kind != Kind.CANCEL or shop.is_band


def period_end(period: TicketServicePeriod, kind: str) -> datetime | None:
    event = period.event
    until = period.cancel_until if kind == Kind.CANCEL else period.change_until
    personalised = bool(REQUIRED_PARTS[event.personalization_requirement])
    return closes_at(until, event.happening_from, personalised=personalised)


def open_events(shop: Shop, kind: str) -> list[OpenEvent]:
    """Return the shop's events that offer this form now, the next one first. One statement and the clock."""
    if not is_offered(shop, kind):
        return []
    now = database_now()
    wanted = {f"{kind}_until__gt": now}
    periods = TicketServicePeriod.objects.filter(event__in=Event.objects.listed_in(shop), **wanted)
    known = periods.select_related("event__venue").order_by("event__happening_from", "event")
    ends = ((one.event, period_end(one, kind)) for one in known)
    return [OpenEvent(event, None if event.hide_date else end) for event, end in ends if end and end > now]


def closed_places(found: Sequence[MatchedTicket], kind: str) -> list[int]:
    """Return the indexes of tickets whose event does not offer this form now."""
    events = {one.line.variant.event_id for one in found}
    periods = TicketServicePeriod.objects.filter(event__in=events).select_related("event")
    now = database_now()
    is_open = {one.event_id for one in periods if (end := period_end(one, kind)) is not None and end > now}
    return [place for place, one in enumerate(found) if one.line.variant.event_id not in is_open]


def matched_tickets(shop: Shop, entries: Sequence[TicketEntry], reference: str) -> list[MatchedTicket | None]:
    """Return the valid ticket of the shop for each entry, or None. The number must match the order, or the holder's
    name if no order is given.
    """
    online = {sent_number(one.number) or "" for one in entries if one.type == Type.ONLINE}
    hard = {number_key(one.number) for one in entries if one.type == Type.HARD}
    bought = of_reference(reference)
    tickets = Ticket.objects.valid().filter(bought, number__in=online, line__placement__shop=shop)
    papers = PrintedNumber.objects.used().filter(bought, key__in=hard, line__placement__shop=shop)
    by_number = {one.number: one for one in tickets.select_related(*LINE)} if online else {}
    by_key: dict[str, list[PrintedNumber]] = {}
    for paper in papers.select_related(*LINE) if hard else []:
        by_key.setdefault(paper.key, []).append(paper)
    return [
        matched_online(one, by_number, reference)
        if one.type == Type.ONLINE
        else matched_printed(one, by_key.get(number_key(one.number), []), reference)
        for one in entries
    ]


def printed_ticket_to_cancel(shop: Shop, number: str, name: str, reference: str) -> PrintedNumber:
    """Return the printed ticket to cancel. Raises TicketsUnknown, TicketServiceClosed."""
    [found] = matched_tickets(shop, [TicketEntry(Type.HARD, number, name)], reference)
    if found is None or found.printed is None:
        raise TicketsUnknown([0])
    if closed := closed_places([found], Kind.CANCEL):
        raise TicketServiceClosed(closed)
    return found.printed


def of_reference(reference: str) -> Q:
    if not reference.strip():
        return Q()
    written = order_reference(reference)
    return Q(line__placement__order__reference=written) | Q(line__placement__reference=written)


def matched_online(entry: TicketEntry, known: dict[str, Ticket], reference: str) -> MatchedTicket | None:
    ticket = known.get(sent_number(entry.number) or "")
    if ticket is None or not (reference.strip() or is_holders_name(ticket.line, entry.name)):
        return None
    return MatchedTicket(entry, ticket=ticket)


def matched_printed(entry: TicketEntry, known: Iterable[PrintedNumber], reference: str) -> MatchedTicket | None:
    """Match a printed ticket. Events may share a number; without an order, short numbers are refused as guessable."""
    if not reference.strip():
        long_enough = len(number_key(entry.number)) >= SHORTEST_ASKED
        known = [one for one in known if long_enough and one.line and is_holders_name(one.line, entry.name)]
    papers = list(known)
    return MatchedTicket(entry, printed=papers[0]) if len(papers) == 1 else None


def is_holders_name(line: OrderLine, name: str) -> bool:
    return is_same_name(holder_of(line), name)


def holder_of(line: OrderLine) -> str:
    """The ticket holder's name if entered, otherwise the buyer's. Empty for a placement that joined the order without
    proof of its e-mail, and for a sale at the door without a name.
    """
    if line.ticket_holder is not None:
        return str(line.ticket_holder)
    address = line.placement.order.billing_address
    if line.placement.secret or is_of_nobody(line.placement.order):
        return ""
    return address.full_name


def is_of_nobody(order: Order) -> bool:
    """True for a sale at the door without a name. The placeholder in its place is no secret."""
    return order.preferred_payment_method in BoxOfficeMethod.values and not order.billing_address.first_name


def taken_places(found: Sequence[MatchedTicket]) -> list[int]:
    """Return the indexes of tickets that are in a request or refund request already, or used."""
    tickets = {one.ticket.pk for one in found if one.ticket}
    papers = {one.printed.pk for one in found if one.printed}
    lines = {one.line.pk for one in found if one.printed}
    open_items = TicketServiceItem.objects.filter(stands=True)
    asked = set(open_items.filter(ticket__in=tickets).values_list("ticket", flat=True))
    refunds = RequestedTicket.objects.filter(stands=True)
    asked |= set(refunds.filter(ticket__in=tickets).values_list("ticket", flat=True))
    inside = set(Admission.objects.in_force().filter(ticket__in=tickets).values_list("ticket", flat=True))
    asked_papers = set(open_items.filter(printed__in=papers).values_list("printed", flat=True))
    asked_lines = set(refunds.filter(line__in=lines, ticket=None).values_list("line", flat=True))
    return [
        place
        for place, one in enumerate(found)
        if (one.ticket and one.ticket.pk in asked | inside)
        or (one.printed and (one.printed.pk in asked_papers or one.line.pk in asked_lines))
    ]


def mismatches(request: TicketServiceRequest, items: Iterable[TicketServiceItem]) -> dict[str, Any]:
    """Return what staff should check: whether `reference`, `email` or `name` differ from the order's, and in `holders`,
    by item id, the stored holder's name where another one was entered.
    """
    order = request.order
    given = order_reference(request.reference)
    buyer = order.billing_address.full_name
    holders = {one.pk: holder_of(one.line) for one in items if not is_holders_name(one.line, one.name)}
    known_name = is_same_name(buyer, request.name) or any(is_holders_name(one.line, request.name) for one in items)
    return {
        "reference": not given,
        "email": request.email.casefold() != order.email.casefold(),
        "name": not known_name,
        "holders": holders,
    }


def requests_to_do() -> int:
    return TicketServiceRequest.objects.open().count()


def waiting_request(found: Sequence[MatchedTicket], kind: str) -> TicketServiceRequest | None:
    """Return the waiting request with exactly these tickets and names, if any: a form sent twice makes one request."""
    tickets = {one.ticket.pk for one in found if one.ticket}
    papers = {one.printed.pk for one in found if one.printed}
    items: QuerySet[TicketServiceItem] = TicketServiceItem.objects.filter(
        Q(ticket__in=tickets) | Q(printed__in=papers), stands=True, request__kind=kind
    ).select_related("request")
    requests = {one.request for one in items}
    if len(requests) != 1:
        return None
    [request] = requests
    asked = {(one.ticket_id, one.printed_id, one.name_new) for one in request.items.all()}
    meant = {
        (one.ticket and one.ticket.pk, one.printed and one.printed.pk, one.entry.name_new) for one in found
    }  # fmt: skip
    return request if asked == meant else None
