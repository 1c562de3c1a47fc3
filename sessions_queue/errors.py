from collections.abc import Iterable
from typing import TypedDict

from shop.core.errors import NoCapacity, ShopError, TooManyAttempts


class ActivityUnknown(ShopError):
    """The name is not one of the activity log's."""

    code = "ACTIVITY_UNKNOWN"
    message = "no such activity"


class SessionEnded(ShopError):
    """The visitor session ran out or never existed; the shopper starts again."""

    code = "SESSION_ENDED"
    message = "session ended"
    status = 409


class NotResumed(ShopError):
    """No session can be resumed: the id is invalid, too old or used (purchase §5 "Session resume")."""

    code = "NOT_RESUMED"
    message = "session not resumed"
    status = 404


class SessionHere(ShopError):
    """This browser has reserved something already; resuming another session would end that."""

    code = "SESSION_HERE"
    message = "this browser has a session"
    status = 409


class QueueStatus(TypedDict):
    """A visitor in the queue (purchase §3 "Queue status"). `trying_again_in`: seconds."""

    waitingIndex: int
    waiting_percentage: int
    trying_again_in: int


class InQueue(NoCapacity):
    """The waiting room is open and it is not this visitor's turn (purchase §4 "Queue")."""

    code = "IN_QUEUE"
    message = "in queue"

    def __init__(self, queue_status: QueueStatus, rooms: Iterable[int] = ()) -> None:
        """`queue_status`: as `waiting_room.rules.queue_status` returns it; `rooms`: the rooms whose queues block the
        visitor.
        """
        self.retry_after_seconds = queue_status["trying_again_in"]
        waited_for = [str(room) for room in rooms]
        super().__init__()
        self.extensions = {**queue_status, **({"rooms": waited_for} if waited_for else {})}


class AddressBusy(TooManyAttempts):
    """This browser has reserved, and ordered without paying, as much as is allowed (docs/decisions/0073)."""

    code = "ADDRESS_BUSY"
    message = "this browser has too much reserved"
