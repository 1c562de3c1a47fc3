"""How often somebody may try to subscribe: few enough that nobody finds out by trying who reads a newsletter."""

from django.conf import settings
from django.http import HttpRequest

from shop.models import Shop
from shop.rate_limits import Limit, caller, count_attempts

BY_VISITOR = Limit("newsletter-visitor", attempts=10, seconds=60 * 60)
BY_EMAIL = Limit("newsletter-email", attempts=5, seconds=24 * 60 * 60)


def count_attempt(request: HttpRequest, shop: Shop, email: str) -> None:
    """Raises TooManyAttempts with `contact`: where to write instead."""
    count_attempts(
        (BY_VISITOR, caller(request)),
        (BY_EMAIL, f"{shop.pk} {email.strip().lower()}"),
        contact=shop.sender_email or settings.DEFAULT_FROM_EMAIL,
    )
