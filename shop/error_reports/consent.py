"""Consent to error reports: during a visitor's request errors are reported only if they have agreed in this shop."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from shop.models import Shop

# Jobs and commands have no visitor to ask.
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
    """True if the shop's cookie says so (frontend/src/lib/consent.ts). False before the request's shop is known."""
    shop = getattr(request, "shop", None)
    return isinstance(shop, Shop) and request.COOKIES.get(f"{shop.slug}_TrackingAllowed") == ALLOWED


class WithoutReports:
    """Outermost middleware: reports nothing of a request, unless `ByConsent`, which knows the shop, allows it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SENTRY_DSN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with reports_allowed(False):
            return self.get_response(request)


class ByConsent:
    """Middleware: allow reports if the visitor has agreed. Must run after `CurrentShop`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SENTRY_DSN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with reports_allowed(has_agreed(request)):
            return self.get_response(request)
