"""What follows from a shop's catalogue, kept by this process for as long as the catalogue's version stands (design §5).

A write asks the database for the version itself, so it never prices by what another process has changed.
"""

import threading
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from django.db import connection

from shop.models import Shop

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")

READ = """
SELECT statement_timestamp(), coalesce(sum(raises), 0)::bigint,
       coalesce(bool_or(transaction = pg_current_xact_id_if_assigned()::text::bigint), false)
FROM shop_cataloguechange WHERE shop_id = %s
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of the database's clock, and the version of the shop's catalogue then.

    None where this very transaction has changed the catalogue: its version rises only once.
    """

    shop: Shop
    now: datetime
    version: int | None


def read_snapshot(shop: Shop) -> Snapshot:
    with connection.cursor() as cursor:
        cursor.execute(READ, [shop.pk])
        now, version, is_ours = cursor.fetchone()
    return Snapshot(shop, now, None if is_ours else version)


class Memory(Generic[Key, Found]):
    """Things by their keys, of all shops; those that came first make room. Nobody may change what it gives.

    `load` reads what is missing; a key that it leaves out is asked for again the next time.
    """

    def __init__(self, load: Callable[[Shop, Collection[Key]], Mapping[Key, Found]], most: int = 4096) -> None:
        self._load, self._most = load, most
        self._kept: dict[tuple[int, Key], tuple[int, Found]] = {}
        self._lock = threading.Lock()

    def find(self, snapshot: Snapshot, keys: Collection[Key]) -> dict[Key, Found]:
        shop, version = snapshot.shop, snapshot.version
        if version is None:
            return dict(self._load(shop, keys))
        kept = {key: self._kept.get((shop.pk, key)) for key in keys}
        found = {key: one[1] for key, one in kept.items() if one is not None and one[0] == version}
        missing = [key for key in kept if key not in found]
        if missing:
            loaded = self._load(shop, missing)
            self._keep(shop, version, loaded)
            found |= loaded
        return found

    def _keep(self, shop: Shop, version: int, loaded: Mapping[Key, Found]) -> None:
        with self._lock:
            for key, one in loaded.items():
                self._kept.pop((shop.pk, key), None)
                self._kept[shop.pk, key] = (version, one)
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
