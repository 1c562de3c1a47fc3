"""A seat map's files and who may still have which seat, below `/api/v2/shops/{slug}/events/{id}/`."""

import hashlib
import re
from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from catalogue.models import SeatMapFile
from catalogue.queries import visible
from catalogue.queries.availability import is_listed, seat_status
from catalogue.seat_plans.packing import unpacked
from catalogue.seating.compact_format import CompactPlan
from catalogue.seating.full_format import FullPlan
from shop.web.rest import shop_of_path

FOR_EVER = "public, max-age=31536000, immutable"
BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))")


class FixedRenderer(DefaultContentNegotiation):
    """There is one form of each of these answers, whatever a client says it would like best."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type or ""


def or_not_modified(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    etag = response.headers["ETag"]
    return get_conditional_response(request, etag=etag, response=response) or response


class SeatMapView(APIView):
    """One version of an event's seat map (catalogue §3 "Seat map"); it never changes."""

    content_negotiation_class = FixedRenderer

    @extend_schema(responses=CompactPlan | FullPlan)
    def get(self, request: Request, slug: str, event_id: str, version: str, compact: str | None = None) -> HttpResponse:
        shop = shop_of_path(request, slug)
        kind = SeatMapFile.Kind.COMPACT if compact else SeatMapFile.Kind.FULL
        files = SeatMapFile.objects.filter(seat_map__event__in=visible.events(shop).filter(pk=event_id))
        content = files.filter(version=version, kind=kind).values_list("content", flat=True).first()
        if content is None:
            raise Http404
        headers = {"Cache-Control": FOR_EVER, "ETag": f'"{version}-{kind}"'}
        body = bytes(content)
        if BROTLI.search(request.headers.get("Accept-Encoding", "")):
            headers["Content-Encoding"] = "br"
            headers["ETag"] = f'"{version}-{kind}-br"'
        else:
            body = unpacked(body)
        response = HttpResponse(body, content_type="application/json", headers=headers)
        patch_vary_headers(response, ["Accept-Encoding"])
        return or_not_modified(request._request, response)


class SeatsView(APIView):
    """Which seats are free: 8 bytes that name the map's version, then a bit a seat (docs/seat-maps.md)."""

    content_negotiation_class = FixedRenderer

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, event_id: str) -> HttpResponse:
        shop = shop_of_path(request, slug)
        status = seat_status(int(event_id)) if is_listed(shop, int(event_id)) else None
        if status is None:
            raise Http404
        etag = f'"{hashlib.sha256(status).hexdigest()[:32]}"'
        headers = {"Cache-Control": "no-cache", "ETag": etag}
        response = HttpResponse(status, content_type="application/octet-stream", headers=headers)
        return or_not_modified(request._request, response)
