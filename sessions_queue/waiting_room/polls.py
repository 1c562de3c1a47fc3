"""Polls are answered in front of Django, on the event loop, from copies of the queues that are seconds old at most
(docs/decisions/0064). Everything unusual goes on to Django: a cookie without a valid signature, a session, a turn that
is over, a queue that Valkey has lost.

Once a second, while visitors poll, a thread tells Valkey which numbers were seen and brings new copies.
"""

import asyncio
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, HttpResponse, parse_cookie
from redis.exceptions import RedisError

from sessions_queue.models import WaitingRoom
from sessions_queue.queries import session_cookie
from shop.core.valkey import valkey
from shop.directory.addresses import address_of
from shop.models import Shop
from shop.web.middleware import Security, StrictTransport
from shop.web.rest import NO_STORE

from . import queue_store
from .gate import ROOM, VisitorInQueue, VisitorInQueues, parsed_room_ids, rooms_of_places, rooms_to_pass, save_places
from .queue_copy import MOST_BACK, QueueCopy
from .queue_place import QueuePlace, places_in
from .rooms import OPEN

SECONDS = 1.0
# Copies older than this (seconds) are not used.
OLDEST = 4.0
PATH = re.compile(r"/api/v2/shops/[a-z0-9_-]+/session/queue")
QUERY = re.compile(r"(lang=[a-z]{2}|locale=[a-z]{2}|room=\d{1,18}(,\d{1,18}){0,7})?", re.ASCII)
JSON = frozenset({"application/json", "*/*"})
LONGEST = 4096
SCHEMES = (None, "http", "https")
encode = json.JSONEncoder(separators=(",", ":")).encode

# The numbers that polled, by opening and lots of their queue.
SeenNumbers = dict[tuple[str, int], set[int]]
Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class QueueCopies:
    """Copies of all open queues, and the shops that have a waiting room in front of them but no access code."""

    rooms: Sequence[WaitingRoom] = ()
    lines: Mapping[int, QueueCopy] = field(default_factory=dict)
    by_slug: Mapping[str, Shop] = field(default_factory=dict)
    by_domain: Mapping[str, Shop] = field(default_factory=dict)

    def rooms_of(self, shop: Shop) -> list[WaitingRoom]:
        return [room for room in self.rooms if room.shop_id == shop.pk or room.scope == WaitingRoom.Scope.EVENT]


@dataclass(frozen=True)
class PollAnswer:
    headers: Headers
    content: bytes


def exchange(marks: SeenNumbers) -> QueueCopies:
    """Tell Valkey which numbers were seen, and read the queues anew. Raises RedisError, DatabaseError."""
    rooms = list(WaitingRoom.objects.filter(OPEN))
    shops = Shop.objects.filter(has_line=True, access_codes=None).only("slug", "domain") if rooms else ()
    now = time.time()
    seen = [queue_store.mark_command(*of, queue_store.bitmap_of(numbers), now) for of, numbers in marks.items()]
    commands = [*seen, *(queue_store.copy_command(room, MOST_BACK) for room in rooms)]
    answers = valkey().ask_all(commands)[len(seen) :] if commands else []
    found = {room.pk: QueueCopy.of(room, answer) for room, answer in zip(rooms, answers, strict=True)}
    return QueueCopies(
        rooms,
        {pk: one for pk, one in found.items() if one},
        {shop.slug: shop for shop in shops},
        {shop.domain: shop for shop in shops if shop.domain},
    )


def exchange_on_thread(marks: SeenNumbers) -> QueueCopies:
    close_old_connections()
    return exchange(marks)


