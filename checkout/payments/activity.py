"""Log payment problems to the activity log and error reports (purchase §8), outside of any transaction that could be
rolled back.
"""

from checkout.models import Payment
from sessions_queue.visitor_sessions.activity import log_activity
from shop.error_reports.client import report_problem

from .interface import PaymentProblem
from .methods import PROVIDERS


def log_not_started(payment: Payment, why: str) -> None:
    """Its provider did not begin it."""
    count(PaymentProblem.NOT_BEGUN, payment, why)
    report_problem("A payment did not begin", method=payment.method, reason=why)


def log_status_unknown(payment: Payment, why: str) -> None:
    """Log that the provider did not report the payment's state."""
    report_problem("How a payment stands was not told", method=payment.method, reason=why)
    count(PaymentProblem.NOT_REPORTED, payment, why)


def log_failed(payment: Payment, why: str) -> None:
    """Log that no money comes through the payment."""
    report_problem("A payment failed", method=payment.method, reason=why)
    count(PaymentProblem.NOT_GIVEN, payment, why)


def count(trouble: PaymentProblem, payment: Payment, why: str) -> None:
    """Count it in the activity log, if the payment's provider says how."""
    provider = PROVIDERS.get(payment.provider)
    if provider and (action := provider.activity_of(trouble, payment, why)):
        log_activity(shop=payment.order.shop, action=action, detail=why)
