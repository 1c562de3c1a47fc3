"""A guest who paid for two tickets, and what the wire tells about them."""

from typing import Any

from aftersale.models import Ticket
from checkout.models import Order
from checkout.payments.ledger import record_capture
from shop.models import Shop
from tests.factories import first_variant, make_event
from tests.guest import Guest

TICKETS = """query TICKETS($order: ID!) {
  tickets(orderId: $order) { id itemId validationCode personalIdentifier ticketUrl
    event { id name venue { name } } } }"""
GETEVENTBYTICKETID = """query GETEVENTBYTICKETID($ticket_id: ID!) {
  eventByTicketNumber(ticketId: $ticket_id) { id name venue { name } } }"""


def pay(order: Order) -> None:
    payment = order.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")


def paid(shop: Shop, text: str | None = None, **fields: Any) -> tuple[Guest, Order]:
    guest = Guest(shop)
    guest.buy((first_variant(make_event(shop, **fields)), 2), text=text)
    order = Order.objects.get(shop=shop)
    pay(order)
    return guest, order


def told_order(guest: Guest, order: Order) -> Any:
    return guest.ask("ORDER", order_id=order.secret).data


def event_of(guest: Guest, number: str) -> Any:
    return guest.send({"query": GETEVENTBYTICKETID, "variables": {"ticket_id": number}})


def numbers_sold() -> list[str]:
    return list(Ticket.objects.in_order().values_list("number", flat=True))
