"""A night that was moved, and what three buyers ask back: one whose money waits for the bank, one of whom staff have to
decide, and one whom they have refused.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from aftersale.models import RefundOffer, RefundRequest
from aftersale.refunds.actions.confirming import confirm_request
from aftersale.refunds.actions.deciding import decline_request
from aftersale.refunds.actions.offering import open_offer
from aftersale.refunds.actions.requesting import EnteredRefund, submit_refund_request
from aftersale.refunds.links import token_for
from catalogue.models import Event
from checkout.actions.orders.box_office import TicketBuyer
from checkout.models import Placement
from checkout.models.payment import BoxOfficeMethod
from shop.models import Shop

from .quiet import settle_mails, without_jobs
from .ticket_orders import handed_out, numbers_of, sold, written

if TYPE_CHECKING:
    from django.contrib.auth.models import User

EARLIER = timedelta(days=1)
SHOP, EVENT = "kellerkind", "kellerkind-london"
HOME = {"address": "Floßlände 20", "post_code": "81379", "city": "München", "country_code": "de"}
# A bank's own example, of nobody.
IBAN = "DE89370400440532013000"
BY_TRANSFER = ("Jule", "Jansen")
# At the shop's own counter, two tickets each; they ask for one of them, which staff have to look at.
AT_COUNTER = (("Mika", "Moor"), ("Leo", "Lang"))


@transaction.atomic
def write_refund_requests(staff: "User") -> None:
    """Unless the event is missing, or its tickets are refunded already. No mail is sent."""
    shop = Shop.objects.filter(slug=SHOP).first()
    event = Event.objects.filter(slug=EVENT).first()
    if shop is None or event is None or RefundOffer.objects.filter(event=event).exists():
        return
    with without_jobs():
        offer = RefundOffer.objects.create(
            event=event, cause=RefundOffer.Cause.MOVED, new_begin=event.happening_from - EARLIER,
            message="Das Konzert ist von Freitag auf Donnerstag vorgezogen. Wer dann nicht kann, bekommt sein Geld.",
        )  # fmt: skip
        open_offer(offer=offer, tell=False, staff=staff)
        write_requests(shop, event, staff)


def write_requests(shop: Shop, event: Event, staff: "User") -> None:
    first_name, last_name = BY_TRANSFER
    buyer = {**HOME, "first_name": first_name, "last_name": last_name}
    placement = sold(shop, event, pieces=2, email=mail_of(first_name), buyer=buyer)
    requests = [asked(shop, placement, *BY_TRANSFER, numbers_of(placement))]
    written(placement)
    for first_name, last_name in AT_COUNTER:
        buying = TicketBuyer(first_name, last_name, mail_of(first_name))
        placement = handed_out(event, staff, buying, pieces=2, paid_by=BoxOfficeMethod.CASH)
        requests.append(asked(shop, placement, first_name, last_name, numbers_of(placement)[:1]))
    decline_request(request=requests[-1], staff=staff, note="Bitte beide Karten zusammen, wie am Telefon besprochen.")
    for request in requests:
        settle_mails(request)


def asked(shop: Shop, placement: Placement, first_name: str, last_name: str, numbers: list[str]) -> RefundRequest:
    entered = EnteredRefund(numbers, account_name=f"{first_name} {last_name}", iban=IBAN)
    order = placement.order
    request = submit_refund_request(
        shop=shop, event_id=EVENT, secret=order.secret, entered=entered, language="de"
    ).request
    return confirm_request(shop=shop, token=token_for(request, order.email))


def mail_of(first_name: str) -> str:
    return f"{first_name.lower()}@mail.example"
