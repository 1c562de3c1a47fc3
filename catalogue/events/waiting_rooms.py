"""Events with their own waiting room: which tickets are behind it, and whether any are left."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, Min

from catalogue.models import Event, EventRoom, ProductVariant, Venue
from catalogue.queries import visible
from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import WaitingRoom
from shop.core.values.zones import shop_zone
from shop.models import Shop


@transaction.atomic
def room_for(*, event: Event) -> WaitingRoom:
    """Return the event's waiting room, or create one. A new room is closed, its sale begins with the event's presale,
    and it belongs to the shop that sells the event.
    """
    known = EventRoom.objects.select_related("room").filter(event=event).first()
    if known is not None:
        return known.room
    room = WaitingRoom.objects.create(
        shop_id=event.owner_id, scope=WaitingRoom.Scope.EVENT, name=str(event), starts_at=event.presale_at
    )
    return EventRoom.objects.create(event=event, room=room).room


def mark_event_room(*, room: WaitingRoom) -> None:
    """The event's page, a kept answer, leads to its room while one can wait there."""
    EventRoom.objects.filter(room=room).exclude(is_open=room.is_open).update(is_open=room.is_open)


def rooms_of_variants(variant_ids: Collection[int]) -> set[int]:
    """Return the waiting rooms, open or not, in front of these tickets."""
    rooms = EventRoom.objects.filter(event__variants__in=variant_ids)
    return set(rooms.values_list("room_id", flat=True))


def shops_of(room: WaitingRoom) -> set[int]:
    """Return the shops that sell an event's tickets, so that its room stands in front of them."""
    listing = Event.objects.filter(event_room__room=room).values_list("listed_in", flat=True)
    return {room.shop_id, *(shop for shop in listing if shop)}


def name_in(room: WaitingRoom, shop: Shop) -> str:
    """Return the event's name as the shop's pages show it. Empty if the shop does not show it."""
    event = visible.events(shop).filter(event_room__room=room).first()
    return str(event or "")


def zone_at(room: WaitingRoom) -> ZoneInfo:
    """Return the time zone of the event's venue."""
    venue = Venue.objects.filter(events__event_room__room=room).first()
    return venue.zone if venue else shop_zone()


def left_of(room: WaitingRoom) -> TicketsLeft:
    """Return what is left of an event's tickets. A ticket is limited by the stock with the fewest free pieces; without
    a stock it is unlimited.
    """
    tickets = ProductVariant.objects.filter(event__event_room__room=room, active=True)
    stock = "stock_uses__stock"
    free, unsold = Min(f"{stock}__free"), Min(F(f"{stock}__free") + F(f"{stock}__held"))
    found = list(tickets.annotate(fewest=free, unsold=unsold).values_list("fewest", "unsold"))
    if not found or any(fewest is None or fewest > 0 for fewest, _unsold in found):
        return TicketsLeft.SOME
    return TicketsLeft.RESERVED if any(unsold > 0 for _fewest, unsold in found) else TicketsLeft.NOTHING
