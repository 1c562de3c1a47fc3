"""Prepares a database for real servers: rows are made by `manage.py shell` with the tests' factories."""

import json
from typing import Any

from tests import servers

PREAMBLE = """
import json
from decimal import Decimal
from checkout.actions import *
from checkout.models import *
from checkout.queries import priced_checkout
from tests.factories import *
shop = make_shop("merchstand")
"""


def stage(database: str, code: str) -> Any:
    """Run code on the database; it leaves its answer in `answer`. Countries and carriers are there already."""
    printed = servers.manage(database, "shell", "--no-imports", "-c", f"{PREAMBLE}\n{code}\nprint(json.dumps(answer))")
    return json.loads(printed.strip().splitlines()[-1])


def one_event(capacity: int) -> str:
    return f"""
event = make_event(shop, capacity={capacity}, cart_limit=9)
answer = first_variant(event).pk
"""


PLACED_ORDER = """
from cart.models import Cart
session, cart = fill_cart(shop, (first_variant(make_product(shop)), 1))
enter_addresses(session=session, billing=ADDRESS, shipping=None, email="mira@example.org")
parcel = str(Carrier.objects.get(only_single_disc=False).pk)
choose_logistics(session=session, shipping_method=parcel, payment_method="bank_transfer")
total = priced_checkout(Cart.objects.get(pk=cart.pk)).total
order = place_order(session=session, request=PlaceRequest("key", total, accepted_terms=True))
answer = order.reference
"""
