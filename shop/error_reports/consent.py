"""Whether what fails now may be reported: while a visitor is answered, only if they allow it in this shop."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from shop.models import Shop

# Jobs and commands are nobody's visit.
_allowed: ContextVar[bool] = ContextVar("error_reports_allowed", default=True)
ALLOWED = "yes"


def is_allowed() -> bool:
    return _allowed.get()


@contextmanager
def reports_allowed(allowed: bool) -> Iterator[None]:
    before = _allowed.set(allowed)
    try:
        yield
    finally:
        _allowed.reset(before)


def has_agreed(request: HttpRequest) -> bool:
    """By the cookie of the shop that the request is to (frontend/src/lib/consent.ts); nobody before a shop is known."""
    shop = getattr(request, "shop", None)
    return isinstance(shop, Shop) and request.COOKIES.get(f"{shop.slug}_TrackingAllowed") == ALLOWED


class WithoutReports:
    """The outermost: nothing of a request is reported unless `ByConsent`, which knows the shop, lets it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SENTRY_DSN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with reports_allowed(False):
            return self.get_response(request)


class ByConsent:
    """Behind the one that finds the shop."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SENTRY_DSN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with reports_allowed(has_agreed(request)):
            return self.get_response(request)
