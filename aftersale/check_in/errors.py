from datetime import datetime

from shop.core.errors import ShopError


class CheckInNotFound(ShopError):
    """The ticket's event has no online check-in."""

    code = "CHECK_IN_NOT_FOUND"
    message = "the event has no online check-in"
    status = 404


class CheckInNotOpen(ShopError):
    code = "CHECK_IN_NOT_OPEN"
    message = "the check-in is not open yet"
    status = 409

    def __init__(self, opens_at: datetime | None) -> None:
        """`opens_at`: None if the event's date is hidden."""
        super().__init__(opensAt=opens_at.isoformat() if opens_at else None)


class EventOff(ShopError):
    """The ticket's event was cancelled, or is postponed and has no date yet."""

    code = "EVENT_OFF"
    message = "the event was cancelled or is postponed"
    status = 409


class CheckInClosed(ShopError):
    code = "CHECK_IN_CLOSED"
    message = "the check-in is closed"
    status = 409


class AlreadyCheckedIn(ShopError):
    """The ticket has checked in with other answers, and the event allows no second time."""

    code = "ALREADY_CHECKED_IN"
    message = "the ticket has checked in already"
    status = 409
