"""Contents of the mail with a placement's tickets: PDF, calendar, wallet and check-in links."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from aftersale.check_in.links import check_in_page, links_of_tickets
from aftersale.models import Ticket
from aftersale.ticket_service.links import form_page, service_links
from aftersale.tickets.calendar_file import CALENDAR, FILE_NAME, tickets_calendar
from aftersale.tickets.papers import PDF, file_name, tickets_pdf
from aftersale.tickets.queries import valid_tickets
from checkout.hooks import MailParts
from checkout.models import Order, Placement
from checkout.orders.access import takes_contact_data
from checkout.orders.links import contact_data_page, tickets_file
from checkout.orders.tickets import WalletLink, wallet_links
from shop.mails.sending import Attachment
from shop.queries import absolute_url


def enclosed_tickets(placement: Placement) -> MailParts:
    """The placement's tickets as they are when the mail is written. If none is valid any more, the mail says so."""
    order = placement.order
    # A wallet link is for all of the order.
    of_order = valid_tickets(order)
    tickets = [one for one in of_order if one.line.placement_id == placement.pk]
    if not tickets:
        return MailParts({"tickets": []})
    files = [Attachment(file_name(order), tickets_pdf(order, tickets), PDF)]
    dates = tickets_calendar(order, tickets)
    if dates:
        files.append(Attachment(FILE_NAME, dates, CALENDAR.partition(";")[0]))
    links = {
        "issued_anew": any(one.reissued_at for one in tickets),
        "tickets_url": absolute_url(order.shop, tickets_file(order)),
        "check_ins": check_ins_of(order, tickets),
        "services": [
            {"link": one, "url": form_page(order.shop, one, order.reference)}
            for one in service_links(order.shop, [ticket.line for ticket in tickets])
        ],
        "contact_url": contact_data_page(order.shop) if any(takes_contact_data(one.line) for one in tickets) else "",
        "calendar_url": absolute_url(order.shop, tickets_file(order, "ics")) if dates else "",
        "wallets": wallets_of(order, of_order),
    }
    return MailParts({"tickets": tickets, **links}, files)


def check_ins_of(order: Order, tickets: Iterable[Ticket]) -> list[dict[str, Any]]:
    """Return check-in links of tickets whose event has an online check-in that is not closed."""
    return [
        {"link": one, "url": check_in_page(order.shop, one.ticket_number)}
        for one in links_of_tickets(order.shop, tickets)
    ]


def wallets_of(order: Order, tickets: Iterable[Ticket]) -> list[WalletLink]:
    """Return wallet links of the order with these tickets, which are all of its valid ones."""
    links = wallet_links(order, [(one.line, one.position) for one in tickets])
    return [replace(one, url=absolute_url(order.shop, one.url)) for one in links]
