"""Cache of pages and persisted GETs: answers from Valkey before the shop is loaded (design §5).

The key of an answer contains exactly what it depends on: shop, path or document, the declared variables, language.
Views mark with `cacheable` the answers that may be cached.
"""

import json
import logging
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response

from shop import hooks
from shop.answer_cache.expiry import NextChanges
from shop.answer_cache.store import CachedAnswer, Lock, answer_store, release
from shop.core.database.storable import is_storable
from shop.core.errors import ShopError
from shop.core.http.areas import Kept, area_of
from shop.core.http.compression import coding_of
from shop.core.http.language import language_of_address, language_of_visitor
from shop.core.values.languages import LANGUAGES
from shop.core.values.numbers import whole_number
from shop.core.wire.graphql.persisted import persisted_queries
from shop.core.wire.paging import MAX_FIRST
from shop.directory.addresses import ShopAddress
from shop.directory.shops import ShopEntry, directory

logger = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]
AnyResponse = TypeVar("AnyResponse", bound=HttpResponse)

# What a page may be asked by its address and still be the same page; everything else in an address changes nothing.
PAGE_PARAMETERS = ("after",)
GRAPHQL = re.compile(r"/api/(?:v2/shops/[a-z0-9_-]+/)?graphql")
LONGEST_QUERY = 2048
# How long an older answer may stand in while the new one is made.
STALE_SECONDS = 1.0
POLL_SECONDS = 0.02
LONGEST_POLL_SECONDS = 1.0
MARK = "_cacheable"
# Conditions of a write: of what is read they ask nothing.
CONDITIONS = ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE")
# Who has just saved something in the staff area is answered by what Valkey knows, not by a process's memory: as long as
# it takes every process to have looked.
STAFF_SAVED, STAFF_SAVED_SECONDS = "staff_saved", 2
# What a 304 repeats (RFC 9110, 15.4.5); whoever asks has the rest.
NOT_MODIFIED_HEADERS = ("Cache-Control", "ETag", "Vary", "Access-Control-Allow-Origin")


def cacheable(response: AnyResponse, until: datetime | None = None) -> AnyResponse:
    """Mark the response as cacheable: the same for everybody, with a bounded number of keys. `until`: when it
    expires.
    """
    setattr(response, MARK, until.timestamp() if until else float("inf"))
    return response


def has_bounded_keys(types: Mapping[str, str], variables: Mapping[str, Any], data: Mapping[str, Any] | None) -> bool:
    """True if the number of such answers is bounded by the rows of the catalogue, so that nobody can fill the cache
    with made-up slugs, texts or cursors. Cursors are signed (shop/core/wire/paging.py), slugs must exist.
    """
    named = _names_existing(types, variables)
    if data is None or named is None:
        return False
    return not named or all(_is_found(one) for one in data.values())


def _names_existing(types: Mapping[str, str], variables: Mapping[str, Any]) -> bool | None:
    """True if the variables name rows, which must exist then; None if a client can make up any number of them."""
    named = False
    for name, value in variables.items():
        kind = types.get(name, "").rstrip("!")
        if value is None or (kind == "Boolean" and isinstance(value, bool)):
            continue
        if kind == "ID" and isinstance(value, str | int) and not isinstance(value, bool):
            number = whole_number(str(value))
            if number is not None and str(value) != str(number):
                return None
            named = True
        elif kind == "Int" and isinstance(value, int):
            if name == "first" and 1 <= value <= MAX_FIRST:
                continue
            named = True
        elif not (kind == "String" and name == "after" and isinstance(value, str)):
            return None
    return named


def page_has_bounded_keys(request: HttpRequest, operation: str, variables: Mapping[str, Any], data: Any) -> bool:
    """Like `has_bounded_keys`, for a page: its address must contain no parameter beyond those of its query."""
    match = request.resolver_match
    named = {*map(str, match.kwargs.values())} if match else set()
    named |= {value for name in PAGE_PARAMETERS if (value := request.GET.get(name))}
    if not named <= set(map(str, variables.values())):
        return False
    return not operation or has_bounded_keys(persisted_queries().variables_of(operation), variables, data)


