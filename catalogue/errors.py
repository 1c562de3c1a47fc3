from collections.abc import Sequence
from uuid import UUID

from shop.core.errors import ShopError


class SoldOut(ShopError):
    """Fewer pieces are free than requested. `available`: how many the buyer can still have."""

    code = "SOLD_OUT"
    message = "not enough items available"
    status = 409


class ReservationLost(ShopError):
    """A hold ended before it could be sold, and the pieces are gone."""

    code = "RESERVATION_LOST"
    message = "reservation lost"
    status = 409


class TransferNotOffered(ShopError):
    """No more pieces of a stock may wait for a bank transfer, or its tickets are scarce: the order must be paid at
    once.
    """

    code = "TRANSFER_NOT_OFFERED"
    message = "these things are not sold by bank transfer now"
    status = 409


class CapacityTooSmall(ShopError):
    """The capacity is below what is held and sold, which is `taken`."""

    code = "CAPACITY_TOO_SMALL"
    message = "capacity is smaller than what is held and sold"


class BundleNotAvailable(ShopError):
    """A chosen part of a bundle cannot be sold, or does not belong to it (purchase §8). `part`: its id, if known."""

    code = "BUNDLE_NOT_AVAILABLE"
    message = "bundle parts not all available"
    status = 409


class BundleIncomplete(ShopError):
    """A choice of the bundle is missing, or there is one too many."""

    code = "BUNDLE_INCOMPLETE"
    message = "choose an option for every part of the bundle"


class OneEventAtATime(ShopError):
    """The free seats of a whole list of events were requested. One answer is for one event."""

    code = "ONE_EVENT_AT_A_TIME"
    message = "ask for the seats of one event at a time"


class TicketNotFound(ShopError):
    """No event that the shop shows sells a ticket with this id (catalogue §7)."""

    code = "NOT_FOUND"
    message = "Not Found"
    status = 404


class SeatsTaken(Exception):
    """Requested seats are not free. `ended`: sessions that are over and still hold one of them."""

    def __init__(self, seat_ids: Sequence[int], ended: Sequence[UUID] = ()) -> None:
        self.seat_ids, self.ended = list(seat_ids), list(ended)
        super().__init__(f"taken: {self.seat_ids}")


class SeatsNotAvailable(ShopError):
    """`seatIds` are taken; `alternatives` has a seat for each of them in this order, or is empty.

    Without `seatIds` there were not enough seats side by side; the alternatives are as many seats apart from each
    other.
    """

    code = "SEATS_NOT_AVAILABLE"
    message = "seats not available"
    status = 409

    def __init__(self, seat_ids: Sequence[int | str], alternatives: Sequence[int]) -> None:
        super().__init__(seatIds=[str(seat) for seat in seat_ids], alternatives=[str(seat) for seat in alternatives])
