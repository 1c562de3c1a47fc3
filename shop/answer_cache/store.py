"""Answers kept in Valkey: one look-up tells the shop's version and the answer (design §5)."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import redis
from django.conf import settings

from shop.answer_cache.directory import Known, directory
from shop.valkey import valkey
from shop.web.renderer import SECONDS as RENDERER_SECONDS

# Long enough for every process to have read the database itself.
MIRRORED_SECONDS = 5
# As long as a page can take to be made: one that its renderer kept waiting is not made by everybody else, too.
RENDERING_MILLISECONDS = int((3 * RENDERER_SECONDS + 2) * 1000)
UNKEPT_MILLISECONDS = 5000
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
    dist = settings.FRONTEND_DIST
    files = [dist / ".vite" / "manifest.json", dist / "operations.json", settings.FRONTEND_SERVER]
    for folder in FOLDERS:
        files += sorted(one for one in Path(settings.BASE_DIR, folder).rglob("*") if one.suffix in SUFFIXES)
    for file in files:
        if file.is_file():
            found.update(f"{file} {file.stat().st_mtime_ns}".encode())
    return found.hexdigest()[:12]


class KeptAnswers:
    """Where answers are kept. Every failure counts as an answer that is not there."""

    @property
    def is_reachable(self) -> bool:
        return not valkey().breaker.is_open

    def find(self, shop: Known, key: str) -> tuple[int, Kept | None]:
        """The shop's newest known version and the kept answer, in one round trip."""
        try:
            mirrored, packed = valkey().ask("MGET", self._version_key(shop), key)
        except redis.RedisError:
            return shop.version, None
        return max(shop.version, int(mirrored or 0)), Kept.unpacked(packed) if packed else None

    def keep(self, key: str, kept: Kept) -> None:
        seconds = max(1, min(settings.ANSWER_CACHE_SECONDS, int(kept.until - directory.now()) + 1))
        with suppress(redis.RedisError):
            valkey().ask("SET", key, kept.packed(), "EX", seconds)

    def mirror(self, shops: Iterable[Known]) -> None:
        """Tell the other processes before they look themselves."""
        newest = [("SET", self._version_key(shop), shop.version, "EX", MIRRORED_SECONDS) for shop in shops]
        if newest:
            with suppress(redis.RedisError):
                valkey().ask_all(newest)

    def begin(self, key: str) -> Turn:
        """Whose turn it is to make this answer; whoever is told MAKE calls `end`."""
        try:
            before = valkey().ask("SET", f"{key}|made", Turn.WAIT, "NX", "GET", "PX", RENDERING_MILLISECONDS)
        except redis.RedisError:
            return Turn.EACH
        return Turn(before.decode()) if before else Turn.MAKE

    def end(self, key: str, *, unkept: bool) -> None:
        """The answer is made. `unkept`: it is none that is kept, so for a while nobody waits for another one."""
        mark = f"{key}|made"
        with suppress(redis.RedisError):
            if unkept:
                valkey().ask("SET", mark, Turn.EACH, "PX", UNKEPT_MILLISECONDS)
            else:
                valkey().ask("DEL", mark)

    def _version_key(self, shop: Known) -> str:
        return f"version:{release()}:{shop.pk}"


@cache
def kept_answers() -> KeptAnswers:
    return KeptAnswers()
