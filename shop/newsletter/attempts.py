"""How often somebody may try to subscribe: few enough that nobody finds out by trying who reads a newsletter."""

from django.conf import settings
from django.http import HttpRequest

from shop.errors import ShopError
from shop.models import Shop
from shop.rate_limits import Limit, allowed, caller

BY_VISITOR = Limit("newsletter-visitor", attempts=10, seconds=60 * 60)
BY_EMAIL = Limit("newsletter-email", attempts=5, seconds=24 * 60 * 60)


class TooManyAttempts(ShopError):
    """`contact`: where to write instead."""

    code = "RATE_LIMITED"
    message = "too many attempts"
    status = 429


def count_attempt(request: HttpRequest, shop: Shop, email: str) -> None:
    """Raises TooManyAttempts."""
    by_visitor = allowed(BY_VISITOR, caller(request))
    by_email = allowed(BY_EMAIL, f"{shop.pk} {email.strip().lower()}")
    if not (by_visitor and by_email):
        raise TooManyAttempts(contact=shop.sender_email or settings.DEFAULT_FROM_EMAIL)
