from .cancelling import cancel_unpaid
from .details import choose_country, choose_logistics, enter_addresses
from .emails import correct_email
from .placing import PlaceRequest, place_order

__all__ = [
    "PlaceRequest", "cancel_unpaid", "choose_country", "choose_logistics", "correct_email", "enter_addresses",
    "place_order",
]  # fmt: skip
