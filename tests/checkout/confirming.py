"""Somebody follows the link in the mail about free tickets."""

from checkout.actions import confirm_tickets
from checkout.models import Placement
from checkout.orders.links import confirmation_token


def confirm(placement: Placement) -> Placement:
    return confirm_tickets(shop=placement.shop, token=confirmation_token(placement))
