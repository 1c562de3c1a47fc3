"""PayPal's own client, its errors, and our identity at PayPal."""

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar

from django.conf import settings

from checkout.errors import ProviderAway, RefundRefused
from checkout.models import Payment
from shop.core.outside import SECONDS, CircuitBreaker, ServiceUnavailable, in_request
from shop.core.values.languages import DEFAULT_LANGUAGE
from shop.models import Shop

Answer = TypeVar("Answer")
# Of a job, for each answer.
JOB_SECONDS = 10


def locale_of(language: str) -> str:
    """Return the language as PayPal's scripts call it; its API has a hyphen. The default's for other languages."""
    table: dict[str, dict[str, str]] = settings.LANGUAGE_TABLE
    return table.get(language, table[DEFAULT_LANGUAGE])["paypal"]


def window_of(shop: Shop, language: str, **more: str) -> dict[str, Any]:
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


def client() -> Any:
    """One of a request asks briefly, its token included."""
    return client_of(is_brief=in_request())


@cache
def client_of(*, is_brief: bool) -> Any:
    """Its library takes a third of a second to load, which few processes need. It asks once."""
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
            client_credentials_auth_credentials=credentials,
            environment=Environment.SANDBOX,
            timeout=SECONDS if is_brief else JOB_SECONDS,
        )
    )


def silent() -> tuple[type[Exception], ...]:
    """Of PayPal's client, and of what fetches its certificates."""
    import httpx
    import requests

    return (requests.RequestException, httpx.TransportError)


BREAKER = CircuitBreaker("PayPal", silent)


class NotFound(ProviderAway):
    """PayPal does not know it, or no longer: orders that nobody agrees to are forgotten after some hours."""


class NotAllowed(ProviderAway):
    """The app at PayPal has not this feature switched on."""


def call(question: Callable[[], Answer], *, is_refund: bool = False) -> Answer:
    """What PayPal answers. Raises ProviderAway, or RefundRefused for a refund, in the place of what its library
    raises. The question has no database.
    """
    import requests
    from apimatic_core.exceptions.auth_validation_exception import AuthValidationException
    from paypalserversdk.exceptions.api_exception import ApiException
    from paypalserversdk.exceptions.error_exception import ErrorException

    client()  # the first of a process takes long to build, which is no time of the question's
    try:
        return BREAKER.ask(question)
    except ErrorException as refused:
        if is_refund and refused.response_code == 422:
            raise RefundRefused(reason=issue_of(refused)) from refused
        if refused.response_code == 401:
            client_of.cache_clear()  # its token was taken back; it would ask with it for hours
        kind = NotFound if refused.response_code == 404 else ProviderAway
        raise kind(f"PayPal answered {refused.response_code}: {issue_of(refused)}") from refused
    except ApiException as refused:
        raise ProviderAway(f"PayPal answered {refused.response_code}") from refused
    except AuthValidationException as refused:
        raise ProviderAway("PayPal gives no token") from refused
    except requests.RequestException as error:
        raise ProviderAway(f"PayPal does not answer: {type(error).__name__}") from error
    except ServiceUnavailable as away:
        raise ProviderAway(str(away)) from away


def fetched(path: str, about: str) -> dict[str, Any]:
    """What PayPal's library has no call for, with the library's token. Raises ProviderAway."""
    import requests

    def ask() -> dict[str, Any]:
        token = client().oauth_2.fetch_token().access_token
        answer = requests.get(
            f"{settings.PAYPAL_API_BASE}{path}",
            headers={"Authorization": f"Bearer {token}"},
            timeout=SECONDS if in_request() else JOB_SECONDS,
        )
        if answer.status_code != 200:
            kind = NotAllowed if answer.status_code == 403 else ProviderAway
            raise kind(f"PayPal answered {answer.status_code} about {about}")
        return dict(answer.json())

    return call(ask)


def order_at(number: str) -> Any:
    """PayPal's order as it is now. Raises ProviderAway; NotFound once it has expired."""
    return call(lambda: client().orders.get_order({"id": number}).body)


def issue_of(refused: Any) -> str:
    details = getattr(refused, "details", None) or []
    return str(details[0].issue if details else refused.name)


def is_ours(unit: Any) -> bool:
    """Whether the shop gets the money. Who has the public key, as each browser, can begin or change an order so that
    somebody else does.
    """
    payee = getattr(unit, "payee", None)
    return bool(getattr(payee, "merchant_id", None) == settings.PAYPAL_MERCHANT_ID)
