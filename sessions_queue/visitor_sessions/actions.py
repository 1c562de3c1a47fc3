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
# While many want what it holds, and nobody has said where it is to go.
SHORTENED_LIFETIME = LIFETIME / 4
# A session that was renewed just now is not written again: at most once a minute of the usual 20.
RENEWED_AFTER = LIFETIME / 20


def new_session(*, shop: Shop, language: str, visitor: Visitor | None, now: datetime) -> VisitorSession:
    """A new guest in a shop, still to be saved; only the first cart action has one (purchase §4 "Session").

    Nothing of the `visitor`'s address can be read from what is stored; without one (staff, imports) nothing is limited.
    What it has worked, `record_work` stores.
    `now`: by the database's clock.
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
    """What every write of a guest begins with: the session, locked until the transaction ends and renewed.

    20 more minutes, five for one that is hurried, an hour in all, written at most once a minute. None if it ended or
    ran out, also while this waited for the lock.
    """
    locked = lock_session(session)
    if locked is not None and not settings.TEST_WITHOUT_LOCKS:  # to change its row is to lock it
        renew(locked)
    return locked


def renew(session: VisitorSession) -> None:
    """The locked session. One that is hurried keeps what it was given before."""
    session.promised_until = session.expires_at
    lifetime = SHORTENED_LIFETIME if session.is_hurried else LIFETIME
    until = min(session.alive_at + lifetime, session.created_at + LONGEST_LIFETIME)
    is_longer = session.expires_at > until and not session.is_hurried
    if session.expires_at < until - RENEWED_AFTER or is_longer:
        session.expires_at = until
        session.save(update_fields=["expires_at"])


def shorten_session(session: VisitorSession) -> None:
    """The locked session holds what many want. What it was promised before this request stays."""
    if session.is_hurried:
        return
    session.is_hurried = True
    if session.promised_until is None:
        session.expires_at = session.created_at + SHORTENED_LIFETIME
    else:
        session.expires_at = max(session.promised_until, session.alive_at + SHORTENED_LIFETIME)
    session.save(update_fields=["is_hurried", "expires_at"])


def restore_full_lifetime(session: VisitorSession) -> None:
    """The guest has entered an address: time to finish, which a heartbeat does not prolong. The session is locked."""
    until = min(session.alive_at + LIFETIME, session.created_at + LONGEST_LIFETIME)
    if session.is_hurried and session.expires_at < until:
        session.expires_at = until
        session.save(update_fields=["expires_at"])


def record_work(session: VisitorSession, visitor: Visitor | None, places: Sequence[QueuePlace] = ()) -> None:
    """That it worked, or came in by a turn. The caller holds its lock."""
    work = LEVELS if places else visitor.work if visitor is not None else 0
    if work > session.work:
        session.work = work
        if not session._state.adding:
            session.save(update_fields=["work"])


@transaction.atomic
def heartbeat(*, session: VisitorSession) -> VisitorSession | None:
    """The session with its new end, or None if it ended or ran out. To be there is not enough where many want what it
    holds: one that is hurried ends as it would have.
    """
    return lock_session(session) if session.is_hurried else lock_and_renew(session)


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
        VisitorSession.objects.filter(pk__in=session_ids).update(
            ended_at=F("expires_at"), pass_digest="", address_digest="", network_digest=""
        )
        hooks.above.sessions_ended(session_ids)
    return len(sessions)
