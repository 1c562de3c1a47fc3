"""The page of the waiting room. It is small, needs no script and keeps the visitor's place when it is loaded again.
With script it polls by REST (`polls.py`), and stays as it is while there is no answer.
"""

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path
from django.utils import timezone

from sessions_queue.errors import InQueue, QueueStatus
from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import WaitingRoom
from sessions_queue.queries import request_session
from shop.core.errors import TooManyAttempts
from shop.core.limits.budgets import WorkNeeded
from shop.core.values.formats import date_and_time
from shop.models import Shop
from shop.web.pages import current_shop, language_settled, plain_page
from shop.web.redirects import Redirect, is_on_this_host

from .gate import ROOM, UNKNOWN_STATUS, VisitorInQueues, named_rooms, poll_rooms, rooms_to_poll
from .rooms import holds, name_for, zone_of

HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"}
NEXT = "next"


def return_address(request: HttpRequest) -> str:
    """Return the address that the visitor came from; the home page if it is on another host."""
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
    rooms = rooms_to_poll(request, shop, session, named)
    kept = HttpResponse()
    try:
        waiting = poll_rooms(rooms, request, kept, shop).of(named)
    except WorkNeeded as needed:
        return queue_page(request, named, UNKNOWN_STATUS, kept, needed)
    except TooManyAttempts:
        return queue_page(request, named, UNKNOWN_STATUS, kept, status=429)
    except InQueue:
        return queue_page(request, named, UNKNOWN_STATUS, kept)
    if not waiting.seen:
        return Redirect(return_address(request))
    return queue_page(request, named, waiting.queue_status, kept, **page_context(waiting, shop), keeps=holds(session))


def page_context(waiting: VisitorInQueues, shop: Shop) -> dict[str, Any]:
    for one in waiting.seen:
        if one.position.left == TicketsLeft.NOTHING:
            return {"is_sold_out": True, "name": name_for(one.room, shop)}
    if waiting.is_over:
        names = (name_for(one.room, shop) for one in waiting.seen)
        return {"is_admitted": True, "name": next(filter(None, names), "")}
    seen = waiting.slowest
    starts_at = seen.room.starts_at
    return {
        "name": name_for(seen.room, shop),
        "begins": date_and_time(starts_at, zone_of(seen.room)) if starts_at else "",
        "index": seen.position.waiting_index, "minutes": seen.minutes_left, "room": seen.room, "place": seen.place,
        "starts_in": seconds_until_start(seen.room),
        "is_paused": seen.room.state == WaitingRoom.State.PAUSED,
        "is_reserved": seen.position.left == TicketsLeft.RESERVED,
    }  # fmt: skip


def seconds_until_start(room: WaitingRoom) -> int | None:
    """None if there is no draw, or none any more."""
    if room.lots is not None or room.starts_at is None:
        return None
    return max(1, round((room.starts_at - timezone.now()).total_seconds()))


def queue_page(
    request: HttpRequest,
    named: Collection[int],
    queue_status: QueueStatus,
    kept: HttpResponse,
    needed: WorkNeeded | None = None,
    status: int = 200,
    **shown: Any,
) -> HttpResponse:
    context = {
        "wanted": return_address(request),
        "seconds": queue_status["trying_again_in"],
        "percent": queue_status["waiting_percentage"],
    }
    asked = f"?{ROOM}={','.join(map(str, sorted(named)))}" if named else ""
    context["ask"] = f"/api/v2/shops/{current_shop(request).slug}/session/queue{asked}"
    if needed:
        context["seconds"] = needed.extensions["retry_after"]
    response = plain_page(request, "waiting_room.html", context | shown, status=status, headers=HEADERS, needed=needed)
    response.cookies = kept.cookies
    return response


urlpatterns = [path("queue", queue, name="queue")]
