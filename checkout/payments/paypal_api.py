"""PayPal's own client, its token, what both raise, and how PayPal is told of us."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache
from typing import Any

import httpx
from django.conf import settings
from django.http import HttpRequest

from checkout.errors import ProviderAway, RefundRefused
from checkout.models import Payment
from shop.models import Shop

TIMEOUT_SECONDS = 10
# English, else German (purchase §7).
LOCALES = {"de": "de_DE", "en": "en_US"}


def locale_of(language: str | None) -> str:
    """As PayPal's scripts call it; its API has a hyphen."""
    return LOCALES.get(language or "", LOCALES["de"])


def window_of(shop: Shop, language: str | None, **more: str) -> dict[str, Any]:
    """PayPal's page or window: for who has an account there, in their language."""
    context = {
        "brand_name": shop.name[:127],
        "locale": locale_of(language).replace("_", "-"),
        "landing_page": "LOGIN",
        "payment_method_preference": "IMMEDIATE_PAYMENT_REQUIRED",
        **more,
    }
    return {"paypal": {"experience_context": context}}


def invoice_id(payment: Payment) -> str:
    """With two characters more for each attempt: PayPal takes none twice (purchase §7)."""
    return payment.reference + str(payment.pk)[:2].upper()


def money(amount: Decimal) -> dict[str, str]:
    return {"currency_code": "EUR", "value": f"{amount:.2f}"}


@cache
def client() -> Any:
    """Its library takes a third of a second to load, which few processes need."""
    from paypalserversdk.configuration import Configuration, Environment
    from paypalserversdk.configuration import Server as PayPalServer
    from paypalserversdk.http.auth.o_auth_2 import ClientCredentialsAuthCredentials
    from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

    class Here(Configuration):
        environments = {
            **Configuration.environments,
            Environment.SANDBOX: {PayPalServer.DEFAULT: settings.PAYPAL_API_BASE},
        }

    credentials = ClientCredentialsAuthCredentials(settings.PAYPAL_CLIENT_ID, settings.PAYPAL_CLIENT_SECRET)
    return PaypalServersdkClient(
        config=Here(
            client_credentials_auth_credentials=credentials, environment=Environment.SANDBOX, timeout=TIMEOUT_SECONDS
        )
    )


@contextmanager
def asking(*, is_refund: bool = False) -> Iterator[None]:
    """Raises ProviderAway, or RefundRefused for a refund, in the place of what PayPal's library raises."""
    import requests
    from apimatic_core.exceptions.auth_validation_exception import AuthValidationException
    from paypalserversdk.exceptions.api_exception import ApiException
    from paypalserversdk.exceptions.error_exception import ErrorException

    try:
        yield
    except ErrorException as refused:
        if is_refund and refused.response_code == 422:
            raise RefundRefused(reason=issue_of(refused)) from refused
        if refused.response_code == 401:
            client.cache_clear()  # its token was taken back; it would ask with it for hours
        raise ProviderAway(f"PayPal answered {refused.response_code}: {issue_of(refused)}") from refused
    except ApiException as refused:
        raise ProviderAway(f"PayPal answered {refused.response_code}") from refused
    except AuthValidationException as refused:
        raise ProviderAway("PayPal gives no token") from refused
    except requests.RequestException as error:
        raise ProviderAway(f"PayPal does not answer: {type(error).__name__}") from error


def issue_of(refused: Any) -> str:
    details = getattr(refused, "details", None) or []
    return str(details[0].issue if details else refused.name)


def is_ours(unit: Any) -> bool:
    """Whether the shop gets the money. Who has the public key, as each browser, can begin or change an order so that
    somebody else does.
    """
    payee = getattr(unit, "payee", None)
    return bool(getattr(payee, "merchant_id", None) == settings.PAYPAL_MERCHANT_ID)


SIGNED_BY = {
    "transmission_id": "PAYPAL-TRANSMISSION-ID",
    "transmission_time": "PAYPAL-TRANSMISSION-TIME",
    "transmission_sig": "PAYPAL-TRANSMISSION-SIG",
    "cert_url": "PAYPAL-CERT-URL",
    "auth_algo": "PAYPAL-AUTH-ALGO",
}


def is_signed(request: HttpRequest) -> bool:
    """Raises ProviderAway. The event goes back as it came: PayPal signs its bytes."""
    told = {name: request.headers.get(header, "") for name, header in SIGNED_BY.items()}
    if not all(told.values()):
        return False
    head = json.dumps({**told, "webhook_id": settings.PAYPAL_WEBHOOK_ID})
    body = head[:-1].encode() + b', "webhook_event": ' + request.body + b"}"
    answer = posted("/v1/notifications/verify-webhook-signature", body, Authorization=f"Bearer {token()}")
    return bool(answer.get("verification_status") == "SUCCESS")


TOKENS: dict[str, tuple[str, float]] = {}


def token() -> str:
    """For what PayPal's library leaves out; kept until shortly before it ends. Raises ProviderAway."""
    known, until = TOKENS.get(settings.PAYPAL_API_BASE, ("", 0.0))
    if time.monotonic() < until:
        return known
    login = (settings.PAYPAL_CLIENT_ID, settings.PAYPAL_CLIENT_SECRET)
    told = posted("/v1/oauth2/token", b"grant_type=client_credentials", auth=login)
    TOKENS[settings.PAYPAL_API_BASE] = told["access_token"], time.monotonic() + float(told["expires_in"]) - 60
    return str(told["access_token"])


def posted(path: str, body: bytes, auth: tuple[str, str] | None = None, **headers: str) -> dict[str, Any]:
    kind = "application/x-www-form-urlencoded" if auth else "application/json"
    try:
        answer = httpx.post(
            settings.PAYPAL_API_BASE + path, content=body, auth=auth, headers={"Content-Type": kind, **headers},
            timeout=TIMEOUT_SECONDS,
        )  # fmt: skip
        if answer.status_code == 401:
            TOKENS.pop(settings.PAYPAL_API_BASE, None)  # it was taken back; events would be refused for hours
        answer.raise_for_status()
        return dict(answer.json())
    except (httpx.HTTPError, ValueError) as error:
        raise ProviderAway(f"PayPal does not answer: {type(error).__name__}") from error