def _is_found(root: Any) -> bool:
    if isinstance(root, dict):
        return root.get("nodes") != [] and root.get("edges") != []
    return root not in (None, [], "")


@dataclass(frozen=True, slots=True)
class CacheKey:
    place: ShopAddress[ShopEntry]
    text: str

    @property
    def shop(self) -> ShopEntry:
        return self.place.shop


def cache_key_of(request: HttpRequest) -> CacheKey | None:
    """Return the cache key of the request. None if its answer is never cached."""
    path, raw = request.path_info, request.META.get("QUERY_STRING", "")
    if len(raw) > LONGEST_QUERY or len(path) > LONGEST_QUERY:
        return None
    kept = area_of(path).kept
    is_graphql = kept is Kept.DOCUMENTS
    if kept is Kept.NOTHING or (is_graphql and not GRAPHQL.fullmatch(path)):
        return None
    place = directory.address_of(request.get_host(), path)
    if place is None or place.moved or place.shop.is_gated:
        return None
    if place.base_path and area_of(place.path).kept is Kept.NOTHING:
        return None
    asked = _document_asked(raw) if is_graphql else _page_asked(place, request.GET if raw else {})
    if asked is None:
        return None
    language = (raw and _language_named(raw)) or language_of_visitor(request) or place.shop.default_locale
    return CacheKey(place, f"answer:{release()}:{place.shop.pk}:{language}:{coding_of(request)}:{asked}")


def _page_asked(place: ShopAddress[ShopEntry], parameters: Mapping[str, str]) -> str:
    kept = [f"{name}={value}" for name in PAGE_PARAMETERS if (value := parameters.get(name))]
    return f"page:{place.base_path}:{place.path}?{'&'.join(kept)}"


@lru_cache(maxsize=4096)
def _language_named(raw: str) -> str:
    return language_of_address(QueryDict(raw))


@lru_cache(maxsize=4096)
def _document_asked(raw: str) -> str | None:
    """Return the document's hash and its declared variables in a canonical form.

    None if the answer is certainly not cached, so that no request waits for it.
    """
    parameters = QueryDict(raw)
    try:
        extensions = json.loads(parameters.get("extensions") or "{}")
        variables = json.loads(parameters.get("variables") or "{}")
        key = extensions["persistedQuery"]["sha256Hash"]
        types = persisted_queries().variables(key)
        if not is_storable(variables):
            return None  # which the view refuses, also for what the document does not declare
        declared = {name: value for name, value in variables.items() if name in types}
        is_one_of_many = _names_existing(types, declared) is None
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError, ShopError):
        return None
    if is_one_of_many or not hooks.above.is_public_document(key):
        return None
    # Shared caches may keep an answer only if its address names the language.
    named = parameters.get("locale") in LANGUAGES
    operation = parameters.get("operationName", "")
    if operation and operation != persisted_queries().name(key):
        return None
    return f"document:{key}:{int(named)}:{json.dumps(declared, sort_keys=True, separators=(',', ':'))}"


