"""An order's tickets as PDF and calendar file, for anybody with its secret (purchase §3 "ticket_url")."""

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from checkout.entry.limits import counted_document
from checkout.rest import AnyKind, order_of_path
from shop.core.http.problems import described_problems
from shop.core.limits.visitors import visitor_of
from shop.web.downloads import download

from .calendar_file import CALENDAR, FILE_NAME, tickets_calendar
from .papers import PDF, file_name, tickets_pdf
from .queries import valid_tickets


class TicketsView(APIView):
    content_negotiation_class = AnyKind

    @extend_schema(
        description="A PDF with a page for each valid ticket, or for those of one item.",
        parameters=[OpenApiParameter("item", str)],
        responses={(200, PDF): OpenApiTypes.BINARY, **described_problems(404, 429)},
    )
    def get(self, request: Request, slug: str, secret: str) -> HttpResponse:
        order = order_of_path(request, slug, secret)
        tickets = valid_tickets(order, item=request.query_params.get("item", ""))
        if not tickets:
            raise Http404
        with counted_document(visitor_of(request._request), secret):
            file = tickets_pdf(order, tickets)
        return download(file, PDF, file_name(order))


class TicketsCalendarView(APIView):
    content_negotiation_class = AnyKind

    @extend_schema(
        description="When the order's valid tickets are for, as a calendar file.",
        responses={(200, "text/calendar"): OpenApiTypes.BINARY, **described_problems(404)},
    )
    def get(self, request: Request, slug: str, secret: str) -> HttpResponse:
        order = order_of_path(request, slug, secret)
        dates = tickets_calendar(order, valid_tickets(order))
        if not dates:
            raise Http404
        return download(dates.encode(), CALENDAR, FILE_NAME)
