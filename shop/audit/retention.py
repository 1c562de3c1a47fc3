"""Deletion of old audit entries."""

from datetime import datetime

import pgtrigger
from django.db import connection, transaction

from shop.core.retention import CHANGES
from shop.models import AuditEntry

BATCH = 10_000
# As `pgtrigger.ignore` names it, which sends two statements in one: the server prepares single ones only.
APPEND_ONLY = next(trigger.get_pgid(model) for model, trigger in pgtrigger.registered("shop.AuditEntry:append_only"))


def forget_old(now: datetime | None = None) -> int:
    """Delete entries older than CHANGES, in batches. Returns how many. Only this function bypasses `append_only`."""
    old = AuditEntry.objects.filter(at__lt=CHANGES.end(now)).order_by("id")
    number = 0
    while batch := list(old.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [f"{{{APPEND_ONLY}}}"])
            number += AuditEntry.objects.filter(pk__in=batch).delete()[0]
            cursor.execute("SELECT set_config('pgtrigger.ignore', '{}', true)")
    return number
