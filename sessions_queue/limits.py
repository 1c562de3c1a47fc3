"""How many guests one address may send: enough for a school class at the same sale (docs/decisions/0022)."""

from contextlib import AbstractContextManager

from django.http import HttpRequest

from shop.web.rate_limits import Limit, caller, count_attempts, counted, counted_wrong

from .errors import AddressBusy, NotResumed

NEW_SESSIONS = Limit("sessions", attempts=90, seconds=10 * 60, closed_when_down=False)

PLACES = Limit("places-in-line", attempts=120, seconds=10 * 60, closed_when_down=False)
TOLD = Limit("activity", attempts=20, seconds=10 * 60, closed_when_down=False)


MADE_TO_RESUME = Limit("made-to-resume", attempts=20, seconds=10 * 60)
RESUMED = Limit("resumed", attempts=20, seconds=10 * 60)


def count_made_to_resume(request: HttpRequest) -> None:
    """Ids to go on with that are made. Raises TooManyAttempts."""
    count_attempts((MADE_TO_RESUME, caller(request)), message="too many sessions resumed")


def counted_resumed(request: HttpRequest) -> AbstractContextManager[None]:
    """Around the look for an id to go on with: wrong ones count. Raises TooManyAttempts for these."""
    return counted_wrong(RESUMED, caller(request), NotResumed)


def count_activity(request: HttpRequest) -> None:
    """Raises TooManyAttempts."""
    count_attempts((TOLD, caller(request)), message="too many activities")


def count_place(request: HttpRequest) -> None:
    """Raises TooManyAttempts."""
    count_attempts((PLACES, caller(request)), message="too many places in line")


def counted_session(request: HttpRequest) -> AbstractContextManager[None]:
    """Around what begins a session; one that does not come about does not count. Raises AddressBusy."""
    return counted((NEW_SESSIONS, caller(request)), refusal=AddressBusy)
