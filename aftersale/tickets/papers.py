"""Tickets as a PDF, a page for each, made whenever somebody wants it: what it says is as it stands then."""

from collections.abc import Sequence

from django.utils import timezone

from aftersale.models import Ticket
from checkout.models import Order
from shop.pdf.typesetting import typeset

from .words import paper_of

PDF = "application/pdf"


def tickets_pdf(order: Order, tickets: Sequence[Ticket]) -> bytes:
    """In the order's language and its shop's look. The tickets come from `aftersale.tickets.queries`; at least one."""
    assert tickets
    day = timezone.localdate(max(one.reissued_at or one.issued_at for one in tickets))
    return typeset("ticket", paper_of(order, tickets), dated=day, archival=False)


def file_name(order: Order) -> str:
    return f"Tickets-{order.access.reference}.pdf"
