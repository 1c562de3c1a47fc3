"""Orders whose money is there; what happens to them afterwards has modules of its own."""

from collections.abc import Mapping
from typing import TYPE_CHECKING
from uuid import uuid4

from aftersale.models import Ticket
from cart.actions import AddRequest, add_to_cart
from cart.models import Cart
from catalogue.models import Event
from checkout.actions import PlaceRequest, choose_logistics, enter_addresses, place_order
from checkout.actions.invoices.invoicing import write_invoices
from checkout.actions.orders.box_office import TicketBuyer, TicketSale, hand_out_tickets
from checkout.actions.orders.steps import StaffAction
from checkout.models import Placement
from checkout.payments.ledger import record_capture
from checkout.pricing.box_office import on_sale
from checkout.pricing.checkout import priced_checkout
from shop.core.values.money import NOTHING
from shop.models import Shop

from .quiet import settle_mails

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def sold(shop: Shop, event: Event, *, pieces: int, email: str, buyer: Mapping[str, str]) -> Placement:
    """Of the event's first kind, paid."""
    return paid(ordered(shop, event, pieces=pieces, email=email, buyer=buyer))


def ordered(shop: Shop, event: Event, *, pieces: int, email: str, buyer: Mapping[str, str]) -> Placement:
    """Of the event's first kind, by transfer, unpaid."""
    ticket = event.variants.filter(physical=False).earliest("pk")
    wanted = AddRequest(ticket.pk, pieces)
    session = add_to_cart(shop=shop, session=None, language="de", requests=[wanted]).session
    enter_addresses(session=session, billing=dict(buyer), shipping=None, email=email)
    choose_logistics(session=session, shipping_method="-1", payment_method="bank_transfer")
    due = priced_checkout(Cart.objects.get(session=session)).due
    return place_order(session=session, request=PlaceRequest(f"demo-{email}", due, accepted_terms=True))


def handed_out(
    event: Event, staff: "User", buyer: TicketBuyer, *, pieces: int, paid_by: str = "", reason: str = ""
) -> Placement:
    """By staff, of the event's first kind: without `paid_by` for the guest list."""
    offered = on_sale(event)[0]
    total = offered.price * pieces if paid_by else NOTHING
    sale = TicketSale(event, buyer, {offered.variant.pk: pieces}, total, paid_by)
    return written(hand_out_tickets(sale=sale, action=StaffAction(uuid4(), staff, reason)))


def paid(placement: Placement) -> Placement:
    """With its money and its invoices."""
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id=f"demo {payment.pk}")
    return written(placement)


def written(placement: Placement) -> Placement:
    """With its invoices, without mails."""
    write_invoices(placement_id=placement.pk)
    placement.refresh_from_db()
    settle_mails(placement)
    return placement


def numbers_of(placement: Placement) -> list[str]:
    return list(Ticket.objects.filter(line__placement=placement).in_order().values_list("number", flat=True))
