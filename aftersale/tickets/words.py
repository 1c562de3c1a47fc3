"""Texts of tickets, in the order's language (law TK-1)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from catalogue.events.nights import show_day
from catalogue.models import Event
from checkout.models import Order, OrderLine
from checkout.orders.texts import artist_beside_name
from shop.core.values.formats import NO_BREAK, euros, time_text
from shop.core.values.languages import region_of
from shop.core.values.zones import with_zone_note
from shop.models import Shop
from shop.pdf.look import paper_look
from shop.queries import seller_lines

from .bars import ean13_svg, qr_svg
from .codes import code_of


def paper_of(order: Order, tickets: Sequence[Ticket]) -> dict[str, Any]:
    """Return all texts and codes for `templates/pdf/ticket.typ`."""
    with translation.override(order.language):
        return {
            "language": order.language,
            "region": region_of(order.language),
            "look": paper_look(order.shop),
            "author": order.shop.seller_name or order.shop.name,
            "title": gettext("Tickets for order %(reference)s") % {"reference": order.access.reference},
            "words": {
                "admit": gettext("Ticket"),
                "number": gettext("Ticket number"),
                "code": gettext("Code for the entrance"),
                "good": gettext("Good to know"),
            },
            "notes": notes(),
            "tickets": [
                page_of(order, ticket, place=f"{at}/{len(tickets)}" if len(tickets) > 1 else "")
                for at, ticket in enumerate(tickets, start=1)
            ],
        }


def page_of(order: Order, ticket: Ticket, *, place: str) -> dict[str, Any]:
    """Return a ticket's page. `place`: its number of how many."""
    line, event = ticket.line, ticket.line.variant.event
    assert event is not None
    return {
        "place": place,
        "title": line.name,
        "artist": artist_beside_name(line),
        "when": when_of(event),
        "where": where_of(event),
        "seat": seat_facts(line),
        "facts": [fact for fact in facts_of(order, line, event) if fact[1]],
        "number": grouped_number(ticket.number),
        "bars": ean13_svg(ticket.number),
        "qr": qr_svg(code_of(ticket)),
        "feet": [column for column in (organiser_of(event), seller_of(line.seller)) if column],
    }


def when_of(event: Event) -> list[str]:
    """Return the day and the times. Shows no date that the event hides."""
    if event.hide_date:
        return [gettext("The date will be announced."), ""]
    day = show_day(event)
    times = [(gettext("Doors"), event.door_time), (gettext("Begins"), event.happening_from)]
    clock_texts = " · ".join(f"{word} {time_of(event.at_venue(at))}" for word, at in times if at is not None)
    return [day, with_zone_note(clock_texts, event.venue.zone)]


def time_of(local: datetime) -> str:
    return time_text(local).replace(" ", NO_BREAK)


def where_of(event: Event) -> list[str]:
    venue = event.venue
    town = f"{venue.post_code} {venue.city}".strip()
    return [venue.name, ", ".join(part for part in (venue.address, town) if part)]


def seat_facts(line: OrderLine) -> list[list[str]]:
    if not line.seat_number:
        return []
    return [
        [gettext("Block"), line.seat_section],
        [gettext("Row"), line.seat_row],
        [gettext("Seat"), line.seat_number],
    ]


def facts_of(order: Order, line: OrderLine, event: Event) -> list[list[str]]:
    kind = " · ".join(part for part in (line.pricing_category_name, line.variant_description) if part)
    rate = number_format(line.vat_rate.normalize(), use_l10n=True)
    price = gettext("%(price)s, incl. %(rate)s %% VAT") % {"price": euros(line.price), "rate": rate}
    return [
        [gettext("Name"), str(line.ticket_holder or "")],
        [gettext("Category"), kind],
        [gettext("Price"), price if line.price else euros(line.price)],
        [gettext("Organiser"), owner_of(event) or event.local_organizer],
        [gettext("Order"), order.access.reference],
    ]


def owner_of(event: Event) -> str:
    """The organiser by name, the same everywhere on a ticket. Empty if none is entered."""
    return event.owning_company or f"{event.owning_first_name} {event.owning_last_name}".strip()


def organiser_of(event: Event) -> list[str]:
    """Return the event's organiser as lines of text. Empty if none is entered."""
    name = owner_of(event)
    if not name:
        return []
    town = f"{event.owning_post_code} {event.owning_city}".strip()
    lines = [name, event.owning_address, event.owning_address2, town]
    return [gettext("Organiser"), *(line for line in lines if line)]


def seller_of(seller: Shop) -> list[str]:
    return [gettext("Sold by"), seller.seller_name or seller.name, *seller_lines(seller)]


def notes() -> list[str]:
    return [
        gettext("Show this page at the entrance, on paper or on your phone. The code lets one person in, once."),
        *notes_on_any(),
    ]


def notes_on_any() -> list[str]:
    """Return the notes for all places that show the code."""
    return [
        gettext("Keep it to yourself: whoever shows the code first gets in. Do not post a picture of it."),
        gettext("The terms of the shop apply that you agreed to when ordering."),
    ]
