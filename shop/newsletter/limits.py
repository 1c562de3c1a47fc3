"""How often somebody may try to subscribe: few enough that nobody finds out by trying who reads a newsletter."""

from django.conf import settings

from shop.models import Shop
from shop.web.rate_limits import Limit, count_attempts, mailbox

BY_VISITOR = Limit("newsletter-visitor", attempts=10, seconds=60 * 60)
BY_MAILBOX = Limit("newsletter-email", attempts=5, seconds=24 * 60 * 60)
BY_MAILBOX_OF_ALL_SHOPS = Limit("newsletter-email-all", attempts=10, seconds=24 * 60 * 60)


def count_attempt(visitor: str, shop: Shop, email: str) -> None:
    """`visitor`: the address, as `rate_limits.caller` tells it. Raises TooManyAttempts with `contact`: where to write
    instead.
    """
    box = mailbox(email)
    count_attempts(
        (BY_VISITOR, visitor),
        (BY_MAILBOX, f"{shop.pk} {box}"),
        (BY_MAILBOX_OF_ALL_SHOPS, box),
        contact=shop.sender_email or settings.DEFAULT_FROM_EMAIL,
    )
