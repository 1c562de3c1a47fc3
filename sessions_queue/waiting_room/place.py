"""A visitor's place in line is a signed cookie: nothing is stored about anybody who waits."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from shop.models import Shop

DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Place:
    """`opening`: the room's opening that it is of; `ahead`: how many were before it at first."""

    opening: str
    number: int
    ahead: int

    @property
    def key(self) -> str:
        """Of whoever comes in by it: once."""
        return f"{self.opening}.{self.number}"


def place_cookie(shop: Shop) -> str:
    return f"ms_place_{shop.slug}"


def signature(shop: Shop, text: str) -> str:
    return salted_hmac("waiting room", f"{shop.pk}.{text}", algorithm="sha256").hexdigest()


def read_place(request: HttpRequest, shop: Shop, opening: str) -> Place | None:
    """None for what we did not sign, for another shop's, and for a former opening's."""
    text, _dot, mac = request.COOKIES.get(place_cookie(shop), "").rpartition(".")
    parts = text.split(".")
    if len(parts) != 3 or not text.isascii() or not constant_time_compare(mac, signature(shop, text)):
        return None
    found = Place(parts[0], int(parts[1]), int(parts[2]))
    return found if found.opening == opening else None


def keep_place(response: HttpResponse, shop: Shop, place: Place) -> None:
    text = f"{place.opening}.{place.number}.{place.ahead}"
    response.set_cookie(
        place_cookie(shop), f"{text}.{signature(shop, text)}", max_age=DAY, httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip


def forget_place(response: HttpResponse, shop: Shop) -> None:
    response.delete_cookie(place_cookie(shop), samesite="Lax")
