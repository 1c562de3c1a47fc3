"""Somebody follows the link in the mail about free tickets."""

from checkout.actions import confirm_tickets
from checkout.links import confirmation_page
from checkout.models import Placement


def confirm(placement: Placement) -> Placement:
    return confirm_tickets(shop=placement.shop, token=confirmation_page(placement).rpartition("/")[2])
