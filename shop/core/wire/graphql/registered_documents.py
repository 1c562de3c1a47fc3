"""Documents that clients register: a hash sent with its text (catalogue §7), where documents off the list are answered.

Clients of persisted queries ask by the hash alone, are told PersistedQueryNotFound and send hash and text. Valkey keeps
the text for all processes; without it every question takes the text again.
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
    """A text under a wrong hash would be answered to whoever asks for the right one."""

    code = "HASH_MISMATCH"
    message = "provided sha does not match query"
    status = 400


def check_hash(key: str, text: object) -> None:
    """Raises HashMismatch."""
    if key and isinstance(text, str) and text and key != hash_of(text):
        raise HashMismatch


def register(key: str, text: str) -> None:
    """Keep a document that may run."""
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
