"""Registers the staff pages of all rooms."""

from aftersale.check_in import admin as check_ins
from aftersale.entrance.admin import box_office, gate
from aftersale.fulfilment.admin import parcels, tracking_files
from aftersale.people import admin as people
from aftersale.printed_tickets.admin import lists, numbers
from aftersale.refunds.admin import offers, requests
from aftersale.ticket_service import admin as ticket_service
from aftersale.tickets import admin as tickets
from aftersale.withdrawals import admin as withdrawals

from . import events, orders

__all__ = [
    "box_office", "check_ins", "events", "gate", "lists", "numbers", "offers", "orders", "parcels", "people",
    "requests", "ticket_service", "tickets", "tracking_files", "withdrawals",
]  # fmt: skip
