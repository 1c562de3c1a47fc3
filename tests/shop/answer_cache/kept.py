"""What the answer cache keeps, and addresses of answers that it keeps."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import redis
from django.conf import settings

from shop.answer_cache.store import answer_store
from shop.core.wire.graphql.persisted import persisted_queries

PAGE = "/nachtfalter/products/hemd"


def valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, decode_responses=True)


@contextmanager
def answers_kept(settings: Any) -> Iterator[None]:
    """For minutes, and none of before."""
    settings.ANSWER_CACHE_SECONDS = 300
    answer_store.cache_clear()
    ours = valkey()  # a test may set another one
    ours.flushdb()
    yield
    ours.flushdb()
    answer_store.cache_clear()


def kept() -> set[str]:
    return {str(key) for key in valkey().keys("answer:*") if not str(key).endswith("|lock")}


def document(name: str, variables: Any, **parameters: str) -> str:
    extensions = {"persistedQuery": {"version": 1, "sha256Hash": persisted_queries().newest[name]}}
    given = {"extensions": json.dumps(extensions), "variables": json.dumps(variables), "locale": "de", **parameters}
    query = "&".join(f"{key}={quote(value)}" for key, value in given.items())
    return f"/api/v2/shops/nachtfalter/graphql?{query}"


SUGGESTIONS = document("SEARCH_SUGGESTIONS", {})
