"""An order, and guests who add to it."""

import pytest

from catalogue.models import ProductVariant
from checkout.models import Order
from shop.models import Shop
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Guest


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, name="Nachthemd", capacity=9))


@pytest.fixture
def order(shop: Shop, shirt: ProductVariant) -> Order:
    """A shirt of 20.00 that is to be transferred, with 5.90 for its parcel."""
    Guest(shop).buy((shirt, 1))
    return Order.objects.get()


@pytest.fixture
def fan(shop: Shop, shirt: ProductVariant) -> Guest:
    """With two more shirts in the cart, and nothing else entered."""
    guest = Guest(shop)
    assert guest.add((shirt, 2)).data
    return guest


@pytest.fixture
def ticket_fan(shop: Shop) -> Guest:
    """With a ticket of 40.00 in the cart."""
    guest = Guest(shop)
    assert guest.add((first_variant(make_event(shop, price="40.00")), 1)).data
    return guest
