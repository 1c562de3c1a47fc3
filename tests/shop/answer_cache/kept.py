"""What the answer cache keeps, and addresses of answers that it keeps."""

import json
from typing import Any
from urllib.parse import quote

import redis
from django.conf import settings

from shop.web.graphql.persisted import persisted_queries

PAGE = "/nachtfalter/products/hemd"


def valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, decode_responses=True)


def kept() -> set[str]:
    return {str(key) for key in valkey().keys("answer:*") if not str(key).endswith("|lock")}


def document(name: str, variables: Any, **parameters: str) -> str:
    extensions = {"persistedQuery": {"version": 1, "sha256Hash": persisted_queries().newest[name]}}
    given = {"extensions": json.dumps(extensions), "variables": json.dumps(variables), "locale": "de", **parameters}
    query = "&".join(f"{key}={quote(value)}" for key, value in given.items())
    return f"/api/v2/shops/nachtfalter/graphql?{query}"


SUGGESTIONS = document("SEARCH_SUGGESTIONS", {})
