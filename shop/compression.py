"""Pages, answers and styles leave compressed: by Brotli where the browser knows it, else by gzip."""

import re
from functools import lru_cache

import brotli
from django.http import HttpRequest
from django.http.response import HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

from shop.middleware import is_staff_area

ACCEPTS_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
KINDS = ("text/", "application/json", "application/graphql-response+json", "image/svg+xml")
# No dearer than gzip's usual level and a third smaller: a page fits into a new connection's first round trip.
QUALITY = 6
SHORTEST = 200
# For what browsers keep for a year; the answer to the first who asks takes a moment longer.
BEST = 11


def coding_of(request: HttpRequest) -> str:
    """The coding in which this request's answer leaves: `br`, `gzip` or `plain`."""
    accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
    # What is secret to one visitor or one of the staff comes otherwise: gzip's random padding hides such answers'
    # lengths (BREACH), Brotli has none.
    if request.method in ("GET", "HEAD") and not is_staff_area(request) and ACCEPTS_BROTLI.search(accepted):
        return "br"
    return "gzip" if re_accepts_gzip.search(accepted) else "plain"


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
        # The plain text's; of this coding it is a weak one (RFC 9110 §8.8.1).
        response.headers["ETag"] = "W/" + response.headers["ETag"]
    return response


@lru_cache(maxsize=32)
def best(content: bytes) -> bytes:
    return brotli.compress(content, quality=BEST)
