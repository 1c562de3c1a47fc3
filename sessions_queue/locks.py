"""The only place that locks visitor sessions. A session's lock is taken before any cart or stock (design §4); that of
an address or a pass comes after everything else but stocks, so that whoever has it waits for those only.
"""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings

from shop.core.database.locks import lock_names, locked
from shop.core.limits.work import LEVELS

from .models import VisitorSession, WaitingRoom


def lock_session(session: VisitorSession) -> VisitorSession | None:
    """The session, locked until the transaction ends, or None if it ended, ran out, or has another token since it was
    read. Sets `alive_at`.

    The clock is looked at once the lock is there: whoever had it may have kept it until the session ran out. So is the
    token: a browser whose session moved away meanwhile does nothing in it any more.
    """
    lock = "" if settings.TEST_WITHOUT_LOCKS else "FOR NO KEY UPDATE"
    # By their names: a column that a migration adds meanwhile would end the prepared statement.
    columns = ", ".join(str(field.column) for field in VisitorSession._meta.concrete_fields)
    statement = f"""
        WITH locked AS MATERIALIZED (
            SELECT {columns} FROM sessions_queue_visitorsession
            WHERE id = %s AND token = %s AND ended_at IS NULL {lock}
        )
        SELECT * FROM (SELECT *, clock_timestamp() AS alive_at FROM locked) AS looked_at WHERE expires_at > alive_at
    """  # noqa: S608
    found = next(iter(VisitorSession.objects.raw(statement, [session.pk, session.token])), None)
    if found is not None:
        found.shop = session.shop
    return found


def lock_sessions(*sessions: VisitorSession) -> dict[UUID, VisitorSession | None]:
    """Several as `lock_session`, by their ids and in the order of these: who locks them the other way round waits."""
    return {one.pk: lock_session(one) for one in sorted(sessions, key=lambda session: session.pk)}


def lock_overdue_sessions(limit: int, only: Collection[UUID] | None = None) -> list[VisitorSession]:
    """Sessions that ran out and that nobody else is ending or using just now; `only` some of them."""
    sessions = VisitorSession.objects.overdue()
    if only is not None:
        sessions = sessions.filter(pk__in=only)
    return list(sessions.select_for_update(no_key=True, skip_locked=True).order_by("expires_at")[:limit])


def lock_visitor(session: VisitorSession) -> None:
    """What the sessions of one address, and of one pass, hold is counted by one transaction at a time, until that ends.

    Who has worked as much as anybody may have to is not counted by the address, and waits for nobody behind it.
    """
    shared = () if session.work >= LEVELS else (session.network_digest, session.address_digest)
    lock_names([name for name in (*shared, session.pass_digest) if name])


def lock_room(room_id: int) -> WaitingRoom:
    """The waiting room, locked until the transaction ends. Taken alone."""
    return locked(WaitingRoom.objects.filter(pk=room_id)).get()


def lock_room_if_free(room_id: int) -> WaitingRoom | None:
    """As `lock_room`; None where somebody else is at it."""
    rooms = WaitingRoom.objects.filter(pk=room_id).select_for_update(no_key=True, skip_locked=True)
    return rooms.first()
