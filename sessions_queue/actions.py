from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from shop.models import Shop

from .locks import lock_overdue_sessions, lock_session
from .models import VisitorSession
from .signals import sessions_ended

LIFETIME = timedelta(seconds=settings.SESSION_SECONDS)


def start_session(*, shop: Shop, language: str) -> VisitorSession:
    """A new guest in a shop; called by the first cart action only (purchase §4 "Session")."""
    session = VisitorSession(shop=shop, language=language, expires_at=Now() + LIFETIME)
    session.save()
    session.refresh_from_db(fields=["expires_at"])
    return session


def renew_session(*, session: VisitorSession) -> bool:
    """20 more minutes for a session that is still alive; False if it is not."""
    renewed = VisitorSession.objects.alive().filter(pk=session.pk).update(expires_at=Now() + LIFETIME)
    if renewed:
        session.refresh_from_db(fields=["expires_at"])
    return bool(renewed)


def lock_and_renew(session_id: UUID) -> VisitorSession | None:
    """What every write of a guest begins with: the session, locked until the transaction ends and renewed.

    None if it ended or ran out, also while this waited for the lock: the renewal looks at the clock again.
    """
    session = lock_session(session_id)
    return session if session is not None and renew_session(session=session) else None


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
