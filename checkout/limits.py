"""How many orders one address places, and for how many one mailbox gets the confirmation (docs/decisions/0022); how
often one address asks a payment service, and has a document made.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from shop.errors import TooManyAttempts
from shop.web.rate_limits import Attempt, Limit, allowed, counted, mailbox

from .errors import SignatureWrong, TooManyNames, TooManyOrders, TooManyPayments

BY_VISITOR = Limit("orders", attempts=90, seconds=10 * 60, closed_when_down=False)
BY_MAILBOX = Limit("orders-mailbox-hour", attempts=6, seconds=60 * 60, closed_when_down=False)
BY_MAILBOX_A_DAY = Limit("orders-mailbox-day", attempts=20, seconds=24 * 60 * 60, closed_when_down=False)
BY_PAYER = Limit("payments", attempts=120, seconds=10 * 60, closed_when_down=False)
# A provider's own events count for nothing, so that many may be on their way at once.
BY_FORGER = Limit("forged-events", attempts=100, seconds=10 * 60, closed_when_down=False)
# Each is set anew.
BY_READER = Limit("invoices", attempts=60, seconds=10 * 60, closed_when_down=False)
BY_NAMER = Limit("names", attempts=60, seconds=10 * 60, closed_when_down=False)


def counted_document(visitor: str) -> AbstractContextManager[None]:
    """Around what makes a PDF. Raises TooManyAttempts."""
    return counted((BY_READER, visitor))


def counted_names(visitor: str) -> AbstractContextManager[None]:
    """Around what names an order's tickets. Raises TooManyNames."""
    return counted((BY_NAMER, visitor), refusal=TooManyNames)


def count_payment(visitor: str) -> None:
    """Before a payment service is asked, whatever comes of it: it was asked all the same. Raises TooManyPayments."""
    if not allowed(BY_PAYER, visitor):
        raise TooManyPayments


@contextmanager
def counted_forgery(visitor: str) -> Iterator[None]:
    """Around the proof of who sends an event, for which a provider may have to be asked: wrong ones count, and nothing
    else. Raises TooManyAttempts.
    """
    attempt = Attempt((BY_FORGER, visitor))
    try:
        if not attempt.allowed:
            raise TooManyAttempts
        yield
    except SignatureWrong:
        raise
    except BaseException:
        attempt.take_back()
        raise
    attempt.take_back()


def counted_order(visitor: str, email: str) -> AbstractContextManager[None]:
    """Around what places an order; one that is refused does not count. Raises TooManyOrders.

    `visitor`: the address that it comes from, as `rate_limits.caller` tells it.
    """
    box = mailbox(email)
    return counted((BY_VISITOR, visitor), (BY_MAILBOX, box), (BY_MAILBOX_A_DAY, box), refusal=TooManyOrders)
