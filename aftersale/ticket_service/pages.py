"""Both forms' pages. No event opens them: they say that the deadline has passed, and where to go instead."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path

from shop.newsletter.pages import settling
from shop.web.pages import current_shop, plain_page, unknown_page

HEADERS = {"Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex"}


def closed(template: str, *, bands_only: bool = False) -> Callable[[HttpRequest], HttpResponse]:
    @settling
    def view(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET"])
        if bands_only and not current_shop(request).is_band:
            return unknown_page(request)
        return plain_page(request, f"ticket_service/{template}.html", {}, headers=HEADERS)

    return view


urlpatterns = [
    path("ticketservice/change", closed("change")),
    path("ticketservice/cancel", closed("cancel", bands_only=True)),
]
