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


def stripe_script(stripe_base: str) -> str:
    """Where Stripe's script is, of the release that its library is of; a stand-in serves its own."""
    return f"{'https://js.stripe.com' if stripe_base == STRIPE_API else stripe_base}/endive/stripe.js"


def check_public_key(secret: str, public: str) -> None:
    """Raises ImproperlyConfigured for a live key beside a test key: who pays by one of them has not paid the other."""
    if public and public.startswith("pk_live_") != secret.startswith(("sk_live_", "rk_live_")):
        raise ImproperlyConfigured("STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are not of the same mode.")


def check_payee(client: str, merchant: str) -> None:
    """Raises ImproperlyConfigured where nobody says who gets the money: browsers can begin orders for others."""
    if client and not merchant:
        raise ImproperlyConfigured("PAYPAL_MERCHANT_ID is missing beside PAYPAL_CLIENT_ID: PayPal shows both.")


def check_roots(paypal_base: str, roots: str) -> None:
    """Raises ImproperlyConfigured where somebody else than the known authorities vouches for PayPal itself."""
    if roots and (urlsplit(paypal_base).hostname or "").endswith(".paypal.com"):
        raise ImproperlyConfigured("PAYPAL_ROOTS is for a stand-in, and PAYPAL_API_BASE is PayPal.")


STRIPE_SOURCES = {
    "script": "https://js.stripe.com https://*.js.stripe.com",
    "frame": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    "connect": "https://api.stripe.com",
    "img": "https://*.stripe.com",
}
PAYPAL_HOSTS = "https://www.paypal.com https://www.sandbox.paypal.com https://www.paypalobjects.com"


def payment_sources(scripts: Mapping[str, str]) -> dict[str, str]:
    """What the checkout may load, by directive of its content security policy, for these services' scripts."""
    found = [sources_of(script) for script in scripts.values()]
    sources = {name: " ".join(dict.fromkeys(one[name] for one in found)) for name in STRIPE_SOURCES} if found else {}
    # PayPal's script writes its styles into the page.
    return {**sources, "style": "'unsafe-inline'"} if "paypal" in scripts else sources


def sources_of(script: str) -> Mapping[str, str]:
    if script.startswith("https://js.stripe.com/"):
        return STRIPE_SOURCES
    hosts = PAYPAL_HOSTS if script.startswith("https://www.paypal.com/") else origin(script)
    return dict.fromkeys(STRIPE_SOURCES, hosts)


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
