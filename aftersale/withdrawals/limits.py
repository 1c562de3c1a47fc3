"""How often one address declares, and how many receipts one mailbox gets. They stand far above what people do: whoever
is refused is told where else a declaration counts (docs/decisions/0050).
"""

from django.conf import settings

from shop.models import Shop
from shop.web.rate_limits import Attempt, Limit, mailbox

from .errors import TooManyWithdrawals

BY_VISITOR = Limit("withdrawals", attempts=30, seconds=60 * 60, closed_when_down=False)
BY_MAILBOX = Limit("withdrawals-mailbox-hour", attempts=10, seconds=60 * 60, closed_when_down=False)
BY_MAILBOX_A_DAY = Limit("withdrawals-mailbox-day", attempts=20, seconds=24 * 60 * 60, closed_when_down=False)


def count_declaration(visitor: str, shop: Shop, email: str) -> None:
    """`visitor`: the address, as `rate_limits.caller` tells it. Raises TooManyWithdrawals."""
    box = mailbox(email)
    attempt = Attempt((BY_VISITOR, visitor), (BY_MAILBOX, box), (BY_MAILBOX_A_DAY, box))
    if not attempt.allowed:
        attempt.take_back()
        raise TooManyWithdrawals(contact=contact_of(shop))


def contact_of(shop: Shop) -> str:
    """Where customers write to, and where the shop is told."""
    return shop.seller_email or shop.sender_email or settings.DEFAULT_FROM_EMAIL
