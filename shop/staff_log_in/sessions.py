"""The browsers in which staff are logged in: begin, see, end."""

from datetime import datetime

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from shop.core.limits.counters import claim_once
from shop.models import StaffSession

# How exactly it is kept when a session was used last.
SEEN_EVERY_SECONDS = 5 * 60


def sessions_of(user: User) -> QuerySet[StaffSession]:
    """Return the member's sessions that have not run out, the one used last first."""
    return StaffSession.objects.filter(user=user, session__expire_date__gt=timezone.now()).select_related("session")


def note_use(*, user: User, key: str, browser: str) -> None:
    """Store that the session is in use, every five minutes at most. The key is that of the session."""
    if not claim_once(f"staff session {key}", SEEN_EVERY_SECONDS):
        return
    now = timezone.now()
    if StaffSession.objects.filter(session_id=key, user=user).update(seen_at=now):
        return
    try:
        with transaction.atomic():
            StaffSession.objects.create(session_id=key, user=user, browser=browser, seen_at=now)
            transaction.get_connection().check_constraints([StaffSession._meta.db_table])
    except IntegrityError:
        pass  # another request has stored it, or the session has just ended


def end_session(*, user: User, number: int) -> bool:
    """End a session of the member's. Returns whether there was one with this number."""
    return bool(Session.objects.filter(staff_session__pk=number, staff_session__user=user).delete()[0])


def end_sessions(*, user: User, but: str | None = None) -> int:
    """End all sessions of the member's, but the one with this key. Returns how many."""
    ended = Session.objects.filter(staff_session__user=user).exclude(session_key=but or "")
    return ended.delete()[1].get("sessions.Session", 0)


def forget_ended(now: datetime | None = None) -> int:
    """Delete sessions that have run out, logged in or not. Returns how many."""
    return Session.objects.filter(expire_date__lt=now or timezone.now()).delete()[1].get("sessions.Session", 0)
