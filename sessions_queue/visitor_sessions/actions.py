from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F

from sessions_queue import hooks
from sessions_queue.locks import lock_overdue_sessions, lock_session
from sessions_queue.models import VisitorSession
from sessions_queue.waiting_room.queue_place import QueuePlace
from shop.core.limits.visitors import Visitor, keyed_digest
from shop.core.limits.work import LEVELS
from shop.models import Shop

LIFETIME = timedelta(seconds=settings.SESSION_SECONDS)
LONGEST_LIFETIME = timedelta(seconds=settings.RESERVATION_SECONDS)
# For a session that holds a stock in demand, until the guest has entered an address.
SHORTENED_LIFETIME = LIFETIME / 4
# Renew a session at most once a minute (of 20), to save writes.
RENEWED_AFTER = LIFETIME / 20


def new_session(*, shop: Shop, language: str, visitor: Visitor | None, now: datetime) -> VisitorSession:
    """Return a new guest's session, not saved yet. A guest gets one with the first cart action only (purchase §4
    "Session").

    The visitor's address is stored as a digest only. Without `visitor` (staff, imports) nothing is limited.
    `record_work` stores what the visitor has worked. `now`: by the database's clock.
    """
    session = VisitorSession(
        shop=shop, language=language, created_at=now, expires_at=now + min(LIFETIME, LONGEST_LIFETIME), work=0
    )
    if visitor is not None:
        groups = [group.name for group in visitor.groups]
        session.address_digest, session.network_digest = groups[0], "".join(groups[1:])
        session.pass_digest = keyed_digest(visitor.number)
    return session


def lock_and_renew(session: VisitorSession) -> VisitorSession | None:
    """Lock the session until the transaction ends, and renew it. Every write of a guest begins with this.

    It lives 20 minutes longer, five if it is shortened, and an hour in all. Written at most once a minute. None if it
    ended or ran out, also while this waited for the lock.
    """
    locked = lock_session(session)
    if locked is not None and not settings.TEST_WITHOUT_LOCKS:  # an UPDATE of its row would lock it
        renew(locked)
    return locked


def renew(session: VisitorSession) -> None:
    """Renew the session. A shortened session never loses time that it had. Caller must hold its lock."""
    session.promised_until = session.expires_at
    lifetime = SHORTENED_LIFETIME if session.is_hurried else LIFETIME
    until = min(session.alive_at + lifetime, session.created_at + LONGEST_LIFETIME)
    is_longer = session.expires_at > until and not session.is_hurried
    if session.expires_at < until - RENEWED_AFTER or is_longer:
        session.expires_at = until
        session.save(update_fields=["expires_at"])


def shorten_session(session: VisitorSession) -> None:
    """Shorten a session that holds a stock in demand. It keeps the time that it had before this request. Caller must
    hold its lock.
    """
    if session.is_hurried:
        return
    session.is_hurried = True
    if session.promised_until is None:
        session.expires_at = session.created_at + SHORTENED_LIFETIME
    else:
        session.expires_at = max(session.promised_until, session.alive_at + SHORTENED_LIFETIME)
    session.save(update_fields=["is_hurried", "expires_at"])


def restore_full_lifetime(session: VisitorSession) -> None:
    """Give a shortened session the full time once the guest has entered an address. A heartbeat does not prolong it.
    Caller must hold its lock.
    """
    until = min(session.alive_at + LIFETIME, session.created_at + LONGEST_LIFETIME)
    if session.is_hurried and session.expires_at < until:
        session.expires_at = until
        session.save(update_fields=["expires_at"])


def record_work(session: VisitorSession, visitor: Visitor | None, places: Sequence[QueuePlace] = ()) -> None:
    """Store that the session has worked or came in by a turn. Caller must hold its lock."""
    work = LEVELS if places else visitor.work if visitor is not None else 0
    if work > session.work:
        session.work = work
        if not session._state.adding:
            session.save(update_fields=["work"])


@transaction.atomic
def heartbeat(*, session: VisitorSession) -> VisitorSession | None:
    """Renew the session and return it; None if it ended or ran out. A shortened session is not renewed: being there is
    not enough while others want what it holds.
    """
    return lock_session(session) if session.is_hurried else lock_and_renew(session)


def change_language(*, session: VisitorSession, language: str) -> None:
    VisitorSession.objects.filter(pk=session.pk).update(language=language)


@transaction.atomic
def end_overdue_sessions(*, limit: int = 500, only: Collection[UUID] | None = None) -> int:
    """End sessions that ran out, and give back all that was reserved for them. The sweep calls this every second.
    `only`: these ids, if they ran out. Returns how many ended.
    """
    sessions = lock_overdue_sessions(limit, only)
    if sessions:
        session_ids = [session.pk for session in sessions]
        VisitorSession.objects.filter(pk__in=session_ids).update(
            ended_at=F("expires_at"), pass_digest="", address_digest="", network_digest=""
        )
        hooks.above.sessions_ended(session_ids)
    return len(sessions)
