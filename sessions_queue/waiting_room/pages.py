"""The waiting room itself: a small page that needs no script and keeps the place when it is loaded anew; with one it
asks by REST (`polls.py`), and stays where it is while nobody answers.
"""

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path
from django.utils import timezone

from sessions_queue.errors import InLine
from sessions_queue.hooks import Left
from sessions_queue.models import WaitingRoom
from sessions_queue.queries import request_session
from shop.core.errors import TooManyAttempts
from shop.core.limits.budgets import WorkNeeded
from shop.core.values.formats import date_and_time
from shop.models import Shop
from shop.web.pages import current_shop, language_settled, plain_page
from shop.web.redirects import Redirect, is_on_this_host

from .gate import ROOM, UNKNOWN, Waiting, named_rooms, rooms_waited_for, seen_in
from .rooms import holds, name_for, zone_of

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
    shop = current_shop(request)
    named = named_rooms(request)
    session = request_session(request, shop)
    rooms = rooms_waited_for(request, shop, session, named)
    kept = HttpResponse()
    try:
        waiting = seen_in(rooms, request, kept, shop).of(named)
    except WorkNeeded as needed:
        return answered(request, named, UNKNOWN, kept, needed)
    except TooManyAttempts:
        return answered(request, named, UNKNOWN, kept, status=429)
    except InLine:
        return answered(request, named, UNKNOWN, kept)
    if not waiting.seen:
        return Redirect(wanted(request))
    return answered(request, named, waiting.told, kept, **shown_of(waiting, shop), keeps=holds(session))


def shown_of(waiting: Waiting, shop: Shop) -> dict[str, Any]:
    for one in waiting.seen:
        if one.standing.left == Left.NOTHING:
            return {"is_sold_out": True, "name": name_for(one.room, shop)}
    if waiting.is_over:
        names = (name_for(one.room, shop) for one in waiting.seen)
        return {"is_admitted": True, "name": next(filter(None, names), "")}
    seen = waiting.slowest
    starts_at = seen.room.starts_at
    return {
        "name": name_for(seen.room, shop),
        "begins": date_and_time(starts_at, zone_of(seen.room)) if starts_at else "",
        "index": seen.standing.waiting_index, "minutes": seen.minutes_left, "room": seen.room, "place": seen.place,
        "starts_in": seconds_until_start(seen.room),
        "is_paused": seen.room.state == WaitingRoom.State.PAUSED, "is_reserved": seen.standing.left == Left.RESERVED,
    }  # fmt: skip


def seconds_until_start(room: WaitingRoom) -> int | None:
    """None where nothing is drawn any more."""
    if room.lots is not None or room.starts_at is None:
        return None
    return max(1, round((room.starts_at - timezone.now()).total_seconds()))


def answered(
    request: HttpRequest,
    named: Collection[int],
    told: dict[str, int],
    kept: HttpResponse,
    wants: WorkNeeded | None = None,
    status: int = 200,
    **shown: Any,
) -> HttpResponse:
    context = {"wanted": wanted(request), "seconds": told["trying_again_in"], "percent": told["waiting_percentage"]}
    asked = f"?{ROOM}={','.join(map(str, sorted(named)))}" if named else ""
    context["ask"] = f"/api/v2/shops/{current_shop(request).slug}/session/queue{asked}"
    if wants:
        context["seconds"] = wants.extensions["retry_after"]
    response = plain_page(request, "waiting_room.html", context | shown, status=status, headers=HEADERS, wants=wants)
    response.cookies = kept.cookies
    return response


urlpatterns = [path("queue", queue, name="queue")]
