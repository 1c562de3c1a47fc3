from shop.errors import ShopError


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


class CapacityTooSmall(ShopError):
    """A capacity below what is held and sold. `taken` says how much that is."""

    code = "CAPACITY_TOO_SMALL"
    message = "capacity is smaller than what is held and sold"


class OneEventAtATime(ShopError):
    """Free seats of a whole list of events: more than one answer should hold."""

    code = "ONE_EVENT_AT_A_TIME"
    message = "ask for the seats of one event at a time"
