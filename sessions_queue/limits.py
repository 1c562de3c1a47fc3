"""How many guests one address may send: enough for a school class at the same sale (docs/decisions/0022)."""

from contextlib import AbstractContextManager

from django.http import HttpRequest

from shop.web.rate_limits import Limit, caller, count_attempts, counted

from .errors import AddressBusy

NEW_SESSIONS = Limit("sessions", attempts=90, seconds=10 * 60, closed_when_down=False)

PLACES = Limit("places-in-line", attempts=120, seconds=10 * 60, closed_when_down=False)
TOLD = Limit("activity", attempts=20, seconds=10 * 60, closed_when_down=False)


RESUMED = Limit("resumed", attempts=20, seconds=10 * 60)


def count_resumed(request: HttpRequest) -> None:
    """Ids to go on with, made and used. Raises TooManyAttempts."""
    count_attempts((RESUMED, caller(request)), message="too many sessions resumed")


def count_activity(request: HttpRequest) -> None:
    """Raises TooManyAttempts."""
    count_attempts((TOLD, caller(request)), message="too many activities")


def count_place(request: HttpRequest) -> None:
    """Raises TooManyAttempts."""
    count_attempts((PLACES, caller(request)), message="too many places in line")


def counted_session(request: HttpRequest) -> AbstractContextManager[None]:
    """Around what begins a session; one that does not come about does not count. Raises AddressBusy."""
    return counted((NEW_SESSIONS, caller(request)), refusal=AddressBusy)
