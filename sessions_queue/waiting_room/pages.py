"""The waiting room itself: a small page that needs no script, asks again by itself, and keeps the place when it is
loaded anew.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path

from sessions_queue.errors import InLine
from shop.errors import TooManyAttempts
from shop.web.pages import current_shop, language_settled, plain_page
from shop.web.redirects import Redirect, is_on_this_host

from .gate import UNKNOWN, room_of, seen_in
from .rules import minutes_left

HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"}
NEXT = "next"


def wanted(request: HttpRequest) -> str:
    """Where the visitor comes from."""
    address = request.GET.get(NEXT, "")
    return address if is_on_this_host(address) else request.base_path or "/"  # type: ignore[attr-defined]


def queue(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET"])
    if settled := language_settled(request):
        return settled
    room = room_of(current_shop(request))
    if room is None:
        return Redirect(wanted(request))
    kept = HttpResponse()
    try:
        seen = seen_in(room, request, kept)
    except (InLine, TooManyAttempts):
        return answered(request, UNKNOWN, kept)
    return answered(
        request, seen.told, kept, is_admitted=seen.standing.is_admitted, index=seen.standing.waiting_index,
        minutes=minutes_left(seen.standing, room.rate), is_paused=room.state == room.State.PAUSED,
    )  # fmt: skip


def answered(request: HttpRequest, told: dict[str, int], kept: HttpResponse, **shown: object) -> HttpResponse:
    context = {"wanted": wanted(request), "seconds": told["trying_again_in"], "percent": told["waiting_percentage"]}
    response = plain_page(request, "waiting_room.html", context | shown, headers=HEADERS)
    if not shown.get("is_admitted"):
        response.headers["Refresh"] = str(told["trying_again_in"])
    response.cookies = kept.cookies
    return response


urlpatterns = [path("queue", queue, name="queue")]
