"""Reads of tickets, each with a fixed number of SQL statements."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from aftersale.models import Ticket
from aftersale.numbers.tickets import entered_number, grouped_number
from aftersale.tickets.codes import signed_code_in
from checkout.models import Order, OrderLine
from checkout.orders.order_state import of_placements
from shop.core.database.compiled_statements import ModelStatement, Parameter, cached_statement
from shop.models import Shop

OF_KNOWN_ORDER = (
    "line__placement", "line__variant__event__venue", "line__ticket_holder", "line__seller", "check_in",
)  # fmt: skip
PRINTED = ("line__placement__order__shop", *OF_KNOWN_ORDER[1:])


def valid_tickets(order: Order, *, item: str = "") -> list[Ticket]:
    """Return the valid tickets to print of an order read by its secret (`checkout.orders.access.access_order`), or of
    one of its items. Empty for an item of another order.
    """
    tickets = of_order(order, valid=True)
    return [one for one in tickets if not item or str(one.line_id) == item]


def all_tickets(order: Order) -> list[Ticket]:
    """Return all tickets of an order read by its secret, also those that ended. One statement."""
    return of_order(order, valid=False)


def of_order(order: Order, *, valid: bool) -> list[Ticket]:
    """Return those of the order to print; order and shop are the given ones."""
    only = order.only_placement
    found = tickets_to_print(valid, only is not None).run(order=order.pk, placement=only and only.pk)
    for one in found:
        one.line.placement.order = order
    return found


@cached_statement
def tickets_to_print(valid: bool, of_one_placement: bool) -> ModelStatement[Ticket]:
    tickets = (Ticket.objects.valid() if valid else Ticket.objects.all()).filter(
        line__placement__order=Parameter("order")
    )
    if of_one_placement:
        tickets = tickets.filter(line__placement=Parameter("placement"))
    else:
        tickets = of_placements(tickets, None, "line__placement")
    return ModelStatement(tickets.select_related(*OF_KNOWN_ORDER).in_order())


def valid_positions(lines: Iterable[OrderLine]) -> dict[UUID, list[int]]:
    """Return the positions of valid tickets by the ids of their lines."""
    return values_by_line(lines, "position")


def numbers_of_lines(lines: Iterable[OrderLine]) -> dict[UUID, list[str]]:
    """Return the numbers of valid tickets, grouped for reading, by the ids of their lines."""
    return {line: [grouped_number(one) for one in found] for line, found in values_by_line(lines, "number").items()}


def values_by_line(lines: Iterable[OrderLine], column: str) -> dict[UUID, list[Any]]:
    """Return this column of the lines' valid tickets, in the order of their positions, by the ids of the lines."""
    found: dict[UUID, list[Any]] = {}
    of_them = Ticket.objects.valid().filter(line__in=[line.pk for line in lines]).order_by("position")
    for line, value in of_them.values_list("line", column):
        found.setdefault(line, []).append(value)
    return found


def ticket_by_number(shop: Shop, text: str) -> Ticket | None:
    """Return the shop's valid ticket with an entered number."""
    number = entered_number(text)
    if number is None:
        return None
    found = Ticket.objects.valid().filter(number=number, line__placement__shop=shop)
    return found.select_related(*PRINTED).first()


def ticket_of_code(text: str) -> Ticket | None:
    """Return the valid ticket of a QR code with a valid signature and the ticket's current version."""
    signed_code = signed_code_in(text)
    if signed_code is None:
        return None
    found = Ticket.objects.valid().filter(number=signed_code.number, version=signed_code.version)
    return found.select_related(*PRINTED).first()
