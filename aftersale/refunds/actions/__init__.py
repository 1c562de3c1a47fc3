"""Writes of refunds: guests ask, staff decide, an event's offer gives back. Money moves by `checkout.actions` alone."""

from .confirming import confirm_request
from .deciding import approve_request, decline_request, settle_request
from .offering import close_offer, open_offer
from .requesting import Wish, ask_refund
from .returning import return_batch, return_order

__all__ = [
    "Wish", "approve_request", "ask_refund", "close_offer", "confirm_request", "decline_request", "open_offer",
    "return_batch", "return_order", "settle_request",
]  # fmt: skip
