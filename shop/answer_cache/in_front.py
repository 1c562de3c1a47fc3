"""Answers from this process's memory, on the event loop and in front of Django: they do not wait for requests whose
answers are computed (docs/answer-cache.md). A thread handles every other request, and its answer is in memory next
time.

Another thread keeps the shops' versions fresh.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import takewhile
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.core.handlers.wsgi import WSGIRequest
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from shop.answer_cache.middleware import STAFF_SAVED, AnswerCacheMiddleware, answer_from_memory
from shop.answer_cache.store import answer_store, release
from shop.core.http.environ import environ_of
from shop.directory.shops import directory

# Seconds between reads of the versions while requests arrive: less than the age at which they are too old.
SECONDS = 0.4
OURS = f"{AnswerCacheMiddleware.__module__}.{AnswerCacheMiddleware.__name__}"
READING = ("GET", "HEAD")
# Signs: of all headers with the query, and of the codings that a browser names.
LONGEST, LONGEST_CODINGS = 8192, 200
# What the middlewares before ours answer themselves, or refuse.
OTHERS = ("/domain-check",)
View = Callable[[HttpRequest], HttpResponse]


class NotCached(HttpResponse):
    """Marks a request that a thread must answer."""


class CacheFastPath:
    """One per web process, used by its event loop."""

    def __init__(self) -> None:
        release()  # reads files
        self.answer = with_outer_middlewares(lambda request: answer_from_memory(request) or NotCached())
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="versions")
        self.looked_at, self.is_looking = float("-inf"), False

    def __call__(self, scope: Any, protocol: Any) -> bool:
        if not settings.ANSWER_CACHE_SECONDS:
            return False
        self.stay_fresh()
        if not is_plain(scope) or not directory.is_fresh():
            return False
        try:
            response = self.answer(WSGIRequest(environ_of(scope) | {"wsgi.input": BytesIO()}))
        except Exception:  # noqa: BLE001 - a thread meets the same, and Django answers it
            return False
        if isinstance(response, NotCached) or response.status_code not in (200, 304):
            return False
        protocol.response_bytes(response.status_code, list(response.items()), response.content)
        return True

    def stay_fresh(self) -> None:
        now = time.monotonic()
        if not self.is_looking and now - max(self.looked_at, directory.read_at) >= SECONDS:
            self.looked_at, self.is_looking = now, True
            self.thread.submit(self.refresh_directory)

    def refresh_directory(self) -> None:
        try:
            close_old_connections()
            answer_store().publish(directory.refresh(at_once=True))
        except DatabaseError:
            pass  # the next request on a thread meets the same error and logs it
        finally:
            self.is_looking = False


def is_plain(scope: Any) -> bool:
    """True for a plain GET or HEAD that memory may answer. Requests with longer headers than browsers send go to a
    thread, in their sender's turn, because they take longer to read.
    """
    headers = scope.headers
    return (
        scope.method in READING
        and sum(map(len, headers.values())) + len(scope.query_string) <= LONGEST
        and len(headers.get("accept-encoding") or "") <= LONGEST_CODINGS
        and scope.path not in OTHERS
        and "\0" not in scope.path
        and STAFF_SAVED not in (headers.get("cookie") or "")
        and headers.get("content-length") in (None, "0")
        and headers.get("transfer-encoding") is None
    )


def with_outer_middlewares(view: View) -> View:
    """Wrap the view in the middlewares in front of the answer cache. None of them waits for anything."""
    for path in reversed([*takewhile(lambda path: path != OURS, settings.MIDDLEWARE)]):
        try:
            view = import_string(path)(view)
        except MiddlewareNotUsed:
            continue
    return view
