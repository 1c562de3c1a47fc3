"""Verbs of the checkout: one subject a file, one transaction a verb. An order changes only under its lock
(`checkout.locks`).
"""

from .orders.cancelling import cancel_unpaid
from .orders.confirming import confirm_tickets, resend_confirmation_request
from .orders.details import choose_country, choose_logistics, enter_addresses
from .orders.emails import correct_email
from .orders.express import begin_express, take_over_express
from .orders.gates import PlaceRequest
from .orders.lines import invalidate_line
from .orders.merging import merge_order
from .orders.naming import name_tickets
from .orders.placing import place_order
from .payments.paying import (
    confirm_payment,
    pay_order,
    payment_intent,
    prefer_payment_method,
    start_payment,
    start_placement,
)
from .refunds.refunding import request_refund
from .shipping.delivering import correct_tracking, move_delivery, resend_delivery, split_delivery

__all__ = [
    "PlaceRequest",
    "begin_express",
    "cancel_unpaid",
    "choose_country",
    "choose_logistics",
    "confirm_payment",
    "confirm_tickets",
    "correct_email",
    "correct_tracking",
    "enter_addresses",
    "invalidate_line",
    "merge_order",
    "move_delivery",
    "name_tickets",
    "pay_order",
    "payment_intent",
    "place_order",
    "prefer_payment_method",
    "request_refund",
    "resend_confirmation_request",
    "resend_delivery",
    "split_delivery",
    "start_payment",
    "start_placement",
    "take_over_express",
]  # fmt: skip
