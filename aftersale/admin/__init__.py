from . import (
    entrance,
    events,
    orders,
    parcels,
    printed_lists,
    printed_numbers,
    refund_offers,
    refund_requests,
    tickets,
    tracking_files,
    withdrawals,
)

__all__ = [
    "entrance", "events", "orders", "parcels", "printed_lists", "printed_numbers", "refund_offers", "refund_requests",
    "tickets", "tracking_files", "withdrawals",
]  # fmt: skip
