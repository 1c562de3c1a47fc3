"""Which payment services are real, and which are stand-ins that move no money."""

from django.core.exceptions import ImproperlyConfigured

STRIPE_API = "https://api.stripe.com"
PAYPAL_API = "https://api-m.paypal.com"


def moves_money(stripe_key: str, stripe_base: str) -> bool:
    """Raises ImproperlyConfigured for a live key beside the address of a stand-in, which would be told it."""
    is_live = stripe_key.startswith(("sk_live_", "rk_live_"))
    if is_live and stripe_base != STRIPE_API:
        raise ImproperlyConfigured("STRIPE_API_BASE is no address of Stripe's, and STRIPE_SECRET_KEY is a live one.")
    return is_live