class Polls:
    """Answers polls. One for each web process; used only by its event loop."""

    def __init__(self) -> None:
        self.copies, self.copied_at = QueueCopies(), float("-inf")
        self.marks: SeenNumbers = {}
        self.is_exchanging = False
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="waiting room")

    def __call__(self, scope: Any, protocol: Any) -> bool:
        if not scope.path.endswith("/session/queue") or not is_simple_poll(scope):
            return False
        self.stay_fresh(asyncio.get_running_loop())
        if time.monotonic() - self.copied_at > OLDEST:
            return False
        answer = self.answer(scope.headers, scope.path, scope.query_string)
        if answer is None:
            return False
        protocol.response_bytes(200, answer.headers, answer.content)
        return True

    def stay_fresh(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start an exchange: at most one per second, the first one at once."""
        if not self.is_exchanging:
            self.is_exchanging = True
            loop.call_later(max(self.copied_at + SECONDS - time.monotonic(), 0), self.begin_exchange, loop)

    def begin_exchange(self, loop: asyncio.AbstractEventLoop) -> None:
        marks, self.marks = self.marks, {}
        asked = self.thread.submit(exchange_on_thread, marks)
        asked.add_done_callback(lambda done: loop.call_soon_threadsafe(self.take, done, loop))

    def take(self, done: Future[QueueCopies], loop: asyncio.AbstractEventLoop) -> None:
        self.is_exchanging, self.copied_at = False, time.monotonic()
        try:
            self.copies = done.result()
        except (RedisError, DatabaseError):
            self.copies = QueueCopies()  # Django says what there is to say
        if self.marks:
            self.stay_fresh(loop)

    def answer(self, headers: Any, path: str, query: str = "") -> PollAnswer | None:
        """Return the answer to a poll. None if Django must answer."""
        found = address_of(headers.get("host") or "", path, self.copies.by_slug.get, self.copies.by_domain.get)
        if found is None:
            return None
        shop, cookies = found.shop, parse_cookie(headers.get("cookie") or "")
        kept = places_in(cookies, shop)
        if not kept or session_cookie(shop) in cookies:
            return None
        rooms, named = self.copies.rooms_of(shop), parsed_room_ids(query.partition(f"{ROOM}=")[2])
        before = rooms_to_pass(rooms, None, rooms_of_places(rooms, kept))
        seen = self.poll_rooms(before, kept) if named <= {room.pk for room in before} else []
        if not seen:
            return None
        content = encode(VisitorInQueues(seen).of(named).poll_answer).encode()
        response = HttpResponse()
        save_places(response, shop, kept, seen)
        cookies_set = [("Set-Cookie", one.OutputString()) for one in response.cookies.values()]
        fixed = fixed_headers(headers.get("x-forwarded-proto"))
        return PollAnswer([*fixed, ("Content-Length", str(len(content))), *cookies_set], content)

    def poll_rooms(self, rooms: Sequence[WaitingRoom], places: Mapping[str, QueuePlace]) -> list[VisitorInQueue]:
        """Return the visitor's positions in all of the rooms. Empty if Valkey must answer for one of them."""
        now, seen = time.time(), []
        for room in rooms:
            copy, place = self.copies.lines.get(room.pk), places.get(room.opening)
            if copy is None or place is None:
                return []
            position = copy.position(copy.drawn(place.number), now)
            if position is None:
                return []
            seen.append(VisitorInQueue.of(room, place, position))
        for one in seen:
            self.mark(one)
        return seen

    def mark(self, seen: VisitorInQueue) -> None:
        of = seen.room.opening, queue_store.lots_of(seen.room)
        self.marks.setdefault(of, set()).add(seen.position.number)


def is_simple_poll(scope: Any) -> bool:
    """True if the view would read nothing of the request but the shop and the cookies."""
    headers = scope.headers
    cookies, accepted = headers.get_all("cookie"), headers.get("accept") or "*/*"
    return (
        scope.method == "GET"
        and PATH.fullmatch(scope.path) is not None
        and QUERY.fullmatch(scope.query_string) is not None
        and len(cookies) == 1
        and len(cookies[0]) + len(accepted) <= LONGEST
        and not JSON.isdisjoint(map(str.strip, accepted.split(",")))
        and ";" not in accepted  # parameters say how the JSON is to be written
        and headers.get("x-forwarded-proto") in SCHEMES
        and headers.get("content-length") is None
        and headers.get("transfer-encoding") is None
    )


@cache
def fixed_headers(forwarded: str | None) -> Headers:
    """Return the headers as the view and the middlewares set them."""

    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(content_type="application/json", headers={**NO_STORE, "Allow": "GET, HEAD, OPTIONS"})

    answer: Callable[[HttpRequest], Any] = Security(view)
    with suppress(MiddlewareNotUsed):
        answer = StrictTransport(answer)
    request = HttpRequest()
    request.META = {"HTTP_X_FORWARDED_PROTO": forwarded} if forwarded else {}
    return list(answer(request).items())
