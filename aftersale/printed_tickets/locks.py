"""The only place that locks printed numbers. Lock an order before them, stocks after them."""

from aftersale.models import PrintedList
from shop.core.database.locks import lock_name, locked


def lock_numbers(event_id: int) -> None:
    """Lock an event's numbers until the transaction ends. Lock several events in id order."""
    lock_name(f"printed numbers of event {event_id}")


def lock_printed_list(list_id: int) -> PrintedList:
    """Lock and reread the list until the transaction ends. Lock it before its event's numbers."""
    return locked(PrintedList.objects.filter(pk=list_id)).get()
