"""The only place that locks visitor sessions. A session's lock is taken before any cart or stock (design §4); that of
an address comes after everything else but stocks, so that whoever has it waits for those only.
"""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import DateTimeField, Func

from .models import VisitorSession


class ClockTimestamp(Func):
    """The database's wall clock, read anew when a waiting statement looks at its row again."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = DateTimeField()


def lock_session(session_id: UUID) -> VisitorSession | None:
    """The session, locked until the transaction ends, or None if it ended or ran out. Sets `alive_at`.

    Where this waited for somebody who changed nothing, the session may have run out meanwhile: the database does not
    look at such a row again. Writes take `sessions_queue.actions.lock_and_renew`.
    """
    now = ClockTimestamp()
    sessions = VisitorSession.objects.filter(pk=session_id, ended_at=None, expires_at__gt=now)
    sessions = sessions.annotate(alive_at=now)  # type: ignore[no-redef] # declared there for its readers
    if not settings.TEST_WITHOUT_LOCKS:
        sessions = sessions.select_for_update(no_key=True)
    return sessions.select_related(None).first()


def lock_overdue_sessions(limit: int, only: Collection[UUID] | None = None) -> list[VisitorSession]:
    """Sessions that ran out and that nobody else is ending or using just now; `only` some of them."""
    sessions = VisitorSession.objects.overdue()
    if only is not None:
        sessions = sessions.filter(pk__in=only)
    return list(sessions.select_for_update(no_key=True, skip_locked=True).order_by("expires_at")[:limit])


def lock_address(address_digest: str) -> None:
    """What the guests of one address hold is counted by one transaction at a time, until that ends."""
    if not settings.TEST_WITHOUT_LOCKS:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [address_digest])
