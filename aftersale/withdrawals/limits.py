"""How often a visitor may declare a withdrawal, and how many receipts one mailbox gets. The limits are far above normal
use; the refusal names other ways to declare it (docs/decisions/0050).
"""

from django.conf import settings

from shop.core.limits.budgets import Budget, count_attempts
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import Visitor
from shop.core.values.mail_addresses import mailbox
from shop.models import Shop

from .errors import TooManyWithdrawals

DECLARATIONS = Budget("withdrawals", hard=10, soft=30, seconds=60 * 60, closed_when_down=False)
BY_MAILBOX = Limit("withdrawals-mailbox-hour", attempts=10, seconds=60 * 60, closed_when_down=False)
BY_MAILBOX_A_DAY = Limit("withdrawals-mailbox-day", attempts=20, seconds=24 * 60 * 60, closed_when_down=False)


def count_declaration(visitor: Visitor, shop: Shop, email: str) -> None:
    """Raises TooManyWithdrawals, WorkNeeded."""
    box = mailbox(email)
    count_attempts(
        (DECLARATIONS, visitor),
        (BY_MAILBOX, box),
        (BY_MAILBOX_A_DAY, box),
        refusal=TooManyWithdrawals,
        contact=contact_of(shop),
    )


def contact_of(shop: Shop) -> str:
    """Return the shop's contact address, which also gets the notices."""
    return shop.seller_email or shop.sender_email or settings.DEFAULT_FROM_EMAIL
