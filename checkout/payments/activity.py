"""What the activity log and error reports hear of payments (purchase §8), outside of any transaction that could be
taken back.
"""

from checkout.models import Payment
from checkout.payments.paypal import PayPal
from sessions_queue.models import Activity
from sessions_queue.visitor_sessions.activity import log_activity
from shop.error_reports.client import report_trouble
from shop.models.shop import PaymentMethodId

NOT_BEGUN = {PaymentMethodId.STRIPE_SOFORT.value: Activity.SOFORT_NOT_BEGUN}
# PayPal's word for an order that nobody agreed to in time: no error.
LAPSED = "voided"


def not_begun(payment: Payment, why: str) -> None:
    """Its provider did not begin it."""
    action = NOT_BEGUN.get(payment.method) or (Activity.PAYPAL_OTHER if payment.provider == PayPal.id else None)
    if action:
        log_activity(shop=payment.order.shop, action=action, detail=why)
    report_trouble("A payment did not begin", method=payment.method, reason=why)


def not_told(payment: Payment, why: str) -> None:
    """Its provider did not say how it stands."""
    report_trouble("How a payment stands was not told", method=payment.method, reason=why)
    if payment.provider == PayPal.id:
        log_activity(shop=payment.order.shop, action=Activity.PAYPAL_ORDER, detail=why)


def not_given(payment: Payment, why: str) -> None:
    """Nothing comes by it."""
    report_trouble("A payment failed", method=payment.method, reason=why)
    if payment.provider == PayPal.id and why != LAPSED:
        log_activity(shop=payment.order.shop, action=Activity.PAYPAL_CAPTURE, detail=why)
