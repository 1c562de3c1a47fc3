from .cancelling import cancel_unpaid
from .details import choose_country, choose_logistics, enter_addresses
from .placing import PlaceRequest, place_order

__all__ = ["PlaceRequest", "cancel_unpaid", "choose_country", "choose_logistics", "enter_addresses", "place_order"]
