"""Stripe's settings: real, or a stand-in that moves no money; and what its script loads."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from .service_settings import DIRECTIVES, ServiceSettings, Settings, origin

STRIPE_API = "https://api.stripe.com"
SOURCES = {
    "script": "https://js.stripe.com https://*.js.stripe.com",
    "frame": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    "connect": "https://api.stripe.com",
    "img": "https://*.stripe.com",
}


def read(env: Callable[..., Any]) -> Settings:
    secret, base = env("STRIPE_SECRET_KEY", default=""), env("STRIPE_API_BASE", default=STRIPE_API)
    # Without it, wallets are not offered.
    public = env("STRIPE_PUBLISHABLE_KEY", default="")
    check_public_key(secret, public)
    return {
        "STRIPE_SECRET_KEY": secret,
        "STRIPE_WEBHOOK_SECRET": env("STRIPE_WEBHOOK_SECRET", default=""),
        "STRIPE_PUBLISHABLE_KEY": public,
        "STRIPE_API_BASE": base,
        "STRIPE_SCRIPT": stripe_script(base),
        # What Stripe sells behind the method "stripe_sofort", which it ended itself in March 2025; empty: nothing.
        "STRIPE_SOFORT_METHOD": env("STRIPE_SOFORT_METHOD", default="klarna"),
        "STRIPE_IS_TEST": not moves_money(secret, base),
    }


def moves_money(stripe_key: str, stripe_base: str) -> bool:
    """Raises ImproperlyConfigured for a live key beside the address of a stand-in, which would receive the key."""
    is_live = stripe_key.startswith(("sk_live_", "rk_live_"))
    if is_live and stripe_base != STRIPE_API:
        raise ImproperlyConfigured("STRIPE_API_BASE is no address of Stripe's, and STRIPE_SECRET_KEY is a live one.")
    return is_live


def check_public_key(secret: str, public: str) -> None:
    """Raises ImproperlyConfigured for a live key beside a test key: who pays by one of them has not paid the other."""
    if public and public.startswith("pk_live_") != secret.startswith(("sk_live_", "rk_live_")):
        raise ImproperlyConfigured("STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are not of the same mode.")


def stripe_script(stripe_base: str) -> str:
    """Where Stripe's script is, of the release that its library is of; a stand-in serves its own."""
    return f"{'https://js.stripe.com' if stripe_base == STRIPE_API else stripe_base}/endive/stripe.js"


def script(settings: Settings) -> str:
    return settings["STRIPE_SCRIPT"] if settings["STRIPE_PUBLISHABLE_KEY"] else ""


def sources(script: str) -> Mapping[str, str]:
    return SOURCES if script.startswith("https://js.stripe.com/") else dict.fromkeys(DIRECTIVES, origin(script))


SERVICE = ServiceSettings("stripe", "STRIPE_SECRET_KEY", read, script, sources)
