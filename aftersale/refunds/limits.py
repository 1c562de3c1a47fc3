"""How often a visitor may be wrong about an order or a ticket when they ask for a refund."""

from collections.abc import Iterator
from contextlib import contextmanager

from shop.core.limits.budgets import Budget, count_attempts, count_failures
from shop.core.limits.visitors import Visitor

from .errors import NoValidTicket, RefundNotFound, TooManyRefundRequests

# Far above slips of the finger, far below what guessing takes. Closed without Valkey, as all look-ups are.
GUESSES = Budget("refund-guesses", hard=10, soft=30, seconds=10 * 60)
# Of one order.
REQUESTS = Budget("refund-requests", hard=60, soft=120, seconds=60 * 60)
# All else is said to who knows the order and its tickets, or looks nothing up.
WRONG = (RefundNotFound, NoValidTicket)


@contextmanager
def counted_guess(visitor: Visitor, secret: str) -> Iterator[None]:
    """Around what looks an order up: only what is wrong counts as a guess. Raises TooManyRefundRequests, WorkNeeded."""
    with count_failures((GUESSES, visitor), failure=WRONG, refusal=TooManyRefundRequests):
        count_attempts((REQUESTS, visitor, secret), refusal=TooManyRefundRequests)
        yield
