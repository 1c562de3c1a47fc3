from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import connection

from shop.answer_cache.expiry import NextChanges
from shop.core.database.versioned_cache import VersionedCache
from shop.models import LegalWording, Shop
from shop.snapshot import Snapshot

from .queries import TextInForce, agreed_texts

Read = tuple[str, datetime | None]


def agreed_wordings(snapshot: Snapshot, language: str) -> list[str]:
    """The keys of the wordings that a buyer who reads this language agrees to now.

    Outside of the transaction that places: those who place the first orders under a new text would wait for each other.
    """
    if snapshot.version is None or connection.in_atomic_block:  # which may be rolled back
        return keep_wordings(agreed_texts(snapshot.shop, language))
    until = CHANGES.next(snapshot.shop.pk, snapshot.version, snapshot.now)
    return snapshot.cached_values(WORDINGS, [(language, until)])[language, until]


def load_wordings(shop: Shop, read: Collection[Read]) -> dict[Read, list[str]]:
    now = Shop.objects.get(pk=shop.pk)  # a request's own row may be older than the version
    return {(language, until): keep_wordings(agreed_texts(now, language)) for language, until in read}


CHANGES = NextChanges()
# By the language and the moment at which another text may come into force.
WORDINGS = VersionedCache(load_wordings, most=1000)


def keep_wordings(texts: Sequence[TextInForce]) -> list[str]:
    """The keys of the rows that keep these words; what nobody agreed to before is stored."""
    rows = {
        text.digest: LegalWording(digest=text.digest, kind=text.kind, language=text.language, html=text.html)
        for text in texts
    }
    known = set(LegalWording.objects.filter(pk__in=rows).values_list("pk", flat=True))
    LegalWording.objects.bulk_create([row for key, row in rows.items() if key not in known], ignore_conflicts=True)
    return list(rows)
