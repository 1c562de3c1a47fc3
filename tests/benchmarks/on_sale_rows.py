"""A sale with a waiting room of its own; for processes with Django, whose callers read what they print."""

import json
import os
from datetime import timedelta

from django.utils import timezone

from catalogue.events.waiting_rooms import room_for
from catalogue.models import ProductVariant
from checkout.models import Order
from sessions_queue.waiting_room.actions import open_room
from shop.models import Shop
from tests.factories import first_variant, make_event

PIECES = int(os.environ.get("PIECES", "500"))


def put_on_sale(shop: Shop, *, pieces: int, capacity: int, rate: int, seconds: float) -> ProductVariant:
    """The ticket of an event whose sale begins in so many seconds."""
    event = make_event(shop, slug="on-sale", name="On sale", capacity=pieces, cart_limit=9)
    room = room_for(event=event)
    room.capacity, room.rate = capacity, rate
    room.starts_at = timezone.now() + timedelta(seconds=seconds)
    room.save()
    open_room(room=room)
    return first_variant(event)


def prepare() -> None:
    seconds = float(os.environ["BEGINS_IN"])
    ticket = put_on_sale(Shop.objects.get(slug="merchstand"), pieces=PIECES, capacity=150, rate=6_000, seconds=seconds)
    print(json.dumps(ticket.pk))


def sold() -> None:
    """Print how many pieces are sold, held and ordered."""
    (stock,) = {use.stock for use in ProductVariant.objects.get(pk=os.environ["TICKET"]).stock_uses.all()}
    print(json.dumps({"sold": stock.sold, "held": stock.held, "orders": Order.objects.count()}))
