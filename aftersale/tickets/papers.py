"""Tickets as a PDF with a page for each, made for each request with current data."""

from collections.abc import Sequence

from django.utils import timezone

from aftersale.models import Ticket
from checkout.models import Order
from shop.pdf.typesetting import typeset

from .words import paper_of

PDF = "application/pdf"


def tickets_pdf(order: Order, tickets: Sequence[Ticket]) -> bytes:
    """Return the PDF in the order's language and the shop's theme. Needs at least one ticket, read by
    `aftersale.tickets.queries`.
    """
    assert tickets
    day = timezone.localdate(max(one.reissued_at or one.issued_at for one in tickets))
    return typeset("ticket", paper_of(order, tickets), dated=day, archival=False)


def file_name(order: Order) -> str:
    return f"Tickets-{order.access.reference}.pdf"
