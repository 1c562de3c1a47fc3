"""Writes of the ticket service: guests' requests and staff's decisions. Only `checkout.actions` moves money."""

from .deciding import approve, decline, settle
from .periods import keep_deadlines
from .requesting import EnteredServiceRequest, submit_requests

__all__ = ["EnteredServiceRequest", "approve", "decline", "keep_deadlines", "settle", "submit_requests"]
