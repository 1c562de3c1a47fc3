"""PayPal's settings: real, or a stand-in that moves no money; and what its script loads."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from .service_settings import DIRECTIVES, ServiceSettings, Settings, origin

PAYPAL_API = "https://api-m.paypal.com"
HOSTS = "https://www.paypal.com https://www.sandbox.paypal.com https://www.paypalobjects.com"


def read(env: Callable[..., Any]) -> Settings:
    client, merchant = env("PAYPAL_CLIENT_ID", default=""), env("PAYPAL_MERCHANT_ID", default="")
    check_payee(client, merchant)
    base = env("PAYPAL_API_BASE", default=PAYPAL_API)
    # Who vouches for the certificate of a stand-in, in PEM; empty: the authorities that every connection trusts.
    roots = env("PAYPAL_ROOTS", default="")
    check_roots(base, roots)
    return {
        "PAYPAL_CLIENT_ID": client,
        "PAYPAL_CLIENT_SECRET": env("PAYPAL_CLIENT_SECRET", default=""),
        "PAYPAL_MERCHANT_ID": merchant,
        "PAYPAL_WEBHOOK_ID": env("PAYPAL_WEBHOOK_ID", default=""),
        "PAYPAL_API_BASE": base,
        "PAYPAL_ROOTS": roots,
        "PAYPAL_SCRIPT": paypal_script(base),
        "PAYPAL_IS_TEST": base != PAYPAL_API,
    }


def check_payee(client: str, merchant: str) -> None:
    """Raises ImproperlyConfigured where nobody says who gets the money: browsers can begin orders for others."""
    if client and not merchant:
        raise ImproperlyConfigured("PAYPAL_MERCHANT_ID is missing beside PAYPAL_CLIENT_ID: PayPal shows both.")


def check_roots(paypal_base: str, roots: str) -> None:
    """Raises ImproperlyConfigured where somebody else than the known authorities vouches for PayPal itself."""
    if roots and (urlsplit(paypal_base).hostname or "").endswith(".paypal.com"):
        raise ImproperlyConfigured("PAYPAL_ROOTS is for a stand-in, and PAYPAL_API_BASE is PayPal.")


def paypal_script(paypal_base: str) -> str:
    """Where the script of PayPal's button is; a stand-in serves its own."""
    host = urlsplit(paypal_base).hostname or ""
    return "https://www.paypal.com/sdk/js" if host.endswith(".paypal.com") else f"{paypal_base}/sdk/js"


def script(settings: Settings) -> str:
    return settings["PAYPAL_SCRIPT"] if settings["PAYPAL_CLIENT_ID"] else ""


def sources(script: str) -> Mapping[str, str]:
    """PayPal's script writes its styles into the page."""
    hosts = HOSTS if script.startswith("https://www.paypal.com/") else origin(script)
    return {**dict.fromkeys(DIRECTIVES, hosts), "style": "'unsafe-inline'"}


SERVICE = ServiceSettings("paypal", "PAYPAL_CLIENT_ID", read, script, sources)
