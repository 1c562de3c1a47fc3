"""The shop's side of `redirect_provider`, written as one for a real provider would be."""

import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from ssl import SSLContext
from typing import Any

import httpx

from checkout.errors import ProviderAway, RefundRefused, SignatureWrong
from checkout.models import Payment, Refund
from checkout.orders.links import order_page
from checkout.payments.interface import (
    Check,
    EventNotice,
    Movement,
    PaymentContext,
    PaymentOffer,
    PaymentProblem,
    PaymentReport,
    ProviderMessage,
    ReportedDispute,
    Start,
)
from sessions_queue.models import Activity
from shop.core.outside import CircuitBreaker, ServiceUnavailable

TIMEOUT = httpx.Timeout(5, connect=1)
TOLERANCE_SECONDS = 300


class RedirectMethod:
    """Both ways to see it: what a shopper chooses, and who moves the money."""

    id = provider = "redirect"
    reference_prefix = "RDR"
    signed_by: tuple[str, ...] = ("Provider-Signature",)
    lists_disputed_as_refunds = False

    def __init__(self, url: str, key: str, secret: str) -> None:
        self.url, self.key, self.secret = url, key, secret
        self.breaker = CircuitBreaker("redirect", lambda: (httpx.TransportError,))

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if sale.total <= 0 or self.id in sale.shop.payment_blacklist:
            return None
        return PaymentOffer(self.id, "Redirect", "You pay on another page.")

    def start(self, payment: Payment) -> Start:
        wanted = {
            "amount": f"{payment.amount:.2f}",
            "currency": "EUR",
            "reference": payment.reference,
            "return_url": order_page(payment.order.shop, payment.access),
        }
        answer = self._ask("POST", "/payments", wanted, key=str(payment.pk))
        message = content_of(answer) if answer.is_success else {}
        if (message.get("amount"), message.get("currency")) != (wanted["amount"], "EUR") or not message.get("url"):
            raise ProviderAway(f"payment provider answered {answer.status_code}, not as agreed")
        return Start("redirect", message["url"], message["id"])

    def report(self, payment: Payment, *, take: Callable[[], bool]) -> PaymentReport:
        answer = self._ask("GET", f"/payments/{payment.external_id}")
        message = content_of(answer) if answer.is_success else {}
        try:
            movements = [
                Movement(one["id"], Decimal(one["amount"]), one["currency"], one.get("refund", ""))
                for one in message["movements"]
            ]
        except (KeyError, InvalidOperation) as error:
            raise ProviderAway(f"payment provider answered {answer.status_code}, not as agreed") from error
        return PaymentReport(movements, failure="refused" if message.get("state") == "failed" else "")

    def close(self, payment: Payment) -> bool:
        """It closes nothing: money that comes nevertheless goes back."""
        answer = self._ask("GET", f"/payments/{payment.external_id}")
        return answer.is_success and content_of(answer)["state"] != "paid"

    def refund(self, refund: Refund) -> str:
        path = f"/payments/{refund.payment.external_id}/refunds"
        answer = self._ask("POST", path, {"amount": f"{refund.amount:.2f}"}, key=str(refund.pk))
        message = content_of(answer)
        if answer.status_code == 422:
            raise RefundRefused(reason=message.get("error", ""))
        if not answer.is_success or not message.get("id"):
            raise ProviderAway(f"payment provider answered {answer.status_code}, not as agreed")
        return str(message["id"])

    def event(self, message: ProviderMessage) -> EventNotice:
        moment, signature = parts_of(message.headers["Provider-Signature"])
        expected = hmac.new(self.secret.encode(), f"{moment}.".encode() + message.body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected.encode(), signature.encode()):
            raise SignatureWrong
        if not moment.isdecimal() or abs(time.time() - int(moment)) > TOLERANCE_SECONDS:
            raise SignatureWrong
        event = json.loads(message.body)
        return EventNotice(id=event["id"], external_id=event["payment"])

    def fetch_proof(self, message: ProviderMessage) -> None:
        """The secret is here."""

    def dispute_of(self, external_id: str) -> ReportedDispute | None:
        """It has none."""

    def payment_of(self, external_id: str) -> str:
        return external_id

    def activity_of(self, trouble: PaymentProblem, payment: Payment, why: str) -> Activity | None:
        """The activity log has no name for its trouble."""

    def checks(self) -> Iterator[Check]:
        return iter(())

    def _ask(self, method: str, path: str, content: Mapping[str, str] | None = None, key: str = "") -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.key}"} | ({"Idempotency-Key": key} if key else {})
        try:
            answer = self.breaker.ask(
                lambda: httpx.request(
                    method, self.url + path, json=content, headers=headers, timeout=TIMEOUT, verify=certificates()
                )
            )
        except (httpx.HTTPError, ServiceUnavailable) as error:
            raise ProviderAway(f"payment provider does not answer: {type(error).__name__}") from error
        if answer.is_server_error:
            raise ProviderAway(f"payment provider answered {answer.status_code}")
        return answer


@cache
def certificates() -> SSLContext:
    """Reading all authorities for each call would take twenty times as long as the call."""
    return httpx.create_ssl_context()


def parts_of(header: str) -> tuple[str, str]:
    """Moment and signature of `t=…,v1=…`, empty where there is none."""
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    return parts.get("t", ""), parts.get("v1", "")


def content_of(answer: httpx.Response) -> dict[str, Any]:
    """Raises ProviderAway for what is no object."""
    try:
        found = answer.json()
    except ValueError as error:
        raise ProviderAway("payment provider answered no JSON") from error
    if not isinstance(found, dict):
        raise ProviderAway("payment provider answered no object")
    return found
