"""What tests of the checkout share."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from catalogue.models import ProductVariant
from checkout.actions.invoices.invoicing import write_invoices
from checkout.models import Placement
from checkout.payments.ledger import balance, record_capture
from shop.models import Shop
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.peers.asking import asking
from tests.peers.paypal import PayPal, paypal
from tests.seated import House
from tests.separate_changes import cold_caches as cold_caches
from tests.separate_changes import django_db_setup as django_db_setup
from tests.separate_changes import separate_changes as separate_changes
from tests.staff import as_member

from .placing import place, transfer


@pytest.fixture
def paypal_peer(settings: Any) -> Iterator[PayPal]:
    """PayPal's stand-in, which this process asks."""
    with paypal() as peer, asking(settings, peer.environment):
        yield peer


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("clerk", is_staff=True)


@pytest.fixture
def boss() -> Client:
    """A superuser's browser, in English."""
    return as_member(User.objects.create_superuser("boss"))


@pytest.fixture
def paid() -> Placement:
    """Two shirts at 20 EUR and a ticket at 30, paid: 75.90 with shipping; its invoice is written."""
    shop = make_shop(seller_name="S", seller_address="Weg 1", seller_vat_id="DE123456788")
    wishes = [
        (first_variant(make_product(shop, capacity=9)), 2),
        (first_variant(make_event(shop, price="30.00", capacity=5)), 1),
    ]
    placement = place(*wishes)
    transfer(placement, "75.90")
    write_invoices(placement_id=placement.pk)
    return placement


@pytest.fixture
def sizes() -> list[ProductVariant]:
    """M and L at 20 EUR, XL at 25, S at 15; three pieces of each."""
    product = make_product(
        make_shop(seller_name="S", seller_address="Weg 1", seller_vat_id="DE123456788"), capacity=3, name="Tour Shirt"
    )
    more = [
        make_variant(product=product, description=size, capacity=3, additional_price=much)
        for size, much in (("L", 0), ("XL", 5), ("S", -5))
    ]
    return [first_variant(product), *more]


@pytest.fixture
def house() -> House:
    """Seat 1 of the first row is paid for, seat 2 somebody else holds."""
    house = House()
    session, _cart, _shifts = house.pick("1-1")
    order = house.order(session)
    record_capture(payment=order.payments.get(), amount=balance(order), event_id="paid")
    house.pick("1-2")
    return house


@pytest.fixture
def shop() -> Shop:
    return make_shop("merchstand")
