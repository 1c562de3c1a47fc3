"""The only place that locks printed numbers. An order is locked before them, and stocks behind them."""

from aftersale.models import PrintedList
from shop.core.database.locks import lock_name, locked


def lock_numbers(event_id: int) -> None:
    """Keep others from giving an event's numbers until the transaction ends. Of several events in id order."""
    lock_name(f"printed numbers of event {event_id}")


def lock_printed_list(list_id: int) -> PrintedList:
    """The list, locked until the transaction ends; before its event's numbers."""
    return locked(PrintedList.objects.filter(pk=list_id)).get()
