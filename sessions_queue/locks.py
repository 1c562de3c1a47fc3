"""The only place that locks visitor sessions and waiting rooms. A session's lock is taken before any cart or stock
(design §4). The lock of an address or a pass is taken after everything but stocks, so that its holder waits for stocks
only.
"""

from collections.abc import Collection
from functools import cache
from uuid import UUID

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection

from shop.core.database.locks import lock_names, locked
from shop.core.limits.work import LEVELS

from .models import VisitorSession, WaitingRoom


def lock_session(session: VisitorSession) -> VisitorSession | None:
    """Lock the session until the transaction ends. None if it ended, ran out, or has another token since it was read.
    Sets `alive_at`.

    The clock and the token are read after the lock was granted: its last holder may have kept it until the session ran
    out, or may have moved the session to another browser.
    """
    statement, names = locking_statement("" if settings.TEST_WITHOUT_LOCKS else "FOR NO KEY UPDATE")
    with connection.cursor() as cursor:
        cursor.execute(statement, [session.pk, session.token])
        row = cursor.fetchone()
    if row is None:
        return None
    *values, alive_at = row
    found = VisitorSession.from_db(DEFAULT_DB_ALIAS, names, values)
    found.alive_at, found.shop = alive_at, session.shop
    return found


@cache
def locking_statement(lock: str) -> tuple[str, list[str]]:
    """Return the statement of `lock_session`, and the fields that it reads before `alive_at`."""
    fields = VisitorSession._meta.concrete_fields
    # Columns by name: with `*`, a migration that adds one meanwhile would break the prepared statement.
    columns = ", ".join(str(field.column) for field in fields)
    statement = f"""
        WITH locked AS MATERIALIZED (
            SELECT {columns} FROM sessions_queue_visitorsession
            WHERE id = %s AND token = %s AND ended_at IS NULL {lock}
        )
        SELECT * FROM (SELECT *, clock_timestamp() AS alive_at FROM locked) AS looked_at WHERE expires_at > alive_at
    """  # noqa: S608
    return statement, [field.attname for field in fields]


def lock_sessions(*sessions: VisitorSession) -> dict[UUID, VisitorSession | None]:
    """Lock several sessions as `lock_session` does, in the order of their ids, to avoid deadlocks."""
    return {one.pk: lock_session(one) for one in sorted(sessions, key=lambda session: session.pk)}


def lock_overdue_sessions(limit: int, only: Collection[UUID] | None = None) -> list[VisitorSession]:
    """Lock sessions that ran out, except those that another transaction has locked. `only`: these ids."""
    sessions = VisitorSession.objects.overdue()
    if only is not None:
        sessions = sessions.filter(pk__in=only)
    return list(sessions.select_for_update(no_key=True, skip_locked=True).order_by("expires_at")[:limit])


def lock_visitor(session: VisitorSession) -> None:
    """Lock the counters of the session's pass and address until the transaction ends, so that one transaction at a time
    counts what their sessions hold.

    A session that has done the most work is not counted by address, and does not wait for its lock.
    """
    shared = () if session.work >= LEVELS else (session.network_digest, session.address_digest)
    lock_names([name for name in (*shared, session.pass_digest) if name])


def lock_room(room_id: int) -> WaitingRoom:
    """Lock the waiting room until the transaction ends. Take no other lock with it."""
    return locked(WaitingRoom.objects.filter(pk=room_id)).get()


def lock_room_if_free(room_id: int) -> WaitingRoom | None:
    """Lock the waiting room as `lock_room` does. None if another transaction has locked it."""
    rooms = WaitingRoom.objects.filter(pk=room_id).select_for_update(no_key=True, skip_locked=True)
    return rooms.first()
