"""What a room is in front of; the apps above know what the rooms' events sell and who has a cart."""

from collections.abc import Callable, Collection
from zoneinfo import ZoneInfo

from django.db.models import Q

from sessions_queue.models import VisitorSession, WaitingRoom
from shop.core.values.zones import shop_zone
from shop.models import Shop

from .rehearsal import simulated_inside
from .rules import Left

# From the apps above: how many visitors take a slot of a room, whether a session has anything reserved, what is left of
# what one waits for, in front of which shops it stands, what a shop's pages call what one waits for, and on whose clock
# its sale begins.
INSIDE: list[Callable[[WaitingRoom], int]] = []
HOLDING: list[Callable[[VisitorSession], bool]] = []
LEFT: list[Callable[[WaitingRoom], Left]] = []
SHOPS: list[Callable[[WaitingRoom], Collection[int]]] = []
NAMES: list[Callable[[WaitingRoom, Shop], str]] = []
ZONES: list[Callable[[WaitingRoom], ZoneInfo]] = []

State = WaitingRoom.State
# In front of what people want to buy; a rehearsal is in nobody's way.
OPEN = Q(state__in=[State.OPEN, State.PAUSED])
IN_USE = ~Q(state=State.CLOSED)


def inside_of(room: WaitingRoom) -> int:
    """Who takes a slot: where nobody above says it, whose session lives."""
    if room.state == State.REHEARSAL:
        return simulated_inside(room)
    if INSIDE:
        return INSIDE[0](room)
    return VisitorSession.objects.alive().filter(shop=room.shop_id).count()


def holds(session: VisitorSession | None) -> bool:
    return session is not None and any(has_reserved(session) for has_reserved in HOLDING)


def left_for(room: WaitingRoom) -> Left:
    asks = LEFT and room.scope == WaitingRoom.Scope.EVENT and room.state != State.REHEARSAL
    return LEFT[0](room) if asks else Left.SOME


def open_rooms(shop: Shop) -> list[WaitingRoom]:
    """The shop's, and those of events, wherever they are sold. Without any in front of it, the shop costs nothing
    more.
    """
    if not shop.has_line:
        return []
    return list(WaitingRoom.objects.filter(OPEN, Q(shop=shop) | Q(scope=WaitingRoom.Scope.EVENT)))


def tell_shops() -> None:
    """Every shop knows whether an open room is in front of it."""
    shops = {pk for room in WaitingRoom.objects.filter(OPEN) for pk in shops_before(room)}
    Shop.objects.filter(pk__in=shops, has_line=False).update(has_line=True)
    Shop.objects.filter(has_line=True).exclude(pk__in=shops).update(has_line=False)


def shops_before(room: WaitingRoom) -> Collection[int]:
    return SHOPS[0](room) if SHOPS and room.scope == WaitingRoom.Scope.EVENT else [room.shop_id]


def name_for(room: WaitingRoom, shop: Shop) -> str:
    """Empty for the shop's own, and for what is not shown in this shop."""
    return NAMES[0](room, shop) if NAMES and room.scope == WaitingRoom.Scope.EVENT else ""


def zone_of(room: WaitingRoom) -> ZoneInfo:
    """On whose clock its sale begins: that of an event's venue, otherwise the shop's."""
    return ZONES[0](room) if ZONES and room.scope == WaitingRoom.Scope.EVENT else shop_zone()
