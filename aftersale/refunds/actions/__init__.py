"""Writes of refunds: guests' requests, staff's decisions, an event's mass refund. Only
`checkout.actions` moves money.
"""

from .confirming import confirm_request
from .deciding import approve_request, decline_request, settle_request
from .mass_refunds import refund_batch, refund_order_by_offer
from .offering import close_offer, open_offer
from .requesting import EnteredRefund, submit_refund_request

__all__ = [
    "EnteredRefund", "approve_request", "close_offer", "confirm_request", "decline_request", "open_offer",
    "refund_batch", "refund_order_by_offer", "settle_request", "submit_refund_request",
]  # fmt: skip
