from . import (
    bank_files,
    bank_lines,
    disputes,
    holds,
    invoices,
    orders,
    payment_codes,
    provider_events,
    refunds,
    seller_books,
    shipping,
    transfer_files,
)

__all__ = [
    "bank_files",
    "bank_lines",
    "disputes",
    "holds",
    "invoices",
    "orders",
    "payment_codes",
    "provider_events",
    "refunds",
    "seller_books",
    "shipping",
    "transfer_files",
]
