"""The catalogue version and the time that a write sees: cached values of the shop are valid for that version only."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from shop.core.database.versioned_cache import Found, Key, VersionedCache
from shop.models import Shop

READ = """
SELECT statement_timestamp(), coalesce(sum(raises), 0)::bigint,
       coalesce(bool_or(transaction = pg_current_xact_id_if_assigned()::text::bigint), false)
FROM shop_cataloguechange WHERE shop_id = %s
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The database's time, and the version of the shop's catalogue then.

    `version` is None if this transaction itself has changed the catalogue: it raises the version only once, so nothing
    may be cached under it.
    """

    shop: Shop
    now: datetime
    version: int | None

    def cached_values(self, memory: VersionedCache[Shop, Key, Found], keys: Collection[Key]) -> dict[Key, Found]:
        return memory.find(self.shop, self.version, keys)


def read_snapshot(shop: Shop) -> Snapshot:
    with connection.cursor() as cursor:
        cursor.execute(READ, [shop.pk])
        now, version, is_ours = cursor.fetchone()
    return Snapshot(shop, now, None if is_ours else version)
