"""Limits for refund requests: wrong orders or tickets of a visitor, and requests for an order."""

from collections.abc import Iterator
from contextlib import contextmanager

from shop.core.limits.budgets import Budget, count_attempts, count_failures
from shop.core.limits.visitors import Visitor

from .errors import NoValidTicket, RefundNotFound, TooManyRefundRequests

# Far above slips of the finger, far below what guessing takes. Closed without Valkey, as all look-ups are.
GUESSES = Budget("refund-guesses", hard=10, soft=30, seconds=10 * 60)
# Of one order.
REQUESTS = Budget("refund-requests", hard=60, soft=120, seconds=60 * 60)
# Other errors need knowledge of the order and its tickets, or look nothing up.
WRONG = (RefundNotFound, NoValidTicket)


@contextmanager
def counted_guess(visitor: Visitor, secret: str) -> Iterator[None]:
    """Wrap a look-up of an order: only failures count as guesses. Raises TooManyRefundRequests, WorkNeeded."""
    with count_failures((GUESSES, visitor), failure=WRONG, refusal=TooManyRefundRequests):
        count_attempts((REQUESTS, visitor, secret), refusal=TooManyRefundRequests)
        yield
