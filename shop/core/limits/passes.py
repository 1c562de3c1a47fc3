"""The pass: a signed cookie with a random number that tells browsers behind one IP address apart. The first limited
write sets it. It holds no personal data, needs no consent, and ends after a day.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "ms_pass"
DAY = 24 * 60 * 60
# After a proof of work a pass needs no other one for this long.
WORK_SECONDS = 20 * 60
# A pass of this age was issued before the present crowd arrived.
EARLY_SECONDS = 60 * 60


@dataclass(frozen=True)
class Pass:
    """`issued_at`, `worked_at`: seconds since 1970; `level`: of its last proof of work, 0 for none; `origin`: the width
    and the keyed digest of the network that got it.
    """

    number: str
    issued_at: int
    worked_at: int
    level: int
    origin: str

    def __str__(self) -> str:
        return f"{self.number}.{self.issued_at}.{self.worked_at}.{self.level}.{self.origin}"

    @property
    def work(self) -> int:
        """The level of its last proof of work; 0 if that has expired."""
        return self.level if time.time() - self.worked_at < WORK_SECONDS else 0

    @property
    def is_early(self) -> bool:
        return time.time() - self.issued_at >= EARLY_SECONDS


def new_pass(origin: str) -> Pass:
    return Pass(secrets.token_urlsafe(12), int(time.time()), 0, 0, origin)


def read_pass(request: HttpRequest) -> Pass | None:
    """Return the request's pass. None if it is missing, has a wrong signature or is older than a day."""
    text, _dot, mac = request.COOKIES.get(COOKIE, "").rpartition(".")
    if not text.isascii() or not constant_time_compare(mac, _signature(text)):
        return None
    number, issued_at, worked_at, level, origin = text.split(".")
    found = Pass(number, int(issued_at), int(worked_at), int(level), origin)
    return found if time.time() - found.issued_at < DAY else None


class KeepPass:
    """Middleware: set the cookie of a pass that the request has created or changed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        visitor = getattr(request, "visitor", None)
        if visitor is not None and (changed := visitor.changed_pass) is not None:
            response.set_cookie(
                COOKIE, f"{changed}.{_signature(str(changed))}", max_age=DAY, httponly=True, samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )  # fmt: skip
        return response


def _signature(text: str) -> str:
    return salted_hmac("shop.core.limits.passes", text, algorithm="sha256").hexdigest()[:40]
