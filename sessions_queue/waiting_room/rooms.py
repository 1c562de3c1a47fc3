"""What a room is in front of."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.db.models import Q

from sessions_queue import hooks
from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import VisitorSession, WaitingRoom
from shop.core.values.zones import shop_zone
from shop.models import Shop

from .rehearsal import simulated_inside

State = WaitingRoom.State
# In front of what people want to buy; a rehearsal is in nobody's way.
OPEN = Q(state__in=[State.OPEN, State.PAUSED])
IN_USE = ~Q(state=State.CLOSED)


def inside_of(room: WaitingRoom) -> int:
    """How many take a slot."""
    return simulated_inside(room) if room.state == State.REHEARSAL else hooks.above.visitors_inside(room)


def holds(session: VisitorSession | None) -> bool:
    return session is not None and hooks.above.has_reserved(session)


def tickets_left_for(room: WaitingRoom) -> TicketsLeft:
    asks = room.scope == WaitingRoom.Scope.EVENT and room.state != State.REHEARSAL
    return hooks.above.tickets_left(room) if asks else TicketsLeft.SOME


def open_rooms(shop: Shop) -> list[WaitingRoom]:
    """Return the shop's open room and those of events, wherever they are sold. A shop without an open room in front of
    it costs no statement.
    """
    if not shop.has_line:
        return []
    return list(WaitingRoom.objects.filter(OPEN, Q(shop=shop) | Q(scope=WaitingRoom.Scope.EVENT)))


def update_shop_flags() -> None:
    """Update `has_line` of all shops: whether an open room is in front of them."""
    shops = {pk for room in WaitingRoom.objects.filter(OPEN) for pk in shops_behind(room)}
    Shop.objects.filter(pk__in=shops, has_line=False).update(has_line=True)
    Shop.objects.filter(has_line=True).exclude(pk__in=shops).update(has_line=False)


def shops_behind(room: WaitingRoom) -> Collection[int]:
    return hooks.above.shops_behind(room) if room.scope == WaitingRoom.Scope.EVENT else [room.shop_id]


def name_for(room: WaitingRoom, shop: Shop) -> str:
    """Empty for the shop's own, and for what is not shown in this shop."""
    return hooks.above.event_name(room, shop) if room.scope == WaitingRoom.Scope.EVENT else ""


def zone_of(room: WaitingRoom) -> ZoneInfo:
    """On whose clock its sale begins: that of an event's venue, otherwise the shop's."""
    return hooks.above.time_zone(room) if room.scope == WaitingRoom.Scope.EVENT else shop_zone()
