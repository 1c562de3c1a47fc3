"""The moment at which a write looks at a shop: what it remembers of the shop counts only if it is of that version."""

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
    """A moment of the database's clock, and the version of the shop's catalogue then.

    None where this very transaction has changed the catalogue: its version rises only once.
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
