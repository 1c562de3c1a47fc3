from .devices import offer_pairing, pair_device, withdraw_device
from .scanning import DeviceScan, record_scans
from .selling import DoorSale, sell_at_door, seller_of
from .undoing import undo_admission

__all__ = [
    "DeviceScan",
    "DoorSale",
    "offer_pairing",
    "pair_device",
    "record_scans",
    "sell_at_door",
    "seller_of",
    "undo_admission",
    "withdraw_device",
]
