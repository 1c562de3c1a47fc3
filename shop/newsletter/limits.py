"""Rate limits of sign-ups: low enough that nobody can find out by trying who reads a newsletter."""

from django.conf import settings

from shop.core.limits.budgets import Budget, count_attempts
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import Visitor
from shop.core.values.mail_addresses import mailbox
from shop.models import Shop

SUBSCRIPTIONS = Budget("newsletter-visitor", hard=10, soft=30, seconds=60 * 60)
BY_MAILBOX = Limit("newsletter-email", attempts=5, seconds=24 * 60 * 60)
BY_MAILBOX_OF_ALL_SHOPS = Limit("newsletter-email-all", attempts=10, seconds=24 * 60 * 60)


def count_attempt(visitor: Visitor | None, shop: Shop, email: str) -> None:
    """Count a sign-up. `visitor`: None if the caller counts the visitor otherwise. Raises TooManyAttempts with
    `contact`, an e-mail address for help; WorkNeeded.
    """
    box = mailbox(email)
    count_attempts(
        *([(SUBSCRIPTIONS, visitor)] if visitor else []),
        (BY_MAILBOX, f"{shop.pk} {box}"),
        (BY_MAILBOX_OF_ALL_SHOPS, box),
        contact=shop.sender_email or settings.DEFAULT_FROM_EMAIL,
    )