class AnswerCacheMiddleware:
    """Middleware: answers from the cache, and caches marked responses. Without Valkey or the directory,
    computes all.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.expiry = NextChanges()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.ANSWER_CACHE_SECONDS:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            response = self.get_response(request)
            if request.path_info.startswith(settings.STAFF_PATH):
                self._look(at_once=True)  # staff see at once what they did, in every process
                secure = bool(settings.SESSION_COOKIE_SECURE)
                response.set_cookie(STAFF_SAVED, "1", STAFF_SAVED_SECONDS, secure=secure, httponly=True, samesite="Lax")
            return response
        if area_of(request.path_info).kept is Kept.NOTHING or not self._look() or not answer_store().is_reachable:
            return self.get_response(request)
        key = cache_key_of(request)
        return self._answer(request, key) if key else self.get_response(request)

    def _look(self, *, at_once: bool = False) -> bool:
        if not at_once and directory.is_fresh():
            return True
        try:
            answer_store().publish(directory.refresh(at_once=at_once))
        except DatabaseError:
            logger.exception("The shops' versions cannot be read; nothing kept is answered")
            return False
        return True

    def _answer(self, request: HttpRequest, key: CacheKey) -> HttpResponse:
        store, shop = answer_store(), key.shop
        version, kept = store.find(shop, key.text)
        if kept and _is_valid(kept, version):
            return _response_of(request, kept)
        if request.method != "GET":
            return self.get_response(request)  # it would leave nothing to keep
        lock = store.lock(key.text)
        if lock is Lock.HELD and kept and kept.until > directory.now() and _may_serve_stale(kept, shop):
            return _response_of(request, kept)
        patience = time.monotonic() + LONGEST_POLL_SECONDS
        while lock is Lock.HELD and time.monotonic() < patience:
            time.sleep(POLL_SECONDS)
            version, kept = store.find(shop, key.text)
            if kept and _is_valid(kept, version):
                return _response_of(request, kept)
            lock = store.lock(key.text)
        return self._fill_alone(request, key) if lock is Lock.TAKEN else self.get_response(request)

    def _fill_alone(self, request: HttpRequest, key: CacheKey) -> HttpResponse:
        # Whoever had the lock may have kept the answer since it was looked for.
        version, kept = answer_store().find(key.shop, key.text)
        if kept and _is_valid(kept, version):
            answer_store().unlock(key.text, uncacheable=False)
            return _response_of(request, kept)
        # The view's own 304 or 412 would leave nothing to keep.
        for condition in CONDITIONS:
            request.META.pop(condition, None)
        known = request.META.pop("HTTP_IF_NONE_MATCH", None)
        # Who fails leaves the next one to try; only an answer that was given shows that there is none to keep.
        uncacheable = False
        try:
            response = self._fill(request, key, version)
            uncacheable = response.status_code < 500 and not _may_be_cached(response)
        finally:
            answer_store().unlock(key.text, uncacheable=uncacheable)
        etag = response.headers.get("ETag", "")
        if known is None:
            return response
        request.META["HTTP_IF_NONE_MATCH"] = known
        if not etag or response.status_code != 200:
            return response
        return get_conditional_response(request, etag=etag, response=response) or response

    def _fill(self, request: HttpRequest, key: CacheKey, version: int) -> HttpResponse:
        now = datetime.fromtimestamp(directory.now(), UTC)
        ends = self.expiry.next(key.shop.pk, version, now).timestamp()
        response = self.get_response(request)
        if _may_be_cached(response):
            until = min(ends, getattr(response, MARK), now.timestamp() + settings.ANSWER_CACHE_SECONDS)
            kept = CachedAnswer(
                version, until, response.headers.get("ETag", ""), dict(response.items()), response.content
            )
            answer_store().keep(key.text, kept)
        return response


def answer_from_memory(request: HttpRequest) -> HttpResponse | None:
    """What `AnswerCacheMiddleware` would answer, if this process has it in memory; nothing is waited for."""
    if request.method not in ("GET", "HEAD"):
        return None
    key = cache_key_of(request)
    kept = answer_store().memory.get(key.text) if key else None
    return _response_of(request, kept) if key and kept and _is_valid(kept, key.shop.version) else None


def _is_valid(kept: CachedAnswer, version: int) -> bool:
    return kept.version >= version and kept.until > directory.now()


def _may_serve_stale(kept: CachedAnswer, shop: ShopEntry) -> bool:
    """True if the answer was current until a moment ago."""
    return kept.version >= shop.before and time.monotonic() - shop.raised_at < STALE_SECONDS


def _may_be_cached(response: HttpResponse) -> bool:
    return (
        hasattr(response, MARK)
        and response.status_code == 200
        and not response.cookies
        and "no-store" not in response.headers.get("Cache-Control", "")
    )


def _response_of(request: HttpRequest, kept: CachedAnswer) -> HttpResponse:
    if request.META.get("HTTP_IF_NONE_MATCH") == kept.etag:
        headers = {name: kept.headers[name] for name in NOT_MODIFIED_HEADERS if name in kept.headers}
        response = HttpResponse(status=304, headers=headers)
        del response.headers["Content-Type"]
        return response
    response = HttpResponse(kept.content, headers=kept.headers)
    if "HTTP_IF_NONE_MATCH" not in request.META:
        return response
    return get_conditional_response(request, etag=kept.etag, response=response) or response
