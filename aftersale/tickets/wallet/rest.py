"""Wallet passes for anybody with the order's secret; 404 if the shop has no certificates."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from aftersale.models import Ticket
from aftersale.tickets.queries import valid_tickets
from aftersale.tickets.rest import download
from checkout.entry.limits import counted_document
from checkout.models import Order
from checkout.orders.tickets import PASSES_A_FILE, is_apple_offered, is_google_offered
from checkout.rest import AnyKind, order_of_path
from shop.core.http.problems import described_problems
from shop.core.limits.visitors import visitor_of
from shop.core.values.numbers import whole_number
from shop.web.redirects import Redirect
from shop.web.rest import NO_STORE

from .apple import PASS, PASSES, ticket_pass, ticket_passes
from .google import save_link

OF_ONE_ITEM = OpenApiParameter("item", str)


def tickets_for(request: Request, slug: str, secret: str, offered: Callable[[], bool]) -> tuple[Order, list[Ticket]]:
    """Return the valid tickets of the order, or of one of its items. Raises Http404 if there are none, or, before
    reading the secret, if the wallet is not offered.
    """
    if not offered():
        raise Http404
    order = order_of_path(request, slug, secret)
    tickets = valid_tickets(order, item=request.query_params.get("item", ""))
    if not tickets:
        raise Http404
    return order, tickets


class ApplePassView(APIView):
    content_negotiation_class = AnyKind

    @extend_schema(
        description="The order's only valid ticket for Apple Wallet, or that of one item.",
        parameters=[OF_ONE_ITEM],
        responses={(200, PASS): OpenApiTypes.BINARY, **described_problems(404, 429)},
    )
    def get(self, request: Request, slug: str, secret: str) -> HttpResponse:
        order, tickets = tickets_for(request, slug, secret, is_apple_offered)
        if len(tickets) != 1:
            raise Http404
        with counted_document(visitor_of(request._request), secret):
            file = ticket_pass(order, tickets[0])
        return download(file, PASS, f"Ticket-{tickets[0].number}.pkpass")


class ApplePassesView(APIView):
    content_negotiation_class = AnyKind

    @extend_schema(
        description="All valid tickets of the order, or of an item, for Apple Wallet: ten in each file.",
        parameters=[OF_ONE_ITEM, OpenApiParameter("part", int)],
        responses={(200, PASSES): OpenApiTypes.BINARY, **described_problems(404, 429)},
    )
    def get(self, request: Request, slug: str, secret: str) -> HttpResponse:
        order, tickets = tickets_for(request, slug, secret, is_apple_offered)
        part = whole_number(request.query_params.get("part", "1")) or 0
        chosen = tickets[(part - 1) * PASSES_A_FILE : part * PASSES_A_FILE] if part > 0 else []
        if not chosen:
            raise Http404
        with counted_document(visitor_of(request._request), secret):
            file = ticket_passes(order, chosen)
        return download(file, PASSES, f"Tickets-{order.access.reference}.pkpasses")


class GooglePassView(APIView):
    content_negotiation_class = AnyKind

    @extend_schema(
        description="On to Google Wallet with the order's only valid ticket, or an item's (one piece of several).",
        parameters=[OF_ONE_ITEM, OpenApiParameter("piece", int)],
        responses={302: None, **described_problems(404, 429)},
    )
    def get(self, request: Request, slug: str, secret: str) -> HttpResponse:
        order, tickets = tickets_for(request, slug, secret, is_google_offered)
        piece = request.query_params.get("piece", "")
        chosen = [one for one in tickets if piece in ("", str(one.position))]
        if len(chosen) != 1:
            raise Http404
        with counted_document(visitor_of(request._request), secret):
            link = save_link(order, chosen[0])
        return Redirect(link, headers=NO_STORE)
