"""How many numbers of tickets a visitor tries."""

from contextlib import AbstractContextManager

from catalogue.errors import TicketNotFound
from shop.core.limits.budgets import Budget, count_attempts, count_failures
from shop.core.limits.visitors import Visitor

from .errors import TooManyTicketNumbers

# Right ones count as well: whoever asks about that many tickets holds none of them.
NUMBERS = Budget("ticket-numbers", hard=30, soft=30, seconds=10 * 60)


def count_number(visitor: Visitor) -> None:
    """Before a number is looked up, whatever comes of it. Raises TooManyTicketNumbers, WorkNeeded."""
    count_attempts((NUMBERS, visitor), refusal=TooManyTicketNumbers)


def counted_number(visitor: Visitor) -> AbstractContextManager[None]:
    """Around what is done with a ticket by its number: wrong ones count, together with those that are asked for, and
    nothing else. Raises TooManyTicketNumbers and WorkNeeded, for right ones too.
    """
    return count_failures((NUMBERS, visitor), failure=TicketNotFound, refusal=TooManyTicketNumbers)
