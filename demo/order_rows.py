"""Two orders that nobody paid: one that is overdue, and one that has ended.

They are placed as a guest places them, and then made older.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cart.actions import AddRequest, add_to_cart
from catalogue.models import ProductVariant
from checkout.actions import PlaceRequest, choose_logistics, enter_addresses, place_order
from checkout.actions.payments.expiring import expire
from checkout.models import Carrier, Order, Placement
from checkout.orders.deadlines import past_expiry
from checkout.pricing.checkout import priced_checkout
from shop.models import Shop
from shop.models.shop import PaymentMethodId

from .quiet import settle_mails, without_jobs

SHOP, GOODS = "kellerkind", "kellerkind-vier-stufen-mc"
OVERDUE_SINCE, OVER_SINCE = 10, 25
BUYERS = (
    ("robin@mail.example", {"first_name": "Robin", "last_name": "Reuter"}, OVERDUE_SINCE),
    ("kim@mail.example", {"first_name": "Kim", "last_name": "Kassel"}, OVER_SINCE),
)
HOME = {"address": "Hinterhof 3", "post_code": "20359", "city": "Hamburg", "country_code": "de"}


@transaction.atomic
def write_orders() -> None:
    """Unless there are some already."""
    shop = Shop.objects.filter(slug=SHOP).first()
    if shop is None or Order.objects.filter(email__in=[email for email, _name, _days in BUYERS], shop=shop).exists():
        return
    tape = ProductVariant.objects.filter(product__slug=GOODS).earliest("pk")
    with without_jobs():
        for email, name, days in BUYERS:
            placement = ordered(shop, tape, email, name)
            make_older(placement, days)
            expire(placement=placement, due=past_expiry(timezone.localdate()))
            settle_mails(placement)


def ordered(shop: Shop, variant: ProductVariant, email: str, name: Mapping[str, str]) -> Placement:
    """One piece as a parcel, by bank transfer."""
    added = add_to_cart(shop=shop, session=None, language="de", requests=[AddRequest(variant.pk, 1)])
    session, cart = added.session, added.contents.cart
    enter_addresses(session=session, billing={**HOME, **name}, shipping=None, email=email)
    parcel = Carrier.objects.filter(active=True, only_single_disc=False, checks_age=False).earliest("order", "pk")
    choose_logistics(
        session=session, shipping_method=str(parcel.pk), payment_method=PaymentMethodId.BANK_TRANSFER.value
    )
    cart.refresh_from_db()
    total = priced_checkout(cart).total
    return place_order(session=session, request=PlaceRequest(f"demo-{email}", total, accepted_terms=True))


def make_older(placement: Placement, days: int) -> None:
    """As if it had been placed so many days earlier."""
    earlier = timedelta(days=days)
    Placement.objects.filter(pk=placement.pk).update(
        placed_at=F("placed_at") - earlier,
        pay_by=F("pay_by") - earlier,
        ends_on=F("ends_on") - earlier,
        reminded_at=timezone.now(),
    )
    Order.objects.filter(pk=placement.order_id).update(placed_at=F("placed_at") - earlier)
    placement.payments.update(created_at=F("created_at") - earlier)
