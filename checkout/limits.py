"""How many orders one address places, and for how many one mailbox gets the confirmation (docs/decisions/0022); how
often one address asks a payment service, has a document made, and guesses an order's secret.
"""

from contextlib import AbstractContextManager, nullcontext

from shop.web.rate_limits import Limit, allowed, count_attempts, counted, counted_failures, counted_wrong, mailbox

from .errors import OrderNotFound, TooManyNames, TooManyOrders, TooManyPayments, TooManySecrets
from .references import order_reference

BY_VISITOR = Limit("orders", attempts=90, seconds=10 * 60, closed_when_down=False)
BY_MAILBOX = Limit("orders-mailbox-hour", attempts=6, seconds=60 * 60, closed_when_down=False)
BY_MAILBOX_A_DAY = Limit("orders-mailbox-day", attempts=20, seconds=24 * 60 * 60, closed_when_down=False)
BY_PAYER = Limit("payments", attempts=120, seconds=10 * 60, closed_when_down=False)
# A provider's own events, once they are proven, count for nothing, so that many may be on their way at once.
BY_FORGER = Limit("forged-events", attempts=100, seconds=10 * 60, closed_when_down=False)
# A class whose link was copied badly, each of them on two devices, is far from it; whoever guesses finds none.
BY_GUESSER = Limit("order-secrets", attempts=200, seconds=10 * 60, closed_when_down=False)
# A fan mistypes it twice; who wants to know whose a reference is, from however many addresses, tries more.
BY_REFERENCE = Limit("order-emails", attempts=10, seconds=24 * 60 * 60)
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


def count_forgery(visitor: str) -> None:
    """Of an event that is not proven to be its provider's, whatever comes of it. Raises TooManyAttempts."""
    count_attempts((BY_FORGER, visitor))


def counted_secret(visitor: str) -> AbstractContextManager[None]:
    """Around the look for an order by its secret: wrong ones count. Raises TooManySecrets for these."""
    return counted_wrong(BY_GUESSER, visitor, OrderNotFound, refusal=TooManySecrets)


def counted_order(visitor: str, email: str) -> AbstractContextManager[None]:
    """Around what places an order; one that is refused does not count. Raises TooManyOrders.

    `visitor`: the address that it comes from, as `rate_limits.caller` tells it.
    """
    return counted((BY_VISITOR, visitor), *_by_mailbox(email), refusal=TooManyOrders)


def counted_further_order(visitor: str) -> AbstractContextManager[None]:
    """Around what joins an order that is still to be found: `counted_order` but for its mailbox."""
    return counted((BY_VISITOR, visitor), refusal=TooManyOrders)


def counted_confirmation(email: str) -> AbstractContextManager[None]:
    """Around what sends a confirmation to this mailbox. Raises TooManyOrders."""
    return counted(*_by_mailbox(email), refusal=TooManyOrders)


def _by_mailbox(email: str) -> list[tuple[Limit, str]]:
    box = mailbox(email)
    return [(BY_MAILBOX, box), (BY_MAILBOX_A_DAY, box)]


def counted_email(reference: str, email: str) -> AbstractContextManager[None]:
    """Around the look whether a reference's order has this e-mail: wrong ones count for the reference. Raises
    TooManyAttempts.
    """
    named = order_reference(reference)
    return counted_failures(BY_REFERENCE, named, OrderNotFound) if email and named else nullcontext()
