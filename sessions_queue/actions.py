from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from shop.models import Shop

from .locks import lock_overdue_sessions, lock_session
from .models import VisitorSession
from .signals import sessions_ended

LIFETIME = timedelta(seconds=settings.SESSION_SECONDS)
LONGEST_LIFETIME = timedelta(seconds=settings.RESERVATION_SECONDS)
# A session that was renewed just now is not written again: at most once a minute of the usual 20.
RENEWED_AFTER = LIFETIME / 20


def new_session(*, shop: Shop, language: str, address: str, now: datetime) -> VisitorSession:
    """A new guest in a shop, still to be saved; only the first cart action has one (purchase §4 "Session").

    `address`: where the guest comes from, as far as it tells visitors apart (`rate_limits.caller`); nothing of it can
    be read from what is stored. `now`: by the database's clock.
    """
    return VisitorSession(
        shop=shop,
        language=language,
        address_digest=digest_of(address),
        created_at=now,
        expires_at=now + min(LIFETIME, LONGEST_LIFETIME),
    )


def digest_of(address: str) -> str:
    return salted_hmac("visitor session's address", address, algorithm="sha256").hexdigest()[:32] if address else ""


def lock_and_renew(session: VisitorSession) -> VisitorSession | None:
    """What every write of a guest begins with: the session, locked until the transaction ends and renewed.

    20 more minutes, an hour in all, written at most once a minute. None if it ended or ran out, also while this waited
    for the lock.
    """
    locked = lock_session(session)
    if locked is None or settings.TEST_WITHOUT_LOCKS:  # to change its row is to lock it
        return locked
    until = min(locked.alive_at + LIFETIME, locked.created_at + LONGEST_LIFETIME)
    if not until - RENEWED_AFTER <= locked.expires_at <= until:
        locked.expires_at = until
        locked.save(update_fields=["expires_at"])
    return locked


@transaction.atomic
def heartbeat(*, session: VisitorSession) -> VisitorSession | None:
    """The session with its new end, or None if it ended or ran out."""
    return lock_and_renew(session)


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
