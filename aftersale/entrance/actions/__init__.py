from .devices import offer_pairing, pair_device, withdraw_device
from .scanning import Told, record_scans
from .undoing import undo_admission

__all__ = ["Told", "offer_pairing", "pair_device", "record_scans", "undo_admission", "withdraw_device"]
