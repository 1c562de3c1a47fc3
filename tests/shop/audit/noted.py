"""What the history notes."""

from typing import Any

from shop.models import AuditEntry


def noted_since(number: int) -> list[tuple[str, str, Any]]:
    entries = AuditEntry.objects.filter(pk__gt=number).order_by("id")
    return [(one.model, one.action, one.changes) for one in entries]
