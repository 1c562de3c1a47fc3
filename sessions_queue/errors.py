from collections.abc import Iterable, Mapping

from shop.core.errors import NoCapacity, ShopError, TooManyAttempts


class ActivityUnknown(ShopError):
    """Not one of the activity log's names."""

    code = "ACTIVITY_UNKNOWN"
    message = "no such activity"


class SessionEnded(ShopError):
    """The visitor session ran out or never was; the shopper starts afresh."""

    code = "SESSION_ENDED"
    message = "session ended"
    status = 409


class NotResumed(ShopError):
    """Nothing to go on with: the id is not ours, too old, or was used (purchase §5 "Session resume")."""

    code = "NOT_RESUMED"
    message = "session not resumed"
    status = 404


class SessionHere(ShopError):
    """This browser has something reserved already, which the resumed session would take the place of."""

    code = "SESSION_HERE"
    message = "this browser has a session"
    status = 409


class InQueue(NoCapacity):
    """Others are before: the shop's waiting room is open, and it is not this visitor's turn (purchase §4 "Queue")."""

    code = "IN_QUEUE"
    message = "in queue"

    def __init__(self, queue_status: Mapping[str, int], rooms: Iterable[int] = ()) -> None:
        """`queue_status`: as `waiting_room.rules.queue_status`; `rooms`: in whose lines."""
        self.retry_after_seconds = queue_status["trying_again_in"]
        waited_for = [str(room) for room in rooms]
        super().__init__()
        self.extensions = {**queue_status, **({"rooms": waited_for} if waited_for else {})}


class AddressBusy(TooManyAttempts):
    """This browser has as much reserved, and ordered without having paid, as one may (docs/decisions/0073)."""

    code = "ADDRESS_BUSY"
    message = "this browser has too much reserved"
