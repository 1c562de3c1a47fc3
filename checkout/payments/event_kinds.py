"""Which events payment services have to send to this shop; docs/operations.md lists them, too."""

STRIPE_EVENTS = (
    "checkout.session.completed", "checkout.session.expired", "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed", "payment_intent.processing", "payment_intent.succeeded",
    "payment_intent.payment_failed", "payment_intent.canceled", "charge.refunded", "refund.created", "refund.updated",
    "refund.failed", "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
    "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated",
)  # fmt: skip
PAYPAL_EVENTS = (
    "CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED",
    "PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED", "PAYMENT.REFUND.FAILED", "CUSTOMER.DISPUTE.CREATED",
    "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED",
)  # fmt: skip
# Of both services: all that there are.
ALL = "*"
