from collections.abc import Sequence
from uuid import UUID

from shop.core.errors import ShopError


class SoldOut(ShopError):
    """Fewer pieces are free than were asked for. `available` is what one could still have."""

    code = "SOLD_OUT"
    message = "not enough items available"
    status = 409


class ReservationLost(ShopError):
    """A hold ended before it could be sold, and the pieces are gone."""

    code = "RESERVATION_LOST"
    message = "reservation lost"
    status = 409


class TransferNotOffered(ShopError):
    """As many pieces of something as may wait for transfers do, or its tickets are scarce: it is paid at once."""

    code = "TRANSFER_NOT_OFFERED"
    message = "these things are not sold by bank transfer now"
    status = 409


class CapacityTooSmall(ShopError):
    """A capacity below what is held and sold. `taken` says how much that is."""

    code = "CAPACITY_TOO_SMALL"
    message = "capacity is smaller than what is held and sold"


class BundleNotAvailable(ShopError):
    """Something in a bundle is not to be had, or is no part of it (purchase §8). `part`: its id, if known."""

    code = "BUNDLE_NOT_AVAILABLE"
    message = "bundle parts not all available"
    status = 409


class BundleIncomplete(ShopError):
    """Something in a bundle is not chosen, or something too much."""

    code = "BUNDLE_INCOMPLETE"
    message = "choose an option for every part of the bundle"


class OneEventAtATime(ShopError):
    """Free seats of a whole list of events: more than one answer should hold."""

    code = "ONE_EVENT_AT_A_TIME"
    message = "ask for the seats of one event at a time"


class TicketNotFound(ShopError):
    """No event that the shop shows sells a ticket with this id (catalogue §7)."""

    code = "NOT_FOUND"
    message = "Not Found"
    status = 404


class SeatsTaken(Exception):
    """Seats that were asked for and are not to be had. `ended`: sessions that are over and still have one of them."""

    def __init__(self, seat_ids: Sequence[int], ended: Sequence[UUID] = ()) -> None:
        self.seat_ids, self.ended = list(seat_ids), list(ended)
        super().__init__(f"taken: {self.seat_ids}")


class SeatsNotAvailable(ShopError):
    """`seatIds` are taken; `alternatives` has a seat for each of them in this order, or nothing.

    Without `seatIds` there were not enough side by side; the alternatives are as many apart from each other.
    """

    code = "SEATS_NOT_AVAILABLE"
    message = "seats not available"
    status = 409

    def __init__(self, seat_ids: Sequence[int | str], alternatives: Sequence[int]) -> None:
        super().__init__(seatIds=[str(seat) for seat in seat_ids], alternatives=[str(seat) for seat in alternatives])
