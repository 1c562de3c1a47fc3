"""Answers kept in Valkey: one look-up tells the shop's version and the answer (design §5)."""

import json
import logging
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from shop.directory import Known, directory

logger = logging.getLogger(__name__)
# Long enough for every process to have read the database itself.
MIRRORED_SECONDS = 5
RENDERING_MILLISECONDS = 2000
UNKEPT_MILLISECONDS = 5000
# A Valkey that does not answer is left alone for a while: pages work without it.
PAUSE = 1.0
FOLDERS = ("config", "shop", "catalogue", "templates", "locale")
SUFFIXES = (".py", ".html", ".po")


class Turn(StrEnum):
    """Who makes an answer: the caller for all, somebody else just now, or each for himself, for it is not kept."""

    MAKE = "make"
    WAIT = "wait"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it left: `until` in seconds since 1970."""

    version: int
    until: float
    etag: str
    headers: dict[str, str]
    content: bytes

    def packed(self) -> bytes:
        head = json.dumps([self.version, self.until, self.etag, self.headers], separators=(",", ":"))
        return head.encode() + b"\n" + self.content

    @classmethod
    def unpacked(cls, packed: bytes) -> "Kept":
        head, _newline, content = packed.partition(b"\n")
        return cls(*_head(head), content)


@lru_cache(maxsize=1024)
def _head(packed: bytes) -> tuple[int, float, str, dict[str, str]]:
    version, until, etag, headers = json.loads(packed)
    return version, until, etag, headers


@cache
def release() -> str:
    """Names this very code, build and database: an answer of another one is none of ours."""
    found = sha256(f"{settings.DATABASES['default']['HOST']} {settings.DATABASES['default']['NAME']}".encode())
    found.update(f"{settings.DATABASES['default']['PORT']} {settings.PUBLIC_URL} {settings.TEST_MODE}".encode())
    files = [settings.FRONTEND_DIST / ".vite" / "manifest.json", settings.FRONTEND_DIST / "operations.json"]
    for folder in FOLDERS:
        files += sorted(one for one in Path(settings.BASE_DIR, folder).rglob("*") if one.suffix in SUFFIXES)
    for file in files:
        if file.is_file():
            found.update(f"{file} {file.stat().st_mtime_ns}".encode())
    return found.hexdigest()[:12]


class KeptAnswers:
    """Where answers are kept. Every failure counts as an answer that is not there."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url,
            socket_timeout=0.5,
            socket_connect_timeout=0.3,
            protocol=2,
            # A page made anew is better than a second try.
            retry=Retry(NoBackoff(), 0),
        )
        self._threads = threading.local()
        self._left_alone_until = 0.0

    @property
    def is_reachable(self) -> bool:
        return time.monotonic() >= self._left_alone_until

    def _failed(self, error: redis.RedisError) -> None:
        self._left_alone_until = time.monotonic() + PAUSE
        logger.warning("Valkey does not answer, pages are made anew each time: %s", error)

    def find(self, shop: Known, key: str) -> tuple[int, Kept | None]:
        """The shop's newest known version and the kept answer, in one round trip."""
        try:
            mirrored, packed = self._look_up(self._version_key(shop), key)
        except redis.RedisError as error:
            self._failed(error)
            return shop.version, None
        return max(shop.version, int(mirrored or 0)), Kept.unpacked(packed) if packed else None

    def _look_up(self, *keys: str) -> list[bytes | None]:
        """MGET over the thread's own connection: what the client does around a command costs twice the command."""
        try:
            return self._looked_up(keys)
        except redis.ConnectionError:
            # Valkey ended it while nobody asked.
            return self._looked_up(keys)

    def _looked_up(self, keys: tuple[str, ...]) -> Any:
        connection = getattr(self._threads, "connection", None)
        if connection is None:
            pool = self._client.connection_pool
            connection = self._threads.connection = pool.connection_class(**pool.connection_kwargs)
        connection.send_command("MGET", *keys)
        return connection.read_response()

    def keep(self, key: str, kept: Kept) -> None:
        seconds = max(1, min(settings.ANSWER_CACHE_SECONDS, int(kept.until - directory.now()) + 1))
        self._run(lambda: self._client.set(key, kept.packed(), ex=seconds))

    def mirror(self, shops: Iterable[Known]) -> None:
        """Tell the other processes before they look themselves."""
        shops = list(shops)
        if not shops:
            return
        pipeline = self._client.pipeline(transaction=False)
        for shop in shops:
            pipeline.set(self._version_key(shop), shop.version, ex=MIRRORED_SECONDS)
        self._run(pipeline.execute)

    def begin(self, key: str) -> Turn:
        """Whose turn it is to make this answer; whoever is told MAKE calls `end`."""
        if not self.is_reachable:
            return Turn.EACH
        mark, milliseconds = f"{key}|made", RENDERING_MILLISECONDS
        try:
            before: Any = self._client.set(mark, Turn.WAIT, nx=True, get=True, px=milliseconds)
        except redis.RedisError as error:
            self._failed(error)
            return Turn.EACH
        return Turn(before.decode()) if before else Turn.MAKE

    def end(self, key: str, *, unkept: bool) -> None:
        """The answer is made. `unkept`: it is none that is kept, so for a while nobody waits for another one."""
        mark = f"{key}|made"
        if unkept:
            self._run(lambda: self._client.set(mark, Turn.EACH, px=UNKEPT_MILLISECONDS))
        else:
            self._run(lambda: self._client.delete(mark))

    def _run(self, command: Any) -> Any:
        try:
            return command()
        except redis.RedisError as error:
            self._failed(error)
            return None

    def _version_key(self, shop: Known) -> str:
        return f"version:{release()}:{shop.pk}"


@cache
def kept_answers() -> KeptAnswers:
    return KeptAnswers(settings.REDIS_URL)
