"""Cache of a process for values computed from a shop's catalogue, valid for one catalogue version (design §5)."""

import threading
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from django.db import connection


class HasKey(Protocol):
    @property
    def pk(self) -> Any: ...


Of = TypeVar("Of", bound=HasKey)
Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


class VersionedCache(Generic[Of, Key, Found]):
    """Holds at most `most` values of all shops, and drops the oldest first. Callers must not change the values.

    `load` reads a shop's missing keys; a key that it leaves out is read again the next time.
    """

    def __init__(self, load: Callable[[Of, Collection[Key]], Mapping[Key, Found]], most: int) -> None:
        self._load, self._most = load, most
        self._kept: dict[tuple[str, int, Key], tuple[int, Found]] = {}
        self._lock = threading.Lock()

    def find(self, shop: Of, version: int | None, keys: Collection[Key]) -> dict[Key, Found]:
        """Return the values by their keys. `version`: the shop's catalogue version as the caller's transaction sees it;
        None reads everything and caches nothing.
        """
        if not keys:
            return {}
        if version is None:
            return dict(self._load(shop, keys))
        place = self._place(shop)
        kept = {key: self._kept.get((*place, key)) for key in keys}
        found = {key: one[1] for key, one in kept.items() if one is not None and one[0] == version}
        missing = [key for key in kept if key not in found]
        if missing:
            loaded = self._load(shop, missing)
            self._keep(place, version, loaded)
            found |= loaded
        return found

    def _place(self, shop: Of) -> tuple[str, int]:
        """Include the database's name: a shop of another database may have the same key."""
        return connection.settings_dict["NAME"], shop.pk

    def _keep(self, place: tuple[str, int], version: int, loaded: Mapping[Key, Found]) -> None:
        with self._lock:
            for key, one in loaded.items():
                self._kept.pop((*place, key), None)
                self._kept[*place, key] = (version, one)
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
