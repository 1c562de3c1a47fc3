"""A cancelled and a postponed show, with orders in every state: paid by card and by transfer, partly paid, unpaid."""

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import RefundOffer, RefundRequest
from aftersale.refunds.actions.ending import end_batch
from aftersale.refunds.actions.mass_refunds import refund_batch
from aftersale.refunds.actions.offering import open_offer
from catalogue.models import Event
from checkout.models import Placement
from checkout.payments.ledger import record_capture
from shop.mails.keys import begins_with
from shop.models import Mail, Shop

from .quiet import settle_mails, without_jobs
from .ticket_orders import ordered, paid

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SHOP, CANCELLED, POSTPONED = "kellerkind", "kellerkind-dresden", "kellerkind-graz"
HOME = {"address": "Floßlände 20", "post_code": "81379", "city": "München", "country_code": "de"}
SORRY = "Im Lampenwerk ist das Licht aus. Es tut uns leid."
PART = Decimal("10.00")


@transaction.atomic
def write_called_off_shows(staff: "User") -> None:
    """Unless the shows are missing, or called off already. No mail is sent."""
    shop = Shop.objects.filter(slug=SHOP).first()
    events = {one.slug: one for one in Event.objects.filter(slug__in=[CANCELLED, POSTPONED])}
    if shop is None or len(events) < 2 or RefundOffer.objects.filter(event__in=events.values()).exists():
        return
    with without_jobs():
        for event in events.values():
            write_orders_of(shop, event)
        cancelled = RefundOffer.objects.create(
            event=events[CANCELLED], cause=RefundOffer.Cause.CANCELLED, by_itself=True, message=SORRY
        )
        postponed = RefundOffer.objects.create(event=events[POSTPONED], cause=RefundOffer.Cause.POSTPONED)
        open_offer(offer=postponed, tell=False, staff=staff)
        open_offer(offer=cancelled, tell=False, staff=staff)
        end_batch(offer=cancelled)
        refund_batch(offer=cancelled)
    for request in RefundRequest.objects.filter(offer=cancelled):
        settle_mails(request)
    Mail.objects.waiting().filter(begins_with("subject_key", str(cancelled.pk))).update(sent_at=Now())


def write_orders_of(shop: Shop, event: Event) -> None:
    paid(order_of(shop, event, "Cleo", "Cramer"))
    by_card = order_of(shop, event, "Karl", "Kuhn")
    by_card.payments.update(method="stripe_checkout", provider="stripe", external_id=f"pi_demo_{event.slug}")
    paid(by_card)
    partly = order_of(shop, event, "Thea", "Thoma")
    record_capture(payment=partly.payments.get(), amount=PART, event_id=f"demo {event.slug}")
    for placement in (partly, order_of(shop, event, "Otto", "Opitz")):
        settle_mails(placement)


def order_of(shop: Shop, event: Event, first_name: str, last_name: str) -> Placement:
    email = f"{first_name.lower()}.{event.slug}@mail.example"
    return ordered(shop, event, pieces=2, email=email, buyer={**HOME, "first_name": first_name, "last_name": last_name})
