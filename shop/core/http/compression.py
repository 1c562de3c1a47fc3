"""Pages, answers and styles leave compressed: by Brotli where the browser knows it, else by gzip."""

import re
from collections.abc import Callable
from functools import lru_cache

import brotli
from django.http import HttpRequest
from django.http.response import HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from shop.core.http.staff_area import is_staff_area

# Those that there are, the best first.
CODINGS = ("br", "gzip")
# One member of Accept-Encoding and its weight (RFC 9110, 12.5.3).
MEMBER = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?", re.IGNORECASE)
KINDS = ("text/", "application/json", "application/graphql-response+json", "image/svg+xml")
# No dearer than gzip's usual level and a third smaller: a page fits into a new connection's first round trip.
QUALITY = 6
SHORTEST = 200
# For what browsers keep for a year; the answer to the first who asks takes a moment longer.
BEST = 11


@lru_cache(maxsize=1024)
def accepted_codings(header: str) -> tuple[str, ...]:
    """Which of ours an Accept-Encoding takes: those with a weight above 0, their own or that of `*`.

    What cannot be read is not taken. Where it takes nothing, not even `identity`, the answer comes plain all the same.
    """
    weights = {
        found[1].lower(): float(found[2] or 1) for part in header.split(",") if (found := MEMBER.fullmatch(part))
    }
    return tuple(one for one in CODINGS if weights.get(one, weights.get("*", 0.0)) > 0)


class AcceptedCodings:
    """Leaves of Accept-Encoding what it takes, for all who look for a coding's name in it and for no weight."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if header := request.META.get("HTTP_ACCEPT_ENCODING"):
            request.META["HTTP_ACCEPT_ENCODING"] = ", ".join(accepted_codings(header))
        return self.get_response(request)


def coding_of(request: HttpRequest) -> str:
    """The coding in which this request's answer leaves: `br`, `gzip` or `plain`."""
    accepted = accepted_codings(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    # What is secret to one visitor or one of the staff comes otherwise: gzip's random padding hides such answers'
    # lengths (BREACH), Brotli has none.
    if request.method in ("GET", "HEAD") and not is_staff_area(request) and "br" in accepted:
        return "br"
    return "gzip" if "gzip" in accepted else "plain"


class CompressedText(GZipMiddleware):
    """Compresses texts; pictures and faces are compressed already."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith(KINDS):
            return response
        if isinstance(response, HttpResponse) and coding_of(request) == "br":
            return compressed(response)
        return super().process_response(request, response)


def compressed(response: HttpResponse) -> HttpResponse:
    if len(response.content) < SHORTEST or response.has_header("Content-Encoding"):
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    is_for_ever = "immutable" in response.headers.get("Cache-Control", "")
    response.content = best(response.content) if is_for_ever else brotli.compress(response.content, quality=QUALITY)
    response.headers["Content-Length"] = str(len(response.content))
    response.headers["Content-Encoding"] = "br"
    if response.headers.get("ETag", "").startswith('"'):
        # The plain text's; of this coding it is a weak one (RFC 9110, 8.8.1).
        response.headers["ETag"] = "W/" + response.headers["ETag"]
    return response


@lru_cache(maxsize=32)
def best(content: bytes) -> bytes:
    return brotli.compress(content, quality=BEST)
