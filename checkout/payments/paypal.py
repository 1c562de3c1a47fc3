"""PayPal, on its own page: orders are created, and captured once their buyer has agreed (purchase §7)."""

import json
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from checkout.errors import ProviderAway, RefundRefused, SignatureWrong
from checkout.models import Payment, Refund
from checkout.orders.links import cancel_page, success_page
from sessions_queue.models import Activity
from shop.models.shop import PaymentMethodId

from . import paypal_disputes, paypal_express, paypal_signature
from .interface import (
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
from .paypal_api import NotFound, call, client, invoice_id, is_ours, issue_of, money, order_at, window_of

# Captures that brought money in, whatever has gone back since.
CAPTURED = frozenset({"COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"})

# Of an order that nobody agreed to in time: no error.
LAPSED = "voided"
COUNTED_AS = {
    PaymentProblem.NOT_BEGUN: Activity.PAYPAL_OTHER,
    PaymentProblem.NOT_REPORTED: Activity.PAYPAL_ORDER,
    PaymentProblem.NOT_GIVEN: Activity.PAYPAL_CAPTURE,
}

# Before the number of a capture, where an event names nothing else.
CAPTURE_NUMBER = "captures/"


class PayPalMethod:
    """With a PayPal account alone: no card, no instalments (purchase §7)."""

    id = PaymentMethodId.PAYPAL.value
    provider = "paypal"
    reference_prefix = "PPX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if not settings.PAYPAL_CLIENT_ID or not sale.takes(self.id):
            return None
        return PaymentOffer(self.id, "PayPal", gettext("You pay on PayPal's page."), test_mode=settings.PAYPAL_IS_TEST)


class PayPal:
    """Its payments are orders, of which each carries our payment's id."""

    id = "paypal"
    signed_by: tuple[str, ...] = paypal_signature.HEADERS
    lists_disputed_as_refunds = True  # it tells a capture as reversed, with a refund of this amount

    def start(self, payment: Payment) -> Start:
        from paypalserversdk.models.order_request import OrderRequest

        if known := paypal_express.ready_to_capture(payment):
            return Start("approved", external_id=known)
        body = OrderRequest.from_dictionary(order_of(payment))
        wanted = {"body": body, "paypal_request_id": f"start-{payment.pk}", "prefer": "return=representation"}
        order = call(lambda: client().orders.create_order(wanted).body)
        pages = [link.href for link in order.links if link.rel in ("payer-action", "approve")]
        if not pages:
            raise ProviderAway("PayPal named no page to pay on")
        return Start("redirect", pages[0], order.id)

    def report(self, payment: Payment, *, take: Callable[[], bool]) -> PaymentReport:
        try:
            order = order_at(payment.external_id)
        except NotFound:
            return PaymentReport([], failure="order expired")
        failure, unit = "", order.purchase_units[0]
        if unit.custom_id != str(payment.pk):
            raise ProviderAway("PayPal answered with another payment")
        if not is_ours(unit):
            return PaymentReport([], failure="another payee")
        if order.status == "APPROVED" and take():
            failure = paypal_express.agreement_problem(payment, unit) or capture(payment)
            order = order_at(payment.external_id)
            unit = order.purchase_units[0]
        return report_of(unit, failure or (LAPSED if order.status == "VOIDED" else ""))

    def close(self, payment: Payment) -> bool:
        """An order cannot be closed at PayPal, and brings nothing before it is captured, which only we do."""
        try:
            return order_at(payment.external_id).status not in ("APPROVED", "COMPLETED")
        except NotFound:
            return True

    def refund(self, refund: Refund) -> str:
        from paypalserversdk.models.refund_request import RefundRequest

        payment = refund.payment
        unit = order_at(payment.external_id).purchase_units[0]
        captures = [one for one in listed(unit, "captures") if one.status in CAPTURED]
        if not captures:
            raise RefundRefused(reason="no money came in")
        wanted = {
            "capture_id": captures[0].id,
            "paypal_request_id": f"refund-{refund.pk}",
            "body": RefundRequest.from_dictionary({"amount": money(refund.amount), "custom_id": str(payment.pk)}),
        }
        found = call(lambda: client().payments.refund_captured_payment(wanted).body, is_refund=True)
        return str(found.id)

    def event(self, provider_message: ProviderMessage) -> EventNotice:
        try:
            # As PayPal reads it, which signed these very bytes: JSON in other encodings is another text there.
            event = json.loads(provider_message.body.decode())
            resource, number = event["resource"], str(event["id"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise SignatureWrong from None
        if not isinstance(resource, dict):
            raise SignatureWrong
        paypal_signature.check(provider_message)
        named = paypal_disputes.number_in(event) or payment_in(resource)
        return EventNotice(number, named, paypal_signature.transmission_of(provider_message))

    def fetch_proof(self, provider_message: ProviderMessage) -> None:
        paypal_signature.fetch_certificate(provider_message)

    def dispute_of(self, external_id: str) -> ReportedDispute | None:
        kind, _of, number = external_id.partition(paypal_disputes.DISPUTE_NUMBER)
        return paypal_disputes.disputed(number) if number and not kind else None

    def payment_of(self, external_id: str) -> str:
        """What went back without us names the capture that it came in by, a dispute has to be asked for it. Raises
        ProviderAway.
        """
        if external_id.startswith(paypal_disputes.DISPUTE_NUMBER):
            ours, capture = paypal_disputes.transaction_in(external_id.removeprefix(paypal_disputes.DISPUTE_NUMBER))
            return ours or self.payment_of(CAPTURE_NUMBER + capture)
        kind, _of, capture = external_id.partition(CAPTURE_NUMBER)
        if kind or not capture:
            return external_id
        found = call(lambda: client().payments.get_captured_payment({"capture_id": capture}).body)
        return str(found.custom_id or "")

    def activity_of(self, trouble: PaymentProblem, payment: Payment, why: str) -> Activity | None:
        return None if trouble is PaymentProblem.NOT_GIVEN and why == LAPSED else COUNTED_AS[trouble]

    def checks(self) -> Iterator[Check]:
        from .paypal_checks import paypal_checks

        return paypal_checks()


def order_of(payment: Payment) -> dict[str, Any]:
    """The data of a payment that PayPal gets: the sum, and nothing of the buyer."""
    order = payment.order
    return {
        "intent": "CAPTURE",
        "purchase_units": [
            {
                "amount": money(payment.amount),
                "custom_id": str(payment.pk),
                "invoice_id": invoice_id(payment),
                "description": payment.access.reference,
            }
        ],
        "payment_source": window_of(
            order.shop,
            order.language,
            shipping_preference="NO_SHIPPING",
            user_action="PAY_NOW",
            return_url=success_page(payment),
            cancel_url=cancel_page(payment),
        ),
    }


def capture(payment: Payment) -> str:
    """Take what the buyer has agreed to; why PayPal does not give it, "" if it does. Raises ProviderAway."""
    from paypalserversdk.exceptions.error_exception import ErrorException

    wanted = {
        "id": payment.external_id,
        "paypal_request_id": f"capture-{payment.pk}",
        "prefer": "return=representation",
    }

    def issue() -> str:
        try:
            client().orders.capture_order(wanted)
        except ErrorException as refused:
            if refused.response_code != 422:
                raise
            return issue_of(refused)
        return ""

    return call(issue)


def report_of(unit: Any, failure: str) -> PaymentReport:
    captures = listed(unit, "captures")
    moved = [movement_of(one) for one in captures if one.status in CAPTURED]
    refunds = listed(unit, "refunds")
    went_back = [one for one in refunds if one.status == "COMPLETED"]
    lost = [one.id for one in refunds if one.status in ("FAILED", "CANCELLED")]
    refused = [one.status for one in captures if one.status in ("DECLINED", "FAILED")]
    comes = "" if moved else on_its_way(captures)
    if refused and not moved and not comes:
        failure = failure or f"capture {refused[0]}"
    movements = [*moved, *(movement_of(one, refund=one.id) for one in went_back)]
    return PaymentReport(movements, failure, lost, on_its_way=comes)


def on_its_way(captures: Sequence[Any]) -> str:
    """Why PayPal waits for what its buyer has paid: an e-check takes days, and some it looks at first."""
    waiting = [one for one in captures if one.status == "PENDING"]
    if not waiting:
        return ""
    return str(getattr(getattr(waiting[0], "status_details", None), "reason", None) or "PENDING").lower()


def movement_of(one: Any, refund: str = "") -> Movement:
    return Movement(one.id, Decimal(one.amount.value), one.amount.currency_code, refund)


def listed(unit: Any, name: str) -> Sequence[Any]:
    """Captures or refunds, none where PayPal leaves them out."""
    return getattr(getattr(unit, "payments", None), name, None) or []


def payment_in(resource: Any) -> str:
    """Our payment's id in what an event is about, or PayPal's number of the order, or of the capture."""
    units = resource.get("purchase_units") or [{}]
    related = (resource.get("supplementary_data") or {}).get("related_ids") or {}
    found = (resource.get("custom_id"), units[0].get("custom_id"), related.get("order_id"))
    above = (one["href"].rpartition("/")[2] for one in resource.get("links") or () if one.get("rel") == "up")
    captures = (CAPTURE_NUMBER + number for number in above if number)
    return str(next(filter(None, (*found, *captures, resource.get("id"))), ""))
