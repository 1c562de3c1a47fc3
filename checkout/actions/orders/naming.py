"""Set and change the holders of an order's tickets after the sale (purchase §2 "Personalisation dialog", §9)."""

from collections.abc import Mapping

from django.db import transaction

from cart.ticket_holders import check_holder_parts, rename_holders, text_for_line
from checkout.errors import NamesClosed, OrderLineNotFound
from checkout.locks import lock_order
from checkout.models import Order, OrderLine
from checkout.orders.access import names_until
from checkout.orders.order_state import of_placements
from shop.core.database.clock import database_now
from shop.core.database.transactions import retry_transaction
from shop.core.errors import ShopError


@retry_transaction
@transaction.atomic
def name_tickets(*, order: Order, texts: Mapping[str, str]) -> None:
    """Set the holders of tickets, by the ids of their lines, read as by `cart.ticket_holders.text_for_line`. All or
    none.

    Raises OrderLineNotFound if a line is no such ticket of this order, NamesClosed after the deadline, or the first
    personalisation error; each names its line as `itemId`. Locks the order.
    """
    lock_order(order.pk)
    lines = {str(line.pk): line for line in tickets_of(order)}
    now = database_now()
    named = []
    for line_id, text in texts.items():
        line = lines.get(line_id)
        if line is None:
            raise OrderLineNotFound(itemId=line_id)
        until = names_until(line)
        if until is None or until <= now:
            raise NamesClosed(itemId=line_id)
        named.append((line, checked_text(line, text)))
    rename_holders(OrderLine.objects, named)


def tickets_of(order: Order) -> list[OrderLine]:
    lines = of_placements(OrderLine.objects.counting(), order.only_placement)
    tickets = lines.filter(placement__order=order, ticket=True, variant__event__isnull=False)
    return list(tickets.select_related("variant__event__venue").order_by("number"))


def checked_text(line: OrderLine, entered: str) -> str:
    assert line.variant.event is not None
    try:
        text = text_for_line(entered, line.variant)
        check_holder_parts(text, line.variant.event.personalization_requirement)
    except ShopError as error:
        error.extensions["itemId"] = str(line.pk)
        raise
    return text
