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
    """Wrap the making of an order's PDF. Counts per order: nobody uses up another order's. Raises TooManyAttempts."""
    return count_if_successful((DOCUMENTS, visitor, secret))


def counted_names(visitor: Visitor, secret: str) -> AbstractContextManager[None]:
    """Wrap the naming of an order's tickets. Raises TooManyNames."""
    return count_if_successful((NAMES, visitor, secret), refusal=TooManyNames)


def count_payment(visitor: Visitor) -> None:
    """Count a question to a payment service before it is asked, whatever its outcome. Raises TooManyPayments,
    WorkNeeded.
    """
    count_attempts((PAYMENTS, visitor), refusal=TooManyPayments)


def count_forgery(address: str) -> None:
    """Count an event that is not proved to be its provider's. Raises TooManyAttempts."""
    count_attempts((UNPROVEN_EVENTS, address))


def counted_secret(visitor: Visitor) -> AbstractContextManager[None]:
    """Wrap the lookup of an order by its secret. Wrong ones count. Raises TooManySecrets for these."""
    return count_wrong_guesses(WRONG_SECRETS, visitor, OrderNotFound, refusal=TooManySecrets)


def counted_order(visitor: Visitor, email: str) -> AbstractContextManager[None]:
    """Wrap the placing of an order. A refused one does not count. Raises TooManyOrders, WorkNeeded."""
    return count_if_successful((ORDERS, visitor), *_by_mailbox(email), refusal=TooManyOrders)


def counted_further_order(visitor: Visitor) -> AbstractContextManager[None]:
    """Wrap the joining of an order that is still to be looked up: as `counted_order`, without its mailbox."""
    return count_if_successful((ORDERS, visitor), refusal=TooManyOrders)


def counted_confirmation(email: str) -> AbstractContextManager[None]:
    """Wrap the sending of a confirmation to this mailbox. Raises TooManyOrders."""
    return count_if_successful(*_by_mailbox(email), refusal=TooManyOrders)


def counted_strangers_confirmation(email: str) -> AbstractContextManager[None]:
    """Wrap the sending of a mail to an order's owner because a stranger joined the order. Raises TooManyOrders."""
    box = mailbox(email)
    return count_if_successful((FROM_STRANGERS, box), (FROM_STRANGERS_A_DAY, box), refusal=TooManyOrders)


def _by_mailbox(email: str) -> list[tuple[Limit, str]]:
    box = mailbox(email)
    return [(BY_MAILBOX, box), (BY_MAILBOX_A_DAY, box)]


def counted_email(reference: str, email: str) -> AbstractContextManager[None]:
    """Wrap the check of an order's e-mail. Wrong ones count for the order, whichever of its references is named,
    otherwise for the reference. Raises TooManyAttempts.
    """
    if not email or not (named := order_reference(reference)):
        return nullcontext()
    about = Placement.objects.filter(reference=named).values_list("order__reference", flat=True).first() or named
    return count_failures((BY_REFERENCE, about), failure=OrderNotFound)
