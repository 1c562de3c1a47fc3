from .devices import offer_pairing, pair_device, withdraw_device
from .scanning import Told, record_scans
from .selling import DoorSale, sell_at_door, seller_of
from .undoing import undo_admission

__all__ = [
    "DoorSale",
    "Told",
    "offer_pairing",
    "pair_device",
    "record_scans",
    "sell_at_door",
    "seller_of",
    "undo_admission",
    "withdraw_device",
]
