"""The addresses and catalogue versions of all shops, in each process's memory, read again at least once a second
(design §5).

Only the database counts, so no lost message between processes can make an answer older than that second.
"""

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.db import connection

from shop.directory.addresses import ShopAddress, address_of, hostname_of

MAX_AGE = 0.8
READ = """
SELECT s.id, s.slug, s.domain, s.default_locale,
       EXISTS (SELECT 1 FROM shop_accesscode a WHERE a.shop_id = s.id), coalesce(c.version, 0),
       coalesce(c.is_ours, false), extract(epoch FROM clock_timestamp())::float8
FROM shop_shop s
LEFT JOIN (SELECT shop_id, sum(raises)::bigint AS version,
                  bool_or(transaction = pg_current_xact_id_if_assigned()::text::bigint) AS is_ours
           FROM shop_cataloguechange GROUP BY shop_id) c
       ON c.shop_id = s.id
"""


@dataclass(frozen=True, slots=True)
class ShopEntry:
    """A shop's row in the directory. `is_ours`: the reading transaction itself has raised the version; nothing may be
    cached under it, because a transaction raises it only once. `before`: the version until `raised_at` (monotonic
    seconds).
    """

    pk: int
    slug: str
    domain: str
    default_locale: str
    is_gated: bool
    version: int
    is_ours: bool = False
    before: int = 0
    raised_at: float = 0.0


@dataclass(slots=True)
class Directory:
    by_slug: dict[str, ShopEntry] = field(default_factory=dict)
    by_domain: dict[str, ShopEntry] = field(default_factory=dict)
    read_at: float = float("-inf")
    clock_ahead: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def is_fresh(self) -> bool:
        return time.monotonic() - self.read_at < MAX_AGE

    def refresh(self, *, at_once: bool = False) -> list[ShopEntry]:
        """Read the database unless the directory is fresh. Returns the shops whose version has changed. `at_once`: read
        in any case.
        """
        asked = time.monotonic()
        with self.lock:
            if (not at_once and self.is_fresh()) or self.read_at > asked:
                return []
            started = time.monotonic()
            with connection.cursor() as cursor:
                cursor.execute(READ)
                return self._take(cursor.fetchall(), started)

    def _take(
        self, rows: Iterable[tuple[int, str, str | None, str, bool, int, bool, float]], now: float
    ) -> list[ShopEntry]:
        raised, by_slug = [], {}
        for pk, slug, domain, locale, is_gated, version, is_ours, clock in rows:
            self.clock_ahead = clock - time.time()
            known = self.by_slug.get(slug)
            if known is None or (known.pk, known.version) != (pk, version):
                before = known.version if known is not None and known.pk == pk else version
                known = ShopEntry(pk, slug, domain or "", locale, is_gated, version, is_ours, before, now)
                raised.append(known)
            by_slug[slug] = known
        self.by_slug = by_slug
        self.by_domain = {one.domain: one for one in by_slug.values() if one.domain}
        self.read_at = now
        return raised

    def now(self) -> float:
        """Return the database's time in seconds since 1970; scheduled changes follow that clock (catalogue §4)."""
        return time.time() + self.clock_ahead

    def has_host(self, host: str) -> bool:
        """Whether the main shop or a shop with its own domain answers there."""
        hostname = hostname_of(host)
        if hostname in settings.MAIN_HOSTS:
            return True
        self.refresh()
        return hostname in self.by_domain

    def address_of(self, host: str, path: str) -> ShopAddress[ShopEntry] | None:
        """Like `shop.queries.shop_for_request`, without a SQL statement."""
        return address_of(host, path, self.by_slug.get, self.by_domain.get)


directory = Directory()


def fold_changes() -> int:
    """Replace each shop's rows of catalogue changes by their sum; versions stay the same. Returns the number of
    rows.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH many AS (
                SELECT shop_id FROM shop_cataloguechange GROUP BY shop_id HAVING count(*) > 1 ORDER BY shop_id
            ), gone AS (
                DELETE FROM shop_cataloguechange c USING many WHERE c.shop_id = many.shop_id
                RETURNING c.shop_id, c.raises
            ), kept AS (
                INSERT INTO shop_cataloguechange (shop_id, transaction, raises)
                SELECT shop_id, -pg_current_xact_id()::text::bigint, sum(raises) FROM gone GROUP BY shop_id
            )
            SELECT count(*) FROM gone
            """
        )
        (folded,) = cursor.fetchone()
        return int(folded)
