"""Limit on ticket numbers that a visitor enters."""

from contextlib import AbstractContextManager

from catalogue.errors import TicketNotFound
from shop.core.limits.budgets import Budget, count_attempts, count_failures
from shop.core.limits.visitors import Visitor

from .errors import TooManyTicketNumbers

# Right numbers count, too: nobody owns that many tickets.
NUMBERS = Budget("ticket-numbers", hard=30, soft=30, seconds=10 * 60)


def count_number(visitor: Visitor) -> None:
    """Count a look-up of a number, right or wrong. Raises TooManyTicketNumbers, WorkNeeded."""
    count_attempts((NUMBERS, visitor), refusal=TooManyTicketNumbers)


def counted_number(visitor: Visitor) -> AbstractContextManager[None]:
    """Wrap a write by a ticket's number: only wrong numbers count, in one budget with look-ups. Raises
    TooManyTicketNumbers and WorkNeeded, also for right numbers.
    """
    return count_failures((NUMBERS, visitor), failure=TicketNotFound, refusal=TooManyTicketNumbers)
