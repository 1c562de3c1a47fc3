"""Writes of the sale, one verb a file, each one transaction. An order changes under its lock (`checkout.locks`)."""

from .cancelling import cancel_unpaid
from .confirming import ask_again, confirm_tickets
from .delivering import correct_tracking, move_delivery, send_again, split_delivery
from .details import choose_country, choose_logistics, enter_addresses
from .emails import correct_email
from .express import begin_paypal, take_over_paypal
from .gates import PlaceRequest
from .lines import invalidate_line
from .merging import merge_order
from .naming import name_tickets
from .paying import (
    confirm_payment,
    pay_order,
    payment_intent,
    prefer_payment_method,
    start_payment,
    start_placement,
)  # fmt: skip
from .placing import place_order
from .refunding import request_refund

__all__ = [
    "PlaceRequest", "ask_again", "begin_paypal", "cancel_unpaid", "choose_country", "choose_logistics",
    "confirm_payment", "confirm_tickets", "correct_email", "correct_tracking", "enter_addresses", "invalidate_line",
    "merge_order", "move_delivery",
    "name_tickets", "pay_order", "payment_intent", "place_order", "prefer_payment_method", "request_refund",
    "send_again", "split_delivery", "start_payment", "start_placement", "take_over_paypal",
]  # fmt: skip
