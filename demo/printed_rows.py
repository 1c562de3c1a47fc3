"""The printed tickets of one night: a list of their numbers, and an order of two that has been shipped."""

from collections.abc import Mapping

from aftersale.models import PrintedList
from aftersale.printed_tickets.actions import import_numbers, store_printed_list
from cart.actions import AddRequest, add_to_cart
from cart.models import Cart
from catalogue.models import Event
from checkout.actions import PlaceRequest, choose_logistics, enter_addresses, move_delivery, place_order
from checkout.actions.shipping.delivering import Tracking
from checkout.models import Carrier, Delivery, Placement
from checkout.pricing.checkout import priced_checkout
from shop.models import Shop

from .quiet import settle_mails, without_jobs
from .ticket_orders import paid

EVENT = "nachtfalter-wien"
NUMBERS = 60
BUYER = {
    "first_name": "Kim", "last_name": "Kassel", "company": "", "address": "Motteweg 8", "address2": "",
    "post_code": "34117", "city": "Kassel", "country_code": "de",
}  # fmt: skip


def write_printed_tickets(shops: Mapping[str, Shop]) -> None:
    """Unless there are some already."""
    event = Event.objects.filter(slug=EVENT).first()
    if event is None or PrintedList.objects.exists():
        return
    numbers = "\n".join(f"NF-WIEN-{number:04}" for number in range(1, NUMBERS + 1))
    with without_jobs():
        listed, _new = store_printed_list(
            event=event, content=f"Nummer\n{numbers}".encode(), name="perlmutt.csv", staff=None
        )
        import_numbers(listed=listed)
        placement = sell(shops["nachtfalter"], event)
    settle_mails(placement)


def sell(shop: Shop, event: Event) -> Placement:
    placement = paid(buy(shop, event))
    parcel = placement.order.deliveries.get()
    move_delivery(delivery=parcel, to=Delivery.State.SHIPPED, tracking=Tracking("dhl", "00340434161094000000"))
    return placement


def buy(shop: Shop, event: Event) -> Placement:
    ticket = event.variants.get(physical=True)
    wanted = AddRequest(ticket.pk, 2)
    session = add_to_cart(shop=shop, session=None, language="de", requests=[wanted]).session
    enter_addresses(session=session, billing=BUYER, shipping=None, email="kim@mail.example")
    carrier = Carrier.objects.filter(only_single_disc=False, checks_age=False).order_by("pk")[0]
    choose_logistics(session=session, shipping_method=str(carrier.pk), payment_method="bank_transfer")
    due = priced_checkout(Cart.objects.get(session=session)).due
    return place_order(session=session, request=PlaceRequest("demo", due, accepted_terms=True))
