"""A visitor's places in the queues are a signed cookie. Nothing is stored about visitors who wait."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from shop.models import Shop

DAY = 24 * 60 * 60
SEPARATOR = "_"
# A visitor waits in few queues at once; the oldest places belong to rooms that are closed.
MAX_PLACES = 8


@dataclass(frozen=True)
class QueuePlace:
    """A visitor's place in one queue. `opening`: the opening of the room; `number`: as it was given out, before any
    draw; `ahead`: the most visitors that were ever ahead of it.
    """

    opening: str
    number: int
    ahead: int

    def __str__(self) -> str:
        return f"{self.opening}.{self.number}.{self.ahead}"


def place_cookie_name(shop: Shop) -> str:
    return f"ms_place_{shop.slug}"


def signature(shop: Shop, text: str) -> str:
    return salted_hmac("waiting room", f"{shop.pk}.{text}", algorithm="sha256").hexdigest()


def read_places(request: HttpRequest, shop: Shop) -> dict[str, QueuePlace]:
    return places_in(request.COOKIES, shop)


def places_in(cookies: Mapping[str, str], shop: Shop) -> dict[str, QueuePlace]:
    """Return the visitor's places by opening. Empty if the cookie has no valid signature of this shop."""
    text, _dot, mac = cookies.get(place_cookie_name(shop), "").rpartition(".")
    if not text.isascii() or not constant_time_compare(mac, signature(shop, text)):
        return {}
    parts = [part.split(".") for part in text.split(SEPARATOR)]
    return {opening: QueuePlace(opening, int(number), int(ahead)) for opening, number, ahead in parts}


def set_place_cookie(response: HttpResponse, shop: Shop, places: Iterable[QueuePlace]) -> None:
    text = SEPARATOR.join(map(str, list(places)[-MAX_PLACES:]))
    if not text:
        response.delete_cookie(place_cookie_name(shop), samesite="Lax")
        return
    response.set_cookie(
        place_cookie_name(shop), f"{text}.{signature(shop, text)}", max_age=DAY, httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip
