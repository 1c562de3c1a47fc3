"""Writes of the ticket service: guests ask, staff decide. Money moves by `checkout.actions` alone."""

from .deciding import approve, decline, settle
from .periods import keep_deadlines
from .requesting import Wish, ask

__all__ = ["Wish", "approve", "ask", "decline", "keep_deadlines", "settle"]
