"""A paid order that staff have exchanged: another night's recording, which costs more; the difference is still owed."""

from typing import TYPE_CHECKING
from uuid import uuid4

from django.db import transaction

from catalogue.models import ProductVariant
from checkout.actions.changes.exchanging import exchange_line
from checkout.actions.orders.steps import StaffAction
from checkout.models import Order
from checkout.pricing.exchanges import ExchangeCommand
from shop.models import Shop

from .order_rows import ordered
from .quiet import without_jobs
from .ticket_orders import paid, written

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SHOP, GOODS = "nachtfalter", "nachtfalter-mitschnitt"
BOUGHT, WANTED = "Berlin", "Dresden, Heimspiel"
EMAIL, BUYER = "toni@mail.example", {"first_name": "Toni", "last_name": "Thal"}
REASON = "Hat den Abend verwechselt und möchte lieber das Heimspiel."


@transaction.atomic
def write_exchange(staff: "User") -> None:
    """Unless the shop is missing, or it is there already. No mail is sent."""
    shop = Shop.objects.filter(slug=SHOP).first()
    if shop is None or Order.objects.filter(shop=shop, email=EMAIL).exists():
        return
    nights = {one.description: one for one in ProductVariant.objects.filter(product__slug=GOODS)}
    with without_jobs():
        order = paid(ordered(shop, nights[BOUGHT], EMAIL, BUYER)).order
        line = order.placements.get().lines.get()
        command = ExchangeCommand(line=line.pk, pieces=1, variant=nights[WANTED].pk)
        exchange_line(order=order, command=command, action=StaffAction(uuid4(), staff, REASON), may_refund=True)
        for placement in order.placements.all():
            written(placement)
