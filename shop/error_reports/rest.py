"""POST shops/{slug}/errors: passes browsers' error reports on to the Sentry server.

So a browser connects to its shop only, and this server decides which fields a report has.
"""

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.limits.budgets import count_attempts, count_report
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import visitor_of
from shop.web.rest import NO_STORE, shop_of_path

from .client import Report, cleaned, short
from .consent import has_agreed

LARGEST = 32 * 1024
REPORTS = Limit("errors", attempts=20, seconds=10 * 60, closed_when_down=False)
OF_ALL = Limit("errors-of-all", attempts=600, seconds=10 * 60, closed_when_down=False)
CART_FACTS = ("total", "country", "physical", "carrier", "payment")
LINE_FACTS = ("type", "amount", "price", "ticket", "physical", "problem")
MOST_LINES = 30


class UnparsedBody(BaseParser):
    """Leaves the body unparsed: a Sentry envelope is lines of JSON."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        return {}


class ErrorsView(APIView):
    parser_classes = [UnparsedBody]

    @extend_schema(
        description="An envelope of Sentry's browser library. 204, whether it is passed on or not.",
        request=OpenApiTypes.OBJECT,
        responses={204: None},
    )
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        if settings.SENTRY_DSN and has_agreed(request._request):
            count_report(REPORTS, visitor_of(request._request), "too many errors")
            count_attempts((OF_ALL, ""), message="too many errors")
            if event := event_in(body_of(request._request)):
                pass_on(browser_report(event, shop.slug))
        return Response(status=204, headers=NO_STORE)


def body_of(request: HttpRequest) -> bytes:
    try:
        return request.body if len(request.body) <= LARGEST else b""
    except RequestDataTooBig:
        return b""


def event_in(envelope: bytes) -> Mapping[str, Any] | None:
    """Return the first event of an envelope, in which each header line describes the next line. None without one."""
    lines = envelope.split(b"\n")
    for header, body in pairwise(lines[1:]):
        if parsed(header).get("type") == "event":
            return parsed(body) or None
    return None


def parsed(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def browser_report(event: Mapping[str, Any], shop: str) -> Report:
    report = cleaned({**event, "environment": "development" if settings.DEBUG else "production"})
    report["platform"] = "javascript"
    for error in report.get("exception", {}).get("values", []):
        for frame in error["stacktrace"]["frames"]:
            frame["filename"] = script_of(str(frame.get("filename", "")))
            frame.pop("abs_path", None)
    report["tags"] = {**report.get("tags", {}), "shop": shop}
    contexts = event.get("contexts")
    cart = contexts.get("cart") if isinstance(contexts, Mapping) else None
    if isinstance(cart, Mapping):
        report["contexts"] = {"cart": cart_of(cart)}
    return report


def script_of(address: str) -> str:
    """Return a script's file name, "" for other addresses: that of an order contains its secret."""
    try:
        path = urlsplit(address).path if "://" in address else address
    except ValueError:
        return ""
    return path.rpartition("/")[2] if path.startswith("/static/") else ""


def cart_of(cart: Mapping[str, Any]) -> Report:
    """Return the cart's facts that may explain a failure, without personal data."""
    facts: Report = {key: short(cart[key]) for key in CART_FACTS if key in cart}
    lines = cart.get("lines")
    if isinstance(lines, list):
        facts["lines"] = [
            {key: short(line[key]) for key in LINE_FACTS if key in line}
            for line in lines[:MOST_LINES]
            if isinstance(line, Mapping)
        ]
    return facts


def pass_on(report: Report) -> None:
    """Send the report on the library's own thread."""
    import sentry_sdk
    from sentry_sdk.envelope import Envelope

    transport = sentry_sdk.get_client().transport
    if transport is not None:
        envelope = Envelope(headers={"event_id": report.get("event_id", "")})
        envelope.add_event(report)  # type: ignore[arg-type] # an event of theirs
        transport.capture_envelope(envelope)
