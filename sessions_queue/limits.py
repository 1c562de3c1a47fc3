"""How many sessions and places in line a visitor takes (docs/decisions/0022, 0073)."""

from contextlib import AbstractContextManager

from shop.core.limits.budgets import Budget, count_attempts, count_if_successful, count_report, count_wrong_guesses
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import Visitor

from .errors import NotResumed

# Soft: a school class at the same sale, with two devices each. Hard: whoever looks into every band's shop.
SESSIONS = Budget("sessions", hard=10, soft=90, seconds=10 * 60, closed_when_down=False)
PLACES = Budget("places-in-line", hard=3, soft=120, seconds=10 * 60, closed_when_down=False)
RESUME_IDS = Budget("made-to-resume", hard=20, soft=120, seconds=10 * 60)
WRONG_RESUME_IDS = Limit("resumed", attempts=20, seconds=10 * 60)
ACTIVITIES = Limit("activity", attempts=20, seconds=10 * 60, closed_when_down=False)


def count_new_resume_id(visitor: Visitor) -> None:
    """Ids to go on with that are made. Raises TooManyAttempts."""
    count_attempts((RESUME_IDS, visitor), message="too many sessions resumed")


def counted_resume(visitor: Visitor) -> AbstractContextManager[None]:
    """Around the look for an id to go on with: wrong ones count. Raises TooManyAttempts for these."""
    return count_wrong_guesses(WRONG_RESUME_IDS, visitor, NotResumed)


def count_activity(visitor: Visitor) -> None:
    """Raises TooManyAttempts."""
    count_report(ACTIVITIES, visitor, "too many activities")


def counted_place(visitor: Visitor, opening: str) -> AbstractContextManager[None]:
    """Around what takes a new place in the line of an opening. Raises TooManyAttempts, WorkNeeded."""
    return count_if_successful((PLACES, visitor, opening))


def counted_session(visitor: Visitor) -> AbstractContextManager[None]:
    """Around what begins a session; one that does not come about does not count. Raises TooManyAttempts, WorkNeeded."""
    return count_if_successful((SESSIONS, visitor))
