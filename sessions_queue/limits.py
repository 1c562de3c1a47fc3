"""Limits on how many sessions and places in queues a visitor takes (docs/decisions/0022, 0073)."""

from contextlib import AbstractContextManager

from shop.core.limits.budgets import Budget, count_attempts, count_if_successful, count_report, count_wrong_guesses
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import Visitor

from .errors import NotResumed

# Soft: a school class at the same sale, with two devices each. Hard: a visitor who looks into every band's shop.
SESSIONS = Budget("sessions", hard=10, soft=90, seconds=10 * 60, closed_when_down=False)
PLACES = Budget("places-in-line", hard=3, soft=120, seconds=10 * 60, closed_when_down=False)
RESUME_IDS = Budget("made-to-resume", hard=20, soft=120, seconds=10 * 60)
WRONG_RESUME_IDS = Limit("resumed", attempts=20, seconds=10 * 60)
ACTIVITIES = Limit("activity", attempts=20, seconds=10 * 60, closed_when_down=False)


def count_new_resume_id(visitor: Visitor) -> None:
    """Count an id for resuming a session that is made. Raises TooManyAttempts."""
    count_attempts((RESUME_IDS, visitor), message="too many sessions resumed")


def counted_resume(visitor: Visitor) -> AbstractContextManager[None]:
    """Count wrong ids for resuming a session. Raises TooManyAttempts if there were too many."""
    return count_wrong_guesses(WRONG_RESUME_IDS, visitor, NotResumed)


def count_activity(visitor: Visitor) -> None:
    """Raises TooManyAttempts."""
    count_report(ACTIVITIES, visitor, "too many activities")


def counted_place(visitor: Visitor, opening: str) -> AbstractContextManager[None]:
    """Count a new place in the queue of an opening. Raises TooManyAttempts, WorkNeeded."""
    return count_if_successful((PLACES, visitor, opening))


def counted_session(visitor: Visitor) -> AbstractContextManager[None]:
    """Count a session that begins; one that fails does not count. Raises TooManyAttempts, WorkNeeded."""
    return count_if_successful((SESSIONS, visitor))
