"""How often one address may be wrong about an order or a ticket when it asks for a refund."""

from collections.abc import Iterator
from contextlib import contextmanager

from shop.web.rate_limits import Attempt, Limit, allowed

from .errors import NoValidTicket, RefundNotFound, TooManyRefundRequests

# Far above slips of the finger, far below what guessing takes. Closed without Valkey, as all look-ups are.
BY_GUESSER = Limit("refund-guesses", attempts=30, seconds=10 * 60)
# Of one order from one address: a whole network's phones may share that, and each asks for an order of its own.
BY_ASKER = Limit("refund-requests", attempts=120, seconds=60 * 60)
# All else is said to who knows the order and its tickets, or looks nothing up.
WRONG = (RefundNotFound, NoValidTicket)


@contextmanager
def counted_guess(asker: str, secret: str) -> Iterator[None]:
    """Around what looks an order up: only what is wrong counts for `BY_GUESSER`. Raises TooManyRefundRequests."""
    guess = Attempt((BY_GUESSER, asker))
    if not guess.allowed:
        raise TooManyRefundRequests
    try:
        if not allowed(BY_ASKER, f"{asker} {secret}"):
            raise TooManyRefundRequests
        yield
    except WRONG:
        raise
    except BaseException:
        guess.take_back()
        raise
    guess.take_back()
