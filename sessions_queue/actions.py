from collections.abc import Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from shop.models import Shop

from .locks import lock_overdue_sessions, lock_session
from .models import VisitorSession
from .signals import sessions_ended

LIFETIME = timedelta(seconds=settings.SESSION_SECONDS)
LONGEST_LIFETIME = timedelta(seconds=settings.RESERVATION_SECONDS)


def start_session(*, shop: Shop, language: str, address: str = "") -> VisitorSession:
    """A new guest in a shop; called by the first cart action only (purchase §4 "Session").

    `address`: where the guest comes from, as far as it tells visitors apart (`rate_limits.caller`); nothing of it can
    be read from what is stored.
    """
    lifetime = min(LIFETIME, LONGEST_LIFETIME)
    session = VisitorSession(
        shop=shop, language=language, address_digest=digest_of(address), expires_at=Now() + lifetime
    )
    session.save()
    session.expires_at = session.created_at + lifetime  # both were the statement's time
    return session


def digest_of(address: str) -> str:
    return salted_hmac("visitor session's address", address, algorithm="sha256").hexdigest()[:32] if address else ""


def renew_session(*, session: VisitorSession) -> bool:
    """20 more minutes for a session that is still alive, an hour in all; False if it is not alive."""
    lifetimes: list[Any] = [LIFETIME, LONGEST_LIFETIME]
    statement = """
        UPDATE sessions_queue_visitorsession
        SET expires_at = least(statement_timestamp() + %s, created_at + %s)
        WHERE id = %s AND ended_at IS NULL AND expires_at > statement_timestamp() RETURNING expires_at
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [*lifetimes, session.pk])
        renewed = cursor.fetchone()
    if renewed is not None:
        session.expires_at = renewed[0]
    return renewed is not None


def lock_and_renew(session_id: UUID) -> VisitorSession | None:
    """What every write of a guest begins with: the session, locked until the transaction ends and renewed.

    None if it ended or ran out, also while this waited for the lock: the renewal looks at the clock again.
    """
    session = lock_session(session_id)
    if session is None or settings.TEST_WITHOUT_LOCKS:  # to change its row is to lock it
        return session
    return session if renew_session(session=session) else None


@transaction.atomic
def heartbeat(*, session: VisitorSession) -> VisitorSession | None:
    """The session with its new end, or None if it ended or ran out."""
    return lock_and_renew(session.pk)


def change_language(*, session: VisitorSession, language: str) -> None:
    VisitorSession.objects.filter(pk=session.pk).update(language=language)


@transaction.atomic
def end_overdue_sessions(*, limit: int = 500, only: Collection[UUID] | None = None) -> int:
    """End what ran out and have everything that was kept for it given back; the sweep calls this every second.

    `only`: those that somebody waits for, if they did run out.
    """
    sessions = lock_overdue_sessions(limit, only)
    if sessions:
        session_ids = [session.pk for session in sessions]
        VisitorSession.objects.filter(pk__in=session_ids).update(ended_at=F("expires_at"))
        sessions_ended.send(sender=VisitorSession, session_ids=session_ids)
    return len(sessions)
