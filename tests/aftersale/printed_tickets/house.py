"""An event with printed tickets, lists of their numbers, and who bought some."""

from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from aftersale.models import PrintedList, PrintedNumber
from aftersale.printed_tickets.actions import import_numbers, store_printed_list
from aftersale.tasks import give_numbers
from catalogue.models import Event, ProductVariant
from checkout.models import Placement
from shop.models import Shop
from tests.factories import make_event, make_variant


def printed_event(shop: Shop, **fields: Any) -> Event:
    return make_event(shop, only_online_tickets=False, cart_limit=9, **fields)


def hard(event: Event, **fields: Any) -> ProductVariant:
    known: dict[str, Any] = {"description": "Hard", "price": "30.00", "physical": True} | fields
    return make_variant(event=event, **known)


def stored(event: Event, text: str) -> PrintedList:
    """A list that was taken in, whose job has not run."""
    listed, _new = store_printed_list(event=event, content=text.encode(), name="list.csv", staff=None)
    import_numbers(listed=listed)
    listed.refresh_from_db()
    return listed


def numbered(event: Event, *numbers: str) -> list[PrintedNumber]:
    stored(event, "\n".join(numbers))
    return list(PrintedNumber.objects.filter(event=event).in_order())


def jobs() -> list[int]:
    """The events whose numbers a job is to give."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (args ->> 'event_id')::int FROM procrastinate_jobs "
            "WHERE task_name = 'aftersale.give_numbers' AND status = 'todo' ORDER BY id"
        )
        return [event for (event,) in cursor.fetchall()]


def run_jobs() -> None:
    """As the worker does."""
    for event_id in jobs():
        give_numbers(event_id=event_id)


def numbers_of(placement: Placement) -> list[str]:
    """In use, by its lines and their pieces."""
    found = PrintedNumber.objects.used().filter(line__placement=placement)
    return list(found.order_by("line__number", "position").values_list("number", flat=True))


def standing(event: Event) -> dict[str, str]:
    """free, used, or why it is void, by number."""
    return {
        one.number: one.ended or ("used" if one.line_id else "free")
        for one in PrintedNumber.objects.filter(event=event).in_order()
    }


def paid_minutes_ago(placement: Placement, minutes: int) -> None:
    Placement.objects.filter(pk=placement.pk).update(paid_at=timezone.now() - timedelta(minutes=minutes))
