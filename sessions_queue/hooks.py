"""What sessions and waiting rooms ask of the apps above: they know what is sold and who has a cart. `config/hooks.py`
fills `above` when Django starts.
"""

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

from shop.core.values.zones import shop_zone
from shop.models import Shop

from .models import VisitorSession, WaitingRoom


class TicketsLeft(IntEnum):
    """What there is of what one waits for."""

    NOTHING, RESERVED, SOME = range(3)


class Above(Protocol):
    """All that this app asks of above. `tickets_left`, `shops_behind`, `event_name` and `time_zone` are called only for
    rooms of events.
    """

    def sessions_ended(self, session_ids: Sequence[UUID]) -> None:
        """Give back what was kept for these sessions, in the transaction that ends them."""
        ...

    def room_state_changed(self, room: WaitingRoom) -> None:
        """Follow a room that staff opened, paused, closed or rehearse, in the same transaction."""
        ...

    def visitors_inside(self, room: WaitingRoom) -> int:
        """How many visitors take a slot of the room."""
        ...

    def has_reserved(self, session: VisitorSession) -> bool:
        """True if something is reserved for the session."""
        ...

    def tickets_left(self, room: WaitingRoom) -> TicketsLeft:
        """What is left of the event's tickets."""
        ...

    def shops_behind(self, room: WaitingRoom) -> Collection[int]:
        """The ids of the shops that sell the event's tickets."""
        ...

    def event_name(self, room: WaitingRoom, shop: Shop) -> str:
        """The event's name on the shop's pages. Empty if the shop does not show it."""
        ...

    def time_zone(self, room: WaitingRoom) -> ZoneInfo:
        """The time zone of the event's venue."""
        ...


class NothingAbove:
    """Sessions alone: every living session takes a slot, an event's room is its shop's."""

    def sessions_ended(self, session_ids: Sequence[UUID]) -> None:
        pass

    def room_state_changed(self, room: WaitingRoom) -> None:
        pass

    def visitors_inside(self, room: WaitingRoom) -> int:
        return VisitorSession.objects.alive().filter(shop=room.shop_id).count()

    def has_reserved(self, session: VisitorSession) -> bool:
        return False

    def tickets_left(self, room: WaitingRoom) -> TicketsLeft:
        return TicketsLeft.SOME

    def shops_behind(self, room: WaitingRoom) -> Collection[int]:
        return [room.shop_id]

    def event_name(self, room: WaitingRoom, shop: Shop) -> str:
        return ""

    def time_zone(self, room: WaitingRoom) -> ZoneInfo:
        return shop_zone()


above: Above = NothingAbove()
