"""Limits on a visitor's wrong tickets and uploaded pictures."""

from contextlib import AbstractContextManager

from shop.core.limits.budgets import Budget, count_attempts, count_failures
from shop.core.limits.visitors import Visitor

from .errors import TicketsUnknown, TooManyTicketRequests

# Far above slips of the finger, far below what guessing takes. Closed without Valkey, as all look-ups are.
GUESSES = Budget("ticket-service-guesses", hard=10, soft=30, seconds=10 * 60)
# Four pictures a form, some of them twice.
UPLOADS = Budget("ticket-service-uploads", hard=20, soft=60, seconds=60 * 60)


def counted_guess(visitor: Visitor) -> AbstractContextManager[None]:
    """Wrap a look-up of tickets: only failures count. Raises TooManyTicketRequests, WorkNeeded."""
    return count_failures((GUESSES, visitor), failure=TicketsUnknown, refusal=TooManyTicketRequests)


def count_upload(visitor: Visitor) -> None:
    """Raises TooManyAttempts."""
    count_attempts((UPLOADS, visitor))
