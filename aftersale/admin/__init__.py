from . import (
    check_ins,
    entrance,
    events,
    orders,
    parcels,
    people,
    printed_lists,
    printed_numbers,
    refund_offers,
    refund_requests,
    ticket_service,
    tickets,
    tracking_files,
    withdrawals,
)

__all__ = [
    "check_ins", "entrance", "events", "orders", "parcels", "people", "printed_lists", "printed_numbers",
    "refund_offers", "refund_requests", "ticket_service", "tickets",
    "tracking_files", "withdrawals",
]  # fmt: skip
