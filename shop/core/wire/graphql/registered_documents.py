"""Documents that clients register by sending a hash with its text (catalogue §7), where unlisted documents are allowed.

A client sends the hash alone, gets PersistedQueryNotFound and then sends hash and text. Valkey stores the text for all
processes; without Valkey each request needs the text.
"""

import logging

from django.conf import settings
from redis.exceptions import RedisError

from shop.core.errors import ShopError
from shop.core.valkey import valkey

from .persisted import PersistedQueryNotFound, hash_of

logger = logging.getLogger(__name__)
KEPT_SECONDS = 24 * 60 * 60


class HashMismatch(ShopError):
    """The hash is not that of the text: stored, it would answer other clients with the wrong document."""

    code = "HASH_MISMATCH"
    message = "provided sha does not match query"
    status = 400


def check_hash(key: str, text: object) -> None:
    """Raises HashMismatch."""
    if key and isinstance(text, str) and text and key != hash_of(text):
        raise HashMismatch


def register(key: str, text: str) -> None:
    """Store a checked document in Valkey."""
    try:
        valkey().ask("SET", _place(key), text.encode(), "EX", KEPT_SECONDS)
    except RedisError:
        logger.warning("a document could not be registered")


def registered_document(key: str) -> str:
    """Raises PersistedQueryNotFound."""
    try:
        kept = None if settings.GRAPHQL_SAFELIST_ONLY else valkey().ask("GET", _place(key))
    except RedisError:
        kept = None
    if not kept:
        raise PersistedQueryNotFound
    return str(kept, "utf-8")


def _place(key: str) -> str:
    return f"document:{hash_of(key)}"
