from .bank import BankFile, BankLine
from .carrier import Carrier, CarrierRate, Country
from .delivery import Delivery
from .dispute import Dispute
from .hold import Hold, not_held
from .invoice import Invoice, InvoiceCounter
from .order import Order
from .payment import (
    BoxOfficeMethod,
    LedgerEntry,
    Payment,
    ProviderEvent,
    Refund,
    RefundLine,
    RefundShipping,
    UnprovenEvent,
)
from .placement import OrderLine, Placement, PlacementVat
from .seller_books import RevenueAccount, SellerBooks
from .step import OrderStep
from .transfer_file import Transfer, TransferFile

__all__ = [
    "BankFile",
    "BankLine",
    "BoxOfficeMethod",
    "Carrier",
    "CarrierRate",
    "Country",
    "Delivery",
    "Dispute",
    "Hold",
    "Invoice",
    "InvoiceCounter",
    "LedgerEntry",
    "Order",
    "OrderLine",
    "OrderStep",
    "Payment",
    "Placement",
    "PlacementVat",
    "ProviderEvent",
    "Refund",
    "RefundLine",
    "RefundShipping",
    "RevenueAccount",
    "SellerBooks",
    "Transfer",
    "TransferFile",
    "UnprovenEvent",
    "not_held",
]
