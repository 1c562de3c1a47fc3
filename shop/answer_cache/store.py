"""The cached answers in Valkey: one round trip reads the shop's version and the answer (design §5)."""

import json
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import redis
from django.conf import settings

from shop.core.http.renderer import SECONDS as RENDERER_SECONDS
from shop.core.valkey import valkey
from shop.directory.shops import ShopEntry, directory

# Long enough for every process to have read the database itself.
PUBLISHED_SECONDS = 5
# As long as a page can take to be made: one that its renderer kept waiting is not made by everybody else, too.
RENDERING_MILLISECONDS = int((3 * RENDERER_SECONDS + 2) * 1000)
UNCACHEABLE_MILLISECONDS = 5000
FOLDERS = ("config", "shop", "sessions_queue", "catalogue", "cart", "checkout", "templates", "locale")
SUFFIXES = (".py", ".html", ".po")
# Of each process: a thousand pages and more. What takes a larger part of it is left to Valkey.
MEMORY = 32 * 1024 * 1024
LARGEST_PART = 16
AROUND_AN_ANSWER = 2048


class Lock(StrEnum):
    """The lock of a missing answer. TAKEN: the caller must compute the answer for all. HELD: another request computes
    it. NONE: there is no lock, because the answer is not cached.
    """

    TAKEN = "taken"
    HELD = "held"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class CachedAnswer:
    """An answer as it was sent. `until`: seconds since 1970."""

    version: int
    until: float
    etag: str
    headers: dict[str, str]
    content: bytes

    def to_bytes(self) -> bytes:
        head = json.dumps([self.version, self.until, self.etag, self.headers], separators=(",", ":"))
        return head.encode() + b"\n" + self.content

    @classmethod
    def from_bytes(cls, raw: bytes) -> "CachedAnswer":
        head, _newline, content = raw.partition(b"\n")
        return cls(*_head(head), content)


@lru_cache(maxsize=1024)
def _head(raw: bytes) -> tuple[int, float, str, dict[str, str]]:
    version, until, etag, headers = json.loads(raw)
    return version, until, etag, headers


@cache
def release() -> str:
    """Return a key of the code, the build and the database: answers of others are not used."""
    found = sha256(f"{settings.DATABASES['default']['HOST']} {settings.DATABASES['default']['NAME']}".encode())
    found.update(f"{settings.DATABASES['default']['PORT']} {settings.PUBLIC_URL} {settings.TEST_MODE}".encode())
    dist = settings.FRONTEND_DIST
    files = [dist / ".vite" / "manifest.json", dist / "operations.json", settings.FRONTEND_SERVER]
    for folder in FOLDERS:
        files += sorted(one for one in Path(settings.BASE_DIR, folder).rglob("*") if one.suffix in SUFFIXES)
    for file in files:
        if file.is_file():
            found.update(f"{file} {file.stat().st_mtime_ns}".encode())
    return found.hexdigest()[:12]


class AnswerMemory:
    """The answers that this process used last, within a memory limit. Threads write it; the event loop reads it without
    waiting.
    """

    def __init__(self, most: int = MEMORY) -> None:
        self._most, self._size = most, 0
        self._answers: dict[str, CachedAnswer] = {}
        self._putting = threading.Lock()

    def get(self, key: str) -> CachedAnswer | None:
        return self._answers.get(key)

    def put(self, key: str, kept: CachedAnswer) -> None:
        size = self._size_of(key, kept)
        if size > self._most // LARGEST_PART:
            return
        with self._putting:
            self._drop(key)
            self._answers[key] = kept
            self._size += size
            while self._size > self._most:
                self._drop(next(iter(self._answers)))  # which was put there longest ago

    def _drop(self, key: str) -> None:
        if dropped := self._answers.pop(key, None):
            self._size -= self._size_of(key, dropped)

    @staticmethod
    def _size_of(key: str, kept: CachedAnswer) -> int:
        return len(kept.content) + len(key) + AROUND_AN_ANSWER


class AnswerStore:
    """Stores and finds answers. Treats each failure of Valkey as a missing answer."""

    def __init__(self) -> None:
        self.memory = AnswerMemory()

    @property
    def is_reachable(self) -> bool:
        return not valkey().breaker.is_open

    def find(self, shop: ShopEntry, key: str) -> tuple[int, CachedAnswer | None]:
        """Return the shop's newest known version and the cached answer, in one round trip."""
        try:
            published, raw = valkey().ask("MGET", self._version_key(shop), key)
        except redis.RedisError:
            return shop.version, None
        kept = CachedAnswer.from_bytes(raw) if raw else None
        if kept:
            self.memory.put(key, kept)
        return max(shop.version, int(published or 0)), kept

    def keep(self, key: str, kept: CachedAnswer) -> None:
        self.memory.put(key, kept)
        seconds = max(1, min(settings.ANSWER_CACHE_SECONDS, int(kept.until - directory.now()) + 1))
        with suppress(redis.RedisError):
            valkey().ask("SET", key, kept.to_bytes(), "EX", seconds)

    def publish(self, shops: Iterable[ShopEntry]) -> None:
        """Tell the other processes of new versions before they read the database themselves."""
        newest = [("SET", self._version_key(shop), shop.version, "EX", PUBLISHED_SECONDS) for shop in shops]
        if newest:
            with suppress(redis.RedisError):
                valkey().ask_all(newest)

    def lock(self, key: str) -> Lock:
        """Try to lock this answer. After TAKEN the caller must call `unlock`."""
        try:
            before = valkey().ask("SET", f"{key}|lock", Lock.HELD, "NX", "GET", "PX", RENDERING_MILLISECONDS)
        except redis.RedisError:
            return Lock.NONE
        return Lock(before.decode()) if before else Lock.TAKEN

    def unlock(self, key: str, *, uncacheable: bool) -> None:
        """Release the lock. `uncacheable`: the answer is not cached, so for a while no request waits for it."""
        mark = f"{key}|lock"
        with suppress(redis.RedisError):
            if uncacheable:
                valkey().ask("SET", mark, Lock.NONE, "PX", UNCACHEABLE_MILLISECONDS)
            else:
                valkey().ask("DEL", mark)

    def _version_key(self, shop: ShopEntry) -> str:
        return f"version:{release()}:{shop.pk}"


@cache
def answer_store() -> AnswerStore:
    return AnswerStore()
