"""Protection against cross-site requests: the APIs accept JSON from their own origin only (design §6)."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from shop.core.http.problems import API_PATH, problem

READING = frozenset({"GET", "HEAD", "OPTIONS"})


def is_json(request: HttpRequest) -> bool:
    return request.content_type == "application/json"


def is_same_origin(request: HttpRequest) -> bool:
    """True unless a browser names another origin. Other programs send neither header, and no visitor's cookies."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    host = request.get_host().lower()
    own = {f"{request.scheme}://{host}"}
    public = urlsplit(settings.PUBLIC_URL)
    # Behind a proxy that ends TLS and says nothing about it, the request looks like plain HTTP.
    if public.netloc.lower() == host:
        own.add(f"{public.scheme}://{host}")
    return origin in own


class SameOriginJson:
    """Answers 403 to writes from elsewhere and 415 to writes that are not JSON, before any view runs.

    A view for other servers (a payment's webhook) says `takes_cross_site = True` and proves its sender itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if not request.path_info.startswith(API_PATH) or request.method in READING:
            return None
        if getattr(getattr(view, "cls", view), "takes_cross_site", False):
            return None
        if not is_same_origin(request):
            return problem(403, "CROSS_SITE", "Requests from other sites are not taken.")
        if request.body and not is_json(request):
            return problem(415, "JSON_ONLY", "Send application/json.")
        return None
