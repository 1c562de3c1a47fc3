"""Which payment services are real, and which are stand-ins that move no money; what they show in our pages."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

STRIPE_API = "https://api.stripe.com"
PAYPAL_API = "https://api-m.paypal.com"


def moves_money(stripe_key: str, stripe_base: str) -> bool:
    """Raises ImproperlyConfigured for a live key beside the address of a stand-in, which would be told it."""
    is_live = stripe_key.startswith(("sk_live_", "rk_live_"))
    if is_live and stripe_base != STRIPE_API:
        raise ImproperlyConfigured("STRIPE_API_BASE is no address of Stripe's, and STRIPE_SECRET_KEY is a live one.")
    return is_live


def paypal_script(paypal_base: str) -> str:
    """Where the script of PayPal's button is; a stand-in serves its own."""
    host = urlsplit(paypal_base).hostname or ""
    return "https://www.paypal.com/sdk/js" if host.endswith(".paypal.com") else f"{paypal_base}/sdk/js"


PAYPAL_HOSTS = "https://www.paypal.com https://www.sandbox.paypal.com https://www.paypalobjects.com"


def payment_sources(scripts: Mapping[str, str]) -> dict[str, str]:
    """What the checkout may load, by directive of its content security policy, for these services' scripts."""
    hosts = {
        service: PAYPAL_HOSTS if script.startswith("https://www.paypal.com/") else origin(script)
        for service, script in scripts.items()
    }
    sources = dict.fromkeys(("script", "frame", "connect", "img"), " ".join(hosts.values()))
    # PayPal's script writes its styles into the page.
    return {**sources, "style": "'unsafe-inline'"} if "paypal" in hosts else sources


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
