from .order import Delivery, Order, OrderLine, OrderVat
from .payment import LedgerEntry, Payment
from .shipping import Carrier, CarrierRate, Country

__all__ = [
    "Carrier",
    "CarrierRate",
    "Country",
    "Delivery",
    "LedgerEntry",
    "Order",
    "OrderLine",
    "OrderVat",
    "Payment",
]
