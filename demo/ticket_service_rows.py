"""Until when a night's tickets can be cancelled or renamed, and two requests that wait for staff: one that fits, and
one of somebody whose address nobody knows.
"""

from datetime import timedelta

from django.db import transaction

from aftersale.models import Ticket, TicketServicePeriod
from aftersale.ticket_service.actions import EnteredServiceRequest, submit_requests
from aftersale.ticket_service.queries import TicketEntry
from catalogue.models import Event
from checkout.models import Order, Placement
from shop.models import Shop

from .quiet import settle_mails, without_jobs
from .ticket_orders import sold

SHOP, EVENT = "kellerkind", "kellerkind-koeln"
EMAIL = "alex@mail.example"
BUYER = {
    "first_name": "Alex", "last_name": "Amsel", "company": "", "address": "Gleisdreieck 4", "address2": "",
    "post_code": "50667", "city": "Köln", "country_code": "de",
}  # fmt: skip
# Known to whoever tries the forms of the demo: the third one is still free.
NUMBERS = ("2100000223459", "2100000223466", "2100000223473")
LAST_DAYS = timedelta(days=3)


def write_ticket_service() -> None:
    """Unless there are some already."""
    event = Event.objects.filter(slug=EVENT).first()
    if event is None or TicketServicePeriod.objects.exists():
        return
    until = event.happening_from - LAST_DAYS
    TicketServicePeriod.objects.create(event=event, change_until=until, cancel_until=until)


@transaction.atomic
def write_ticket_requests() -> None:
    """Unless they are there already, or the event is missing."""
    shop = Shop.objects.filter(slug=SHOP).first()
    event = Event.objects.filter(slug=EVENT).first()
    if shop is None or event is None or Order.objects.filter(email=EMAIL, shop=shop).exists():
        return
    with without_jobs():
        placement = sold(shop, event, pieces=len(NUMBERS), email=EMAIL, buyer=BUYER)
        for ticket, number in zip(Ticket.objects.filter(line__placement=placement).in_order(), NUMBERS, strict=True):
            Ticket.objects.filter(pk=ticket.pk).update(number=number)
        ask_for(shop, placement)


def ask_for(shop: Shop, placement: Placement) -> None:
    """No mail is sent."""
    renamed, cancelled, _free = NUMBERS
    requests = (
        EnteredServiceRequest(
            "change", "Alex Amsel", EMAIL, placement.reference, "Zum Geburtstag verschenkt.",
            [TicketEntry("online", renamed, "Alex Amsel", "Toni Tauber")],
        ),
        EnteredServiceRequest(
            "cancel", "Robin Reuter", "robin@mail.example", "", "", [TicketEntry("online", cancelled, "Alex Amsel")],
        ),
    )  # fmt: skip
    for entered in requests:
        for request in submit_requests(shop=shop, entered=entered, language="de"):
            settle_mails(request)
