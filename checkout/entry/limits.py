"""How many orders a visitor places, and for how many one mailbox gets the confirmation (docs/decisions/0022); how
often a visitor asks a payment service, has a document made, and guesses an order's secret.
"""

from contextlib import AbstractContextManager, nullcontext

from checkout.errors import OrderNotFound, TooManyNames, TooManyOrders, TooManyPayments, TooManySecrets
from checkout.models import Placement
from checkout.payments.references import order_reference
from shop.core.limits.budgets import Budget, count_attempts, count_failures, count_if_successful, count_wrong_guesses
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import Visitor
from shop.core.values.mail_addresses import mailbox

ORDERS = Budget("orders", hard=20, soft=90, seconds=10 * 60, closed_when_down=False)
BY_MAILBOX = Limit("orders-mailbox-hour", attempts=6, seconds=60 * 60, closed_when_down=False)
BY_MAILBOX_A_DAY = Limit("orders-mailbox-day", attempts=20, seconds=24 * 60 * 60, closed_when_down=False)
# Apart from its owner's, who else could not order any more.
FROM_STRANGERS = Limit("joined-mailbox-hour", attempts=3, seconds=60 * 60, closed_when_down=False)
FROM_STRANGERS_A_DAY = Limit("joined-mailbox-day", attempts=10, seconds=24 * 60 * 60, closed_when_down=False)
PAYMENTS = Budget("payments", hard=30, soft=120, seconds=10 * 60, closed_when_down=False)
# A provider's own events, once they are proven, count for nothing, so that many may be on their way at once.
UNPROVEN_EVENTS = Limit("forged-events", attempts=100, seconds=10 * 60, closed_when_down=False)
# A class whose link was copied badly, each of them on two devices, is far from it; whoever guesses finds none.
WRONG_SECRETS = Limit("order-secrets", attempts=200, seconds=10 * 60, closed_when_down=False)
# A fan mistypes it twice; who wants to know whose a reference is, from however many addresses, tries more.
BY_REFERENCE = Limit("order-emails", attempts=10, seconds=24 * 60 * 60)
# Each is set anew.
DOCUMENTS = Budget("invoices", hard=30, soft=60, seconds=10 * 60, closed_when_down=False)
NAMES = Budget("names", hard=60, soft=120, seconds=10 * 60, closed_when_down=False)


def counted_document(visitor: Visitor, secret: str) -> AbstractContextManager[None]:
    """Around what makes a PDF of the order with this secret: nobody uses up another order's. Raises TooManyAttempts."""
    return count_if_successful((DOCUMENTS, visitor, secret))


def counted_names(visitor: Visitor, secret: str) -> AbstractContextManager[None]:
    """Around what names the tickets of the order with this secret. Raises TooManyNames."""
    return count_if_successful((NAMES, visitor, secret), refusal=TooManyNames)


def count_payment(visitor: Visitor) -> None:
    """Before a payment service is asked, whatever comes of it: it was asked all the same. Raises TooManyPayments,
    WorkNeeded.
    """
    count_attempts((PAYMENTS, visitor), refusal=TooManyPayments)


def count_forgery(address: str) -> None:
    """Of an event that is not proven to be its provider's, whatever comes of it: programs send them, no people. Raises
    TooManyAttempts.
    """
    count_attempts((UNPROVEN_EVENTS, address))


def counted_secret(visitor: Visitor) -> AbstractContextManager[None]:
    """Around the look for an order by its secret: wrong ones count. Raises TooManySecrets for these."""
    return count_wrong_guesses(WRONG_SECRETS, visitor, OrderNotFound, refusal=TooManySecrets)


def counted_order(visitor: Visitor, email: str) -> AbstractContextManager[None]:
    """Around what places an order; one that is refused does not count. Raises TooManyOrders, WorkNeeded."""
    return count_if_successful((ORDERS, visitor), *_by_mailbox(email), refusal=TooManyOrders)


def counted_further_order(visitor: Visitor) -> AbstractContextManager[None]:
    """Around what joins an order that is still to be found: `counted_order` but for its mailbox."""
    return count_if_successful((ORDERS, visitor), refusal=TooManyOrders)


def counted_confirmation(email: str) -> AbstractContextManager[None]:
    """Around what sends a confirmation to this mailbox. Raises TooManyOrders."""
    return count_if_successful(*_by_mailbox(email), refusal=TooManyOrders)


def counted_strangers_confirmation(email: str) -> AbstractContextManager[None]:
    """Around what sends a mail about an order to its owner because a stranger joined it. Raises TooManyOrders."""
    box = mailbox(email)
    return count_if_successful((FROM_STRANGERS, box), (FROM_STRANGERS_A_DAY, box), refusal=TooManyOrders)


def _by_mailbox(email: str) -> list[tuple[Limit, str]]:
    box = mailbox(email)
    return [(BY_MAILBOX, box), (BY_MAILBOX_A_DAY, box)]


def counted_email(reference: str, email: str) -> AbstractContextManager[None]:
    """Around the look whether a reference's order has this e-mail: wrong ones count for the order, whichever of its
    references is named, else for the reference. Raises TooManyAttempts.
    """
    if not email or not (named := order_reference(reference)):
        return nullcontext()
    about = Placement.objects.filter(reference=named).values_list("order__reference", flat=True).first() or named
    return count_failures((BY_REFERENCE, about), failure=OrderNotFound)
